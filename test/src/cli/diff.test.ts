import assert from "node:assert/strict";
import type { StoredGroup, VariantName } from "pulumi-platform-simulator";
import { dataset } from "../engine/stacks/declarations";
import { schedulesPath } from "../simulator/client";
import { cliWith } from "./command";
import { copyOf, group, idOnProd, rightMap, schedule, share, TwoInstances } from "./twoInstances";
import type { Row } from "./twoInstances";

const others = ["--only", "schedules,groups"];

/** Sends everything that an instance can have, so that each test changes what it is about. */
function furnish({ dev, prod }: TwoInstances): void {
  dev.state.groups = [group(5_000_000_001, "Analysts"), group(5_000_000_002, "Board", "closed")];
  dev.state.schedules = [
    schedule(11, "Weekly sales", {
      schedule: {
        additionalRecipients: [
          { type: "EMAIL", value: "sales@example.com" },
          { type: "GROUP", value: "5000000001" },
          { type: "USER", value: "42" },
        ],
      },
    }),
    schedule(12, "Monthly 📈 review", { pageId: 1002, viewId: 2002 }),
    schedule(13, "A single card", { pageId: 0, viewId: 2003, attachmentInclude: false }),
  ];
  dev.state.shares = [share(dataset, "USER", "42"), share(dataset, "GROUP", "5000000001")];
  copyOf(dev.state, prod.state);
}

const withoutGaps = (rows: readonly Row[]) => rows.filter(({ what }) => what !== "unread");

describe("pulumi-platform diff", () => {
  let two: TwoInstances;
  beforeEach(async () => {
    two = await TwoInstances.start();
    furnish(two);
    two.write("map.json", rightMap(two.dev.state));
  });
  afterEach(async () => {
    assert.deepEqual(two.writes(), [], "nothing writes");
    await two.close();
  });
  const mapped = (...args: string[]) => two.diff("dev", "prod", "--map", "map.json", ...args);
  /** The same, as people read it. */
  const shown = (...args: string[]) => two.run("diff", "dev", "prod", "--map", "map.json", ...args);
  const onProd = (title: string) =>
    two.prod.state.schedules.find((one) => one.title === title) ?? assert.fail(title);

  it("says that a copy with other ids is equal, by a map of these ids", async () => {
    const { code, rows, out } = await mapped(
      "--only",
      "schedules,groups,shares",
      "--datasets",
      dataset,
    );
    assert.deepEqual([code, rows], [0, []]);
    assert.match(out, /"equal": \{\s+"schedules": 3,\s+"groups": 2,\s+"shares": 1\s+\}/);
    const { out: text } = await two.run("diff", "dev", "prod", "--map", "map.json", ...others);
    assert.equal(
      text,
      "dev and prod are equal. Equal: 3 schedules, 2 groups.\nIds matched by name: 2 groups.\n",
    );
  });

  it("compares no id without a map, but matches groups by name", async () => {
    const { code, rows, notes } = await two.diff("dev", "prod", ...others);
    assert.equal(code, 1);
    assert.ok(rows.every(({ what }) => what === "unmapped"));
    assert.deepEqual(rows.map(({ path, a }) => [path, a]).sort(), [
      ["pageId", 1001],
      ["pageId", 1002],
      ["schedule.additionalRecipients", [{ type: "USER", value: "42" }]],
      ["viewId", 2001],
      ["viewId", 2002],
      ["viewId", 2003],
    ]);
    assert.deepEqual(notes, [
      "Ids matched by name: 2 groups.",
      "Ids of dev mean nothing on prod. Find their counterparts: pulumi-platform map dev prod --out map.json",
    ]);
    const { out } = await two.run("diff", "dev", "prod", ...others);
    assert.match(out, /pulumi-platform map dev prod --out map\.json/);
  });

  it("shows what differs field by field, and of lists what only one side has", async () => {
    const { schedule: timing } = onProd("Weekly sales");
    timing.hourOfDay = 11;
    timing.additionalRecipients = timing.additionalRecipients
      .filter(({ type }) => type !== "EMAIL")
      .concat({ type: "USER", value: "77" });
    onProd("Monthly 📈 review").viewId = 9;
    const { code, rows } = await mapped(...others);
    assert.equal(code, 1);
    assert.deepEqual(rows.map(({ what, path, a, b }) => [what, path, a, b]).sort(), [
      [
        "different",
        "schedule.additionalRecipients",
        [{ type: "EMAIL", value: "sales@example.com" }],
        [{ type: "USER", value: "77" }],
      ],
      ["different", "schedule.hourOfDay", 8, 11],
      ["different", "viewId", 2002, 9],
    ]);
    const { out } = await two.run("diff", "dev", "prod", "--map", "map.json", ...others);
    assert.match(
      out,
      /^different +report schedule "Weekly sales" \(11 \/ \d+\) +schedule\.hourOfDay +8 +11$/m,
    );
    assert.match(out, /viewId +2002 \(there: 72002\) +9$/m);
    assert.match(out, /^Found: 3 different\. Equal: 1 schedule, 2 groups\.$/m);
  });

  it("compares in meaning: days in another order, zones and addresses in another spelling", async () => {
    const [first] = two.dev.state.schedules;
    assert.ok(first !== undefined);
    Object.assign(first.schedule, { daysToRun: "MON,THU", timezone: "America/New_York" });
    const { schedule: timing } = onProd("Weekly sales");
    Object.assign(timing, { daysToRun: "THU, mon", timezone: "US/Eastern" });
    for (const one of timing.additionalRecipients) one.value = one.value.replace("sales", "SALES");
    const { code, rows } = await mapped(...others);
    assert.deepEqual([code, rows], [0, []]);
  });

  it("shows what only one side has", async () => {
    two.prod.state.schedules = two.prod.state.schedules.filter(
      ({ title }) => title !== "Weekly sales",
    );
    two.prod.state.groups.push(group(7, "New"));
    const { code, rows } = await mapped(...others);
    assert.equal(code, 1);
    assert.deepEqual(rows, [
      { what: "onlyA", of: "schedules", title: 'report schedule "Weekly sales"', id: "11" },
      { what: "onlyB", of: "groups", title: 'group "New"', id: "7" },
    ]);
  });

  it("takes a schedule on another page for another schedule", async () => {
    onProd("Weekly sales").pageId = 9;
    const { rows } = await mapped(...others);
    assert.deepEqual(
      rows.map(({ what, title }) => [what, title]),
      [
        ["onlyA", 'report schedule "Weekly sales"'],
        ["onlyB", 'report schedule "Weekly sales"'],
      ],
    );
  });

  it("lists what the mail switch disables as muted, until the stack goes live", async () => {
    for (const one of two.prod.state.schedules) one.schedule.enabled = false;
    const disabled = await mapped(...others);
    assert.deepEqual(
      disabled.rows.map(({ what }) => what),
      ["different", "different", "different"],
    );
    const hint =
      /This folder has no Pulumi\.yaml, so diff cannot know whether platform:mail mutes prod\./;
    const outside = await two.run("diff", "dev", "prod", "--map", "map.json", ...others);
    assert.match(outside.out, hint);
    two.write("Pulumi.prod.yaml", "config:\n  platform:mail: muted\n");
    const muted = await mapped(...others);
    assert.equal(muted.code, 0, "nothing else differs");
    assert.deepEqual(
      muted.rows.map(({ what, path, a, b }) => [what, path, a, b]),
      Array(3).fill(["muted", "schedule.enabled", true, false]),
    );
    const { out } = await two.run("diff", "dev", "prod", "--map", "map.json", ...others);
    assert.doesNotMatch(out, hint);
    assert.match(
      out,
      /^dev and prod are equal, apart from what platform:mail mutes\. Found: 3 muted/m,
    );
    assert.match(out, /^muted +3 schedules: .+ +schedule\.enabled +true +false$/m);
    assert.match(
      out,
      /^When prod goes live, 3 schedules will e-mail \d+ recipients? and their subscribers\. A group/m,
    );
    const back = await two.run("diff", "prod", "dev", "--map", "map.json", ...others);
    assert.match(back.out, /^muted +3 schedules: .+ +schedule\.enabled +false +true$/m);
    assert.match(back.out, /^When prod goes live, 3 schedules will e-mail/m);
    assert.doesNotMatch(back.out, /not counted/);
    two.prod.state.schedules.push(schedule(99, "Own report of prod"));
    const own = await two.run("diff", "dev", "prod", "--map", "map.json", ...others);
    assert.match(own.out, /^When prod goes live, 3 .+ Those only in prod are not counted\.$/m);
    two.prod.state.schedules.pop();
    for (const one of two.prod.state.schedules) one.schedule.enabled = true;
    assert.equal((await mapped(...others)).code, 0);
  });

  it("tells what no argument holds: a copy without an end date is not equal", async () => {
    const [first] = two.dev.state.schedules;
    assert.ok(first !== undefined);
    Object.assign(first, { description: "For the board" });
    first.schedule.expirationDate = 1_900_000_000_000;
    first.schedule.unsubscribedRecipients = [{ type: "USER", value: "42" }];
    const { code, rows } = await mapped("--only", "schedules");
    assert.equal(code, 1);
    assert.deepEqual(
      rows.map(({ what, path, a, b }) => [what, path, a, b]),
      [
        ["different", "description", "For the board", undefined],
        ["different", "schedule.expirationDate", 1_900_000_000_000, undefined],
        [
          "different",
          "schedule.unsubscribedRecipients",
          [{ type: "USER", value: "42" }],
          undefined,
        ],
      ],
    );
    const { out } = await shown("--only", "schedules");
    assert.match(out, /1900000000000: 2030-03-17/);
    // Documented operations on the other side do not show whether it has the fields.
    two.operations("extended", "documented");
    const half = await mapped("--only", "schedules");
    assert.ok(
      half.rows.some((one) => one.what === "unseen" && one.path === "schedule.expirationDate"),
    );
    two.operations("extended");
    const copy = onProd("Weekly sales");
    copy.description = "For the board";
    Object.assign(copy.schedule, structuredClone(first.schedule), {
      additionalRecipients: copy.schedule.additionalRecipients,
    });
    const equal = await mapped("--only", "schedules");
    assert.deepEqual([equal.code, equal.rows], [0, []]);
    assert.ok(
      equal.notes.some((line) =>
        /^Both sides have the same schedule\.expirationDate, which no program can hold: report schedule "Weekly sales"\.$/.test(
          line,
        ),
      ),
    );
  });

  it("tells a field that a platform adds to its answers, for every kind of object", async () => {
    const [[board], [copy]] = [two.dev, two.prod].map(({ state }) =>
      state.groups.filter(({ name }) => name === "Board"),
    ) as [StoredGroup[], StoredGroup[]];
    assert.ok(board && copy);
    board.userIds = [42];
    copy.userIds = [Number(idOnProd.user("42"))];
    for (const [one, value] of [
      [board, "42"],
      [copy, idOnProd.user("42")],
    ] as const) {
      one.owners = [{ type: "USER", id: value }];
    }
    for (const [{ state }, entityId] of [
      [two.dev, dataset],
      [two.prod, idOnProd.dataset(dataset)],
    ] as const) {
      const id = `DATA_SOURCE/${entityId}`;
      const kept = { state: "ACTIVE", userId: 1000001, updated: 0 };
      state.certifications = [{ id, entityType: "DATA_SOURCE", entityId, ...kept }];
    }
    const before = await mapped("--datasets", dataset);
    assert.deepEqual(withoutGaps(before.rows), [], before.out);
    two.dev.useVariants("more-fields");
    const { rows, code } = await mapped("--datasets", dataset);
    assert.equal(code, 1);
    const told = withoutGaps(rows).filter(({ path }) => path?.endsWith("addedLater"));
    assert.deepEqual([...new Set(told.map(({ of, path }) => `${of} ${path}`))].sort(), [
      "certifications addedLater",
      "groups addedLater",
      "memberships owners.addedLater",
      "schedules addedLater",
      "schedules schedule.addedLater",
      "schedules schedule.additionalRecipients.addedLater",
      "shares addedLater",
      "shares permissions.addedLater",
    ]);
  });

  it("does not count groups as equal whose members one side could not read", async () => {
    two.prod.useVariants("no-extended:GET /api/content/v2/groups/{group}/permissions");
    const owners = await mapped("--only", "groups");
    assert.equal(owners.code, 1);
    assert.doesNotMatch(owners.out, /"groups": /);
    assert.ok(
      owners.notes.some((line) =>
        /^Equal, apart from their memberships, which were not compared: groups \(2\)\.$/.test(line),
      ),
      owners.notes.join("\n"),
    );
  });

  it("does not count what only the second instance has, if only one way is asked for", async () => {
    two.prod.state.groups.push(group(9_999_999, "Only in production"));
    assert.deepEqual(
      (await mapped(...others)).rows.map(({ what }) => what),
      ["onlyB"],
    );
    const { code, rows, notes } = await mapped(...others, "--one-way");
    assert.deepEqual([code, rows], [0, []]);
    assert.ok(notes.includes("Left out because of --one-way: 1 only in prod."), notes.join("\n"));
    two.prod.state.groups = [];
    assert.equal((await mapped(...others, "--one-way")).code, 1);
  });

  it("says so where both names are of the same instance", async () => {
    const { notes } = await two.diff("dev", "dev", "--only", "groups");
    const note = "dev and dev have the same address: this compares an instance with itself.";
    assert.ok(notes.includes(note), notes.join("\n"));
  });

  it("leaves what neither side shows to a footnote, and makes a row of what one side shows", async () => {
    two.operations("documented");
    const documented = await mapped("--only", "schedules");
    assert.deepEqual([documented.code, documented.rows], [0, []]);
    assert.deepEqual(documented.notes, [
      "Neither side shows schedule.additionalRecipients of schedules (3).",
      "Neither side shows attachmentInclude of schedules (3).",
    ]);
    two.operations("documented", "extended");
    const mixed = await mapped("--only", "schedules");
    assert.equal(mixed.code, 1);
    assert.equal(mixed.rows.length, 9);
    assert.ok(mixed.rows.every(({ what }) => what === "unseen"));
    const { out } = await shown("--only", "schedules");
    assert.match(out, /^shown by one side +3 schedules: .+ +attachmentInclude +not shown +shown$/m);
  });

  it("makes a row of a kind that one side refuses to show, and calls nothing of it missing", async () => {
    two.prod.fault({ path: "/grouplist$", kind: "status", status: 403, times: 0 });
    const { code, rows } = await mapped(...others);
    assert.equal(code, 1);
    const gaps = rows.filter(({ what }) => what === "unread");
    assert.deepEqual(
      gaps.map(({ side, of }) => [side, of]),
      [
        ["b", "groups"],
        ["b", "memberships"],
      ],
    );
    assert.match(gaps[0]?.reason ?? "", /list groups.+403/);
    // The ids of groups come from their names.
    assert.deepEqual(
      withoutGaps(rows).map(({ what, path }) => [what, path]),
      [["unmapped", "schedule.additionalRecipients"]],
    );
  });

  it("fails where an instance shows nothing at all", async () => {
    two.prod.fault({ path: schedulesPath, kind: "status", status: 403, times: 0 });
    await assert.rejects(
      two.run("diff", "dev", "prod", "--only", "schedules"),
      /403.+\[forbidden\]$/,
    );
  });

  it("says that objects may be missing where a list repeats its rows", async () => {
    const { state } = two.prod;
    const rows = state.schedules.map(({ schedule: timing, ...one }) => ({
      ...one,
      schedule: timing,
    }));
    two.prod.fault({
      ...{ method: "GET", path: `${schedulesPath}$`, kind: "body", moment: "after", times: 0 },
      body: rows.slice(0, 2),
    });
    const { code, rows: found } = await mapped("--only", "schedules");
    assert.equal(code, 1);
    assert.deepEqual(
      found.map(({ what, side }) => [what, side]),
      [
        ["onlyA", undefined],
        ["unread", "b"],
      ],
    );
    assert.equal((found[0] as { isUncertain?: boolean }).isUncertain, true);
    const { out } = await shown("--only", "schedules");
    assert.match(out, /^only in dev.+not seen in what could be read of prod$/m);
  });

  it("makes a row of each detail that could not be read", async () => {
    const { id } = onProd("Weekly sales");
    two.prod.fault({ path: `${schedulesPath}/${id}$`, kind: "status", status: 403, times: 0 });
    const { code, rows } = await mapped("--only", "schedules");
    assert.equal(code, 1);
    assert.deepEqual(
      rows.map(({ what, path, ids }) => [what, path ?? ids]),
      [
        ["unseen", "viewId"],
        ["unseen", "schedule.additionalRecipients"],
        ["unseen", "attachmentInclude"],
        ["unread", [String(id)]],
      ],
    );
  });

  const changing: readonly VariantName[] = ["odd-rows", "strict-queries"];
  const harmless: readonly VariantName[] = [
    ...(["plain-text", "wrapped-lists", "text-ids", "flipping-ids", "text-errors"] as const),
    "no-history",
  ];
  for (const variant of [...harmless, ...changing]) {
    const isChanging = changing.includes(variant);
    it(`finds the same on an instance with ${variant}${isChanging ? ", and says what may be missing" : ""}`, async () => {
      onProd("Weekly sales").schedule.minOfHour = 30;
      two.prod.state.groups.pop();
      const expected = await mapped(...others);
      assert.equal(expected.rows.length, 2);
      two.dev.useVariants(variant);
      two.prod.useVariants(variant);
      const { code, rows } = await mapped(...others);
      assert.equal(code, 1);
      const facts = withoutGaps(rows).map(({ what, title, path, a, b }) => [
        what,
        title,
        path,
        a,
        b,
      ]);
      assert.deepEqual(
        facts,
        expected.rows.map(({ what, title, path, a, b }) => [what, title, path, a, b]),
      );
      assert.equal(rows.length > facts.length, isChanging);
    });
  }

  it("compares shares and certifications of the datasets that are named, by their ids in the map", async () => {
    two.prod.state.shares = two.prod.state.shares.map((one) => ({
      ...one,
      accessLevel: "CAN_EDIT",
    }));
    const { rows } = await mapped("--only", "shares", "--datasets", dataset);
    assert.deepEqual(
      rows.map(({ what, path }) => [what, path]),
      [["different", "permissions"]],
    );
    assert.deepEqual((rows[0]?.a as unknown[]).length, 2);
    two.write("map.json", { ...rightMap(two.dev.state), datasets: {} });
    const unmapped = await mapped("--only", "shares", "--datasets", dataset);
    assert.equal(unmapped.code, 1);
    assert.deepEqual(
      unmapped.rows.map(({ what, title, path }) => [what, title, path]),
      [["unmapped", `share of dataset ${dataset}`, "datasetId"]],
    );
    const unnamed = await mapped("--only", "shares");
    assert.deepEqual(
      unnamed.rows.map(({ side, reason }) => [side, reason]),
      [["both", "The platform cannot list them. Name them with --datasets."]],
    );
  });

  it("compares the members of the groups that it lists, by their ids in the map", async () => {
    const [[board], [copy]] = [two.dev, two.prod].map(({ state }) =>
      state.groups.filter(({ name }) => name === "Board"),
    ) as [StoredGroup[], StoredGroup[]];
    assert.ok(board && copy);
    board.userIds = [42];
    copy.userIds = [Number(idOnProd.user("42"))];
    const equal = await mapped("--only", "groups,memberships");
    assert.deepEqual(equal.rows, []);
    assert.match(equal.out, /"memberships": 1/);
    copy.userIds.push(77);
    const { code, rows } = await mapped(...others);
    assert.equal(code, 1);
    assert.deepEqual(
      rows.map(({ what, path, b }) => [what, path, b]),
      [["different", "members", [{ type: "USER", id: "77" }]]],
    );
  });

  it("does not call groups missing that an instance without a list of groups cannot look for", async () => {
    const [first, second] = two.dev.state.groups.map(({ id }) => String(id));
    const args = ["dev", "prod", "--only", "groups", "--groups", `${first},${second}`];
    for (const operations of ["documented", "extended"]) {
      two.operations(operations, "documented");
      const { code, rows } = await two.diff(...args);
      assert.equal(code, 1);
      assert.deepEqual(
        withoutGaps(rows).map(({ what, path, a, ids }) => [what, path, a, ids]),
        [first, second].map((id) => ["unmapped", "id", id, [id]]),
      );
    }
    const { out } = await two.run("diff", ...args);
    assert.match(out, /^not compared +2 groups: group "Analysts".+ id +5000000001, 5000000002 /m);
    assert.match(out, /^Found: 2 not compared\. No objects are equal\.$/m);

    two.write("groups.json", { groups: { [`${first}`]: two.prod.state.groups[0]?.id } });
    const half = await two.diff(...args, "--map", "groups.json");
    assert.match(half.out, /Equal, apart from their memberships, .+: groups \(1\)\./);
    assert.deepEqual(
      withoutGaps(half.rows).map(({ what, ids }) => [what, ids]),
      [["unmapped", [second]]],
    );
    two.prod.state.groups = [];
    const gone = await two.diff(...args, "--map", "groups.json");
    assert.equal(gone.code, 1);
    assert.ok(gone.rows.some(({ what, ids }) => what === "unmapped" && ids?.[0] === second));
    assert.ok(!gone.rows.some(({ ids }) => ids?.[0] === first && ids?.length === 2));
  });

  it("does not compare nothing where nothing was named, or the named ids are unknown", async () => {
    two.write("empty.txt", "# none\n");
    await assert.rejects(mapped("--datasets", "empty.txt"), /"empty\.txt" has no ids\./);
    const { code, rows } = await mapped("--only", "groups", "--groups", "99");
    assert.equal(code, 1);
    assert.deepEqual(
      rows.flatMap(({ side, of, ids }) => (ids?.includes("99") ? [[side, of]] : [])).slice(0, 1),
      [["a", "groups"]],
    );
  });

  it("compares only what the options choose", async () => {
    two.prod.state.groups = [];
    two.prod.state.schedules = two.prod.state.schedules.slice(0, 1);
    const { rows } = await mapped("--only", "schedules", "--filter", "MONTHLY");
    assert.deepEqual(
      rows.map(({ title }) => title),
      ['report schedule "Monthly 📈 review"'],
    );
    await assert.rejects(
      two.run("diff", "dev", "prod", "--only", "schedule"),
      /Did you mean schedules\?/,
    );
  });

  it("matches groups by name also where a filter leaves them out", async () => {
    const { code, rows } = await mapped("--filter", "weekly", ...others);
    assert.deepEqual([code, rows], [0, []]);
  });

  it("prints Markdown in which no title breaks the table", async () => {
    two.dev.state.schedules.push(schedule(14, "a | *b* <i>\n\u001b[31mc"));
    const { out, code } = await two.run(
      "diff",
      "dev",
      "prod",
      "--markdown",
      "--map",
      "map.json",
      ...others,
    );
    assert.equal(code, 1);
    const lines = out.split("\n");
    assert.ok(lines.includes("| Result | Object | Field | dev | prod |"));
    assert.ok(
      lines.includes(
        "| only in dev | <code>report schedule &#34;a &#124; &#42;b&#42; &#60;i&#62;&#92;n&#92;u{1b}&#91;31mc&#34;</code> |  | id 14 | missing |",
      ),
      out,
    );
    await assert.rejects(
      two.run("diff", "dev", "prod", "--markdown", "--json"),
      /cannot be used with/,
    );
  });

  it("refuses a map with a mistake, and names the place", async () => {
    for (const [text, message] of [
      ["{", /map\.json is not JSON/],
      ["[]", /map\.json must be an object with ids by kind/],
      ['{"page": {}}', /unknown section "page"\. Did you mean pages\?/],
      ['{"pages": []}', /map\.json: pages must be an object/],
      ['{"pages": {"1001": {}}}', /pages\.1001 must be an id, or null/],
      ['{"pages": {"1001": "x"}}', /pages\.1001 must be a whole number/],
    ] as const) {
      two.write("map.json", text);
      await assert.rejects(mapped(...others), message);
    }
    await assert.rejects(
      two.run("diff", "dev", "prod", "--map", "none.json"),
      /none\.json does not exist/,
    );
  });

  it("says where a map makes several ids one", async () => {
    const { pages, ...map } = rightMap(two.dev.state);
    two.write("map.json", { ...map, pages: { ...pages, "9": 7001 } });
    const { out } = await two.run("diff", "dev", "prod", "--map", "map.json", ...others);
    assert.match(out, /map\.json has one id for several ids: page 7001 for 9, 1001\./);
  });

  it("ends with 0, 1 or 2, and prints no stack trace", async () => {
    const tokens = { PLATFORM_TOKEN_DEV: two.dev.token, PLATFORM_TOKEN_PROD: two.prod.token };
    const run = (...sides: string[]) => cliWith(tokens, two.folder, "diff", ...sides, ...others);
    const [same, different, failed] = await Promise.all([
      run("dev", "dev"),
      run("dev", "prod"),
      run("dev", "test"),
    ]);
    // A slow computer prints progress to standard error.
    assert.equal(same.code, 0);
    assert.equal(
      same.out,
      "dev and dev are equal. Equal: 3 schedules, 2 groups.\ndev and dev have the same address: this compares an instance with itself.\n",
    );
    assert.equal(different.code, 1);
    assert.deepEqual(failed, {
      code: 2,
      out: "",
      err: 'pulumi-platform: instances.yaml has no instance "test". It has: dev, prod.\n',
    });
    const refused = await cliWith(
      { ...tokens, PLATFORM_TOKEN_PROD: "other" },
      two.folder,
      ...["diff", "dev", "prod", ...others],
    );
    assert.equal(refused.code, 2);
    assert.match(refused.err, /^pulumi-platform: Could not /);
  });
});

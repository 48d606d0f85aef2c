import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argumentsFor } from "pulumi-platform-cli/dist/find/arguments";
import { table } from "pulumi-platform-cli/dist/output/table";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { dataset, permissions, weekly } from "../engine/stacks/declarations";
import type { StateResource } from "../engine/stacks/pulumiStack";
import { InProcessStack } from "../harness/inProcessStack";
import { secret } from "../harness/sessions/wire";
import { cliHere } from "./cliHere";
import { group, schedule, share } from "./twoInstances";
import { fakeEngine } from "./fakeEngine";

interface Result {
  found: { kind: string; id: string; names: string[]; fits: string[]; seenIn: string[] }[];
  reaches: { kind: string; id: string; name: string; how: string; resources?: string[] }[];
  notes: string[];
  notRead: string[];
}

const [ana, teamId] = [1_000_002, 5_000_000_001];
const to = (type: string, value: string | number) => ({ type, value: String(value) });
const withRecipients = (...additionalRecipients: ReturnType<typeof to>[]) => ({
  schedule: { additionalRecipients },
});

describe("pulumi-platform find", () => {
  let platform: Simulator;
  let folder: string;
  let env: Record<string, string>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "pulumi-platform-find-"));
    platform = await startSimulator({ profile: "extended" });
    env = { PLATFORM_BASE_URL: platform.url, PLATFORM_TOKEN: platform.token };
    env.PLATFORM_OPERATIONS = "extended";
    const { state } = platform;
    state.users.push({ id: ana, displayName: "Ana Ito", emailAddress: "ana@example.com" });
    state.groups = [
      {
        ...group(teamId, "Re\u0301gion Nord"),
        userIds: [ana],
        owners: [to("USER", ana)].map(({ type, value }) => ({ type, id: value })),
      },
    ];
    state.schedules = [
      schedule(11, "Weekly sales", {
        ...{ viewName: "By region", ...withRecipients(to("EMAIL", "Ana@Example.com")) },
      }),
      schedule(12, "Weekly stock", {
        ...{ pageId: 1002, viewId: 2002, ...withRecipients(to("GROUP", teamId)) },
      }),
      schedule(13, "A (single) card", { pageId: 0, viewId: 2003, cardId: 77 }),
    ];
    state.shares = [share(dataset, "USER", String(ana), "CAN_EDIT")];
  });
  afterEach(async () => {
    const writes = platform.calls.filter(({ method }) => method !== "GET");
    assert.deepEqual(writes, [], "nothing writes");
    rmSync(folder, { recursive: true, force: true });
    await platform.close();
  });

  const find = (...args: string[]) => cliHere(env, folder, "find", ...args);
  const result = async (...args: string[]) => {
    const { code, out, err } = await find("--json", ...args);
    assert.ok(code <= 1, err);
    return { code, ...(JSON.parse(out) as Result) };
  };
  const ids = ({ found }: Result) => found.map(({ kind, id }) => `${kind} ${id}`);
  const ways = ({ reaches }: Result) =>
    reaches.map(({ kind, id, name, how }) => `${kind} ${id || name}: ${how}`);

  it("finds a schedule, its page and its view by all words, in any letter case", async () => {
    const { code, out } = await find("SALES", "week");
    assert.equal(code, 0);
    const rows = out.split("\n").filter((line) => /^(Weekly|By)/.test(line));
    assert.deepEqual(
      rows.map((row) => row.split(/ {2,}/).slice(0, 4)),
      [
        [
          "Weekly sales",
          "schedule",
          "11",
          "scheduleId of ReportSend, ReportNotification and 1 more",
        ],
        ["Weekly sales", "page", "1001", "pageId of ReportSchedule"],
        ["By region", "view", "2001", "viewId of ReportSchedule"],
      ],
    );
    assert.match(out, /No call lists pages, views, cards, datasets, streams or users\./);
    const [sales] = platform.state.schedules;
    assert.ok(sales);
    sales.schedule.enabled = false;
    const { out: off } = await find("SALES", "week");
    assert.match(off, /^Weekly sales +schedule \(switched off\) +11 /m);
    assert.deepEqual(ids(await result("by region")), ["view 2001"]);
  });

  it("takes words as they are written, not as patterns, and an accent in each of its forms", async () => {
    assert.deepEqual(ids(await result("(single)")), ["schedule 13", "card 77", "view 2003"]);
    assert.deepEqual(ids(await result("R\u00c9GION", "nord")), [`group ${teamId}`]);
    for (const word of [".*", "[a-z]", "week|sales", "\\"]) {
      const { code, found } = await result(word);
      assert.deepEqual([code, found], [1, []], word);
    }
  });

  it("finds users by the names that groups show, roles, and what has an id", async () => {
    assert.ok(ids(await result("ana", "ito")).includes(`user ${ana}`));
    assert.deepEqual(ids(await result("admin")), ["role 1"]);
    assert.deepEqual(ids(await result("1001")), ["page 1001"]);
    assert.deepEqual(ids(await result(dataset)), []);
  });

  it("names the members of groups, and finds them also where the instance tells no names", async () => {
    for (const one of platform.state.groups) one.owners = [];
    assert.deepEqual(ids(await result("ana", "ito")), [`user ${ana}`]);
    platform.fault({ path: "/groups/users$", times: 0, kind: "status", status: 403 });
    assert.deepEqual(ids(await result("ana", "ito")), []);
    assert.ok(ways(await result(String(ana))).includes(`group ${teamId}: member`));
  });

  it("finds the files whose ids somebody names", async () => {
    const file = "c3d9a1b4-7e21-4c7b-8d8e-6a5b4c3d2e03";
    const fileset = ["--fileset", "5b1f6c52-8a5e-4d0b-9f5d-2f1f0a9f6b02"];
    const { found } = await result("pdf", ...fileset, "--files", file);
    assert.deepEqual(
      found.map(({ kind, id, fits }) => ({ kind, id, fits })),
      [{ kind: "file", id: file, fits: ["fileId of getFileMetadata"] }],
    );
    assert.match((await find("pdf", "--files", file)).err, /--files needs --fileset/);
  });

  it("lists what reaches an address, in any letter case", async () => {
    const { code, ...told } = await result("ana@example.COM");
    assert.deepEqual([code, ways(told)], [0, ["schedule 11: recipient"]]);
    assert.match(told.notes.join(), /No call shows the user of an address/);
  });

  it("lists what reaches a user, also through groups, and as an owner", async () => {
    const told = await result(String(ana), "--datasets", dataset);
    assert.deepEqual(ways(told), [
      `schedule 12: recipient, through group ${teamId} "Re\u0301gion Nord"`,
      `share ${dataset}: CAN_EDIT`,
      `group ${teamId}: owner`,
      `group ${teamId}: member`,
    ]);
    assert.match(told.notes.join(), /User 1000002 is "Ana Ito"/);
    assert.ok(told.reaches.every(({ resources }) => resources === undefined));
    const both = await result("ana@example.com", String(ana));
    assert.deepEqual(ways(both)[0], "schedule 11: recipient");
    assert.deepEqual(ways(await result("1000001")), [
      "schedule 13: owner",
      "schedule 11: owner",
      "schedule 12: owner",
    ]);
  });

  it("marks schedules that are switched off", async () => {
    for (const { schedule: timing } of platform.state.schedules) timing.enabled = false;
    assert.deepEqual(ways(await result("ana@example.com")), [
      "schedule 11: recipient (switched off)",
    ]);
    assert.ok(ways(await result("1000001")).includes("schedule 13: owner (switched off)"));
  });

  it("says that nothing shown is no proof that nothing reaches somebody", async () => {
    const { code, out } = await find("nobody@example.com");
    assert.equal(code, 1);
    assert.match(out, /^Nothing found that reaches or belongs to nobody@example\.com /);
    assert.match(out, /\n {2}schedules: The list may show only those of the token's user\./);
    assert.match(out, /\n {2}access to datasets: No call lists datasets\./);
    assert.match(out, /Other objects can reach them, too: no call shows who subscribes/);
  });

  it("says once what documented operations do not show, and makes only documented calls", async () => {
    env.PLATFORM_OPERATIONS = "documented";
    const told = await result("by", "region");
    assert.deepEqual(ids(told), ["view 2001"]);
    const hidden = told.notRead.filter((line) => line.includes("extended"));
    assert.deepEqual(hidden, [
      "recipients of schedules, access to datasets: The documented API does not show them. Set operations to extended.",
      "groups and their members: No documented call lists groups. Name others with --groups, or set operations to extended.",
    ]);
    const person = await result(String(ana), "--groups", String(teamId));
    assert.deepEqual(ways(person), [`group ${teamId}: member`]);
    assert.ok(platform.calls.every(({ source }) => source === "SPEC"));
  });

  it("reads only lists with --lists-only", async () => {
    const told = await result("ana@example.com", "--lists-only");
    assert.deepEqual([told.code, told.reaches], [1, []]);
    assert.ok(told.notRead.some((line) => line.includes("because of --lists-only")));
    assert.ok(platform.calls.every(({ route }) => !route.includes("{")));
  });

  it("names the objects that the instance refuses to show, and goes on with the others", async () => {
    platform.fault({ path: "/reportschedules/11$", kind: "status", status: 403 });
    platform.fault({ path: "/roles$", kind: "status", status: 403 });
    const told = await result(String(ana));
    assert.equal(ways(told).length, 3);
    assert.ok(told.notRead.some((line) => line.startsWith("1 of recipients of schedules (11): ")));
    assert.ok(told.notRead.some((line) => line.startsWith("roles: ")));
  });

  it("says that a list may lack objects", async () => {
    platform.state.groups = Array.from({ length: 101 }, (_, n) => group(n + 1, `Group ${n}`));
    platform.fault({ path: "/grouplist$", skip: 1, kind: "status", status: 400 });
    const { found, notRead } = await result("group", "--lists-only");
    assert.equal(found.length, 100);
    assert.ok(
      notRead.some((line) => /The list of groups with their owners may lack objects/.test(line)),
    );
  });

  it("looks at the groups whose ids somebody names, although the instance refuses the list", async () => {
    platform.fault({ path: "/grouplist$", kind: "status", status: 403 });
    const told = await result(String(ana), "--groups", String(teamId));
    assert.deepEqual(ways(told), [
      `schedule 12: recipient, through group ${teamId} "Re\u0301gion Nord"`,
      `group ${teamId}: member`,
    ]);
    assert.ok(told.notRead.some((line) => line.startsWith("groups: ")));
  });

  it("fails without words, without an instance, with a wrong token, and where all is refused", async () => {
    for (const words of [[], [""], [" ", ""]]) {
      const { code, err } = await find(...words);
      assert.equal(code, 2);
      assert.match(err, /missing required argument|Name at least one word, address or id/);
    }
    assert.equal((await cliHere({}, folder, "find", "sales")).code, 2);
    assert.match((await find("sales", "--instance", "prod")).err, /There is no instances\.yaml/);
    const address = await find("sales", "--instance", "http://dev.example.com");
    assert.match(address.err, /dev:\n +baseUrl: http:\/\/dev\.example\.com$/m);
    const wrong = { ...env, PLATFORM_TOKEN: "wrong" };
    const { err } = await cliHere(wrong, folder, "find", "sales");
    assert.match(err, /Set PLATFORM_TOKEN to a valid token/);
    platform.fault({ times: 0, kind: "status", status: 403 });
    assert.equal((await find("sales")).code, 2);
  });

  it("shows at most 200 rows, and all of them as JSON", async () => {
    platform.state.schedules = Array.from({ length: 201 }, (_, n) =>
      schedule(n + 1, `Sales ${n}`, { pageId: 0, viewId: 0 }),
    );
    const { out } = await find("sales", "--lists-only");
    assert.match(
      out,
      /\nSales 199 .*\n\.\.\. and 1 more\. Add words, or use --json\.\n\n201 ids found/,
    );
    assert.equal((await result("sales", "--lists-only")).found.length, 201);
  });

  describe("in a project", () => {
    let stack: InProcessStack;

    /** Puts a command before the real one that knows one stack and prints its state. */
    const engine = (selects = 'echo "dev"') => {
      const script = `case "$1 $2" in *--show-name) ${selects} ;; config*) cat "${folder}/settings.json" ;; *) cat "${folder}/state.json" ;; esac`;
      env.PATH = fakeEngine(folder, script);
    };
    const keep = async (change?: (schedule: StateResource) => void) => {
      const deployment = await stack.deployment();
      const resources: StateResource[] = deployment.resources ?? [];
      if (change) resources.filter(({ type }) => /:ReportSchedule$/.test(type)).forEach(change);
      const state = { version: 3, deployment };
      writeFileSync(join(folder, "state.json"), JSON.stringify(state));
    };
    const notified = () => ({
      type: "ReportNotification" as const,
      name: "board",
      args: {
        scheduleId: "11",
        recipients: [{ userId: ana, displayName: "Ana I.", emailAddress: "ana@example.com" }],
      },
    });
    const readers = (list: unknown = permissions(`USER ${ana} CAN_EDIT`)) => ({
      type: "DatasetShare" as const,
      name: "order-readers",
      args: { datasetId: dataset, permissions: list },
    });
    beforeEach(async () => {
      writeFileSync(join(folder, "Pulumi.yaml"), "name: reports\nruntime: nodejs\n");
      platform.state.shares = [];
      stack = new InProcessStack("plugin", env);
      stack.declare([readers(), notified(), { ...weekly(), name: "mondays" }]);
      await stack.ok("up", "--yes", "--skip-preview");
      await keep();
      platform.calls.length = 0;
      engine();
    });
    afterEach(() => stack.remove());

    it("finds datasets, and the ids of schedules, by the names of resources", async () => {
      const told = await result("order");
      assert.deepEqual(ids(told), [`dataset ${dataset}`]);
      assert.equal(
        told.found[0]?.fits[0],
        "datasetId of DatasetShare, DatasetIndex, listPartitions, searchPartitions",
      );
      assert.deepEqual(ids(await result("mondays")).length, 3);
    });

    it("knows the address of a user, and says which resource manages what", async () => {
      const told = await result("ana@example.com");
      const managed = told.reaches.map(({ kind, name, resources }) => [kind, name, resources?.[0]]);
      assert.deepEqual(managed, [
        ["schedule", "Weekly sales", undefined],
        ["schedule", "Weekly stock", undefined],
        ["share", `dataset ${dataset}, user ${ana}`, "order-readers"],
        ["group", "Re\u0301gion Nord", undefined],
        ["group", "Re\u0301gion Nord", undefined],
        ["notification", "board", "board"],
      ]);
      assert.match(
        told.notes.join("\n"),
        /ana@example\.com is user 1000002, according to stack dev/,
      );
      const { out } = await find("sales@example.com");
      assert.match(out, /Managed by stack dev\nWeekly sales .* instance, stack dev +mondays\n/);
    });

    it("says what manages an object that Pulumi still has to delete, and nothing of a deleted object", async () => {
      const managing = async (mark: object) => {
        await keep((schedule) => Object.assign(schedule, mark));
        const { reaches } = await result("sales@example.com");
        return reaches.flatMap(({ resources = [] }) => resources);
      };
      assert.deepEqual(await managing({ delete: true }), ["mondays"]);
      assert.deepEqual(await managing({ pendingReplacement: true }), []);
      assert.deepEqual(await managing({ external: true }), []);
    });

    it("takes an object of a state without the instance for one of this instance", async () => {
      writeFileSync(
        join(folder, "Pulumi.dev.yaml"),
        JSON.stringify({ config: { "platform:baseUrl": "https://other.example.com" } }),
      );
      await keep(({ outputs }) => delete (outputs as Record<string, unknown>).__madeOn);
      const { reaches } = await result("sales@example.com");
      assert.deepEqual(
        reaches.flatMap(({ resources = [] }) => resources),
        ["mondays"],
      );
    });

    it("names the resource that manages the membership of a group", async () => {
      const members = [{ type: "USER", id: String(ana) }];
      const args = { groupId: String(teamId), members };
      stack.declare([{ type: "GroupMembers" as const, name: "in-the-north", args }]);
      await stack.ok("up", "--yes", "--skip-preview");
      await keep();
      platform.calls.length = 0;
      const told = await result(String(ana));
      const group = told.reaches.find(({ kind, how }) => kind === "group" && how === "member");
      assert.deepEqual([group?.name, group?.resources], ["Re\u0301gion Nord", ["in-the-north"]]);
    });

    it("says that a list is secret, and leaves out what is on another instance", async () => {
      stack.declare([readers(secret(permissions(`USER ${ana} CAN_EDIT`)))]);
      await stack.ok("up", "--yes", "--skip-preview");
      await keep();
      platform.calls.length = 0;
      env.PLATFORM_OPERATIONS = "documented";
      const told = await result(String(ana));
      assert.ok(told.notRead.some((line) => line.includes("permissions is secret")));
      const elsewhere = await startSimulator({ profile: "extended" });
      Object.assign(env, { PLATFORM_BASE_URL: elsewhere.url, PLATFORM_TOKEN: elsewhere.token });
      const { notRead, found } = await result("order");
      await elsewhere.close();
      assert.deepEqual(found, []);
      assert.ok(notRead.some((line) => /\d resources? of stack dev: They are on other/.test(line)));
    });

    it("takes the instance of the stack where no variable names one, and asks for the passphrase only for the token", async () => {
      const { PLATFORM_BASE_URL: address = "", PLATFORM_TOKEN: token = "" } = env;
      const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
      write("Pulumi.dev.yaml", `config: { "platform:baseUrl": "${address}" }\n`);
      Reflect.deleteProperty(env, "PLATFORM_BASE_URL");
      assert.deepEqual(ids(await result("order")), [`dataset ${dataset}`]);
      Reflect.deleteProperty(env, "PLATFORM_TOKEN");
      const settings = {
        "platform:baseUrl": { value: address },
        "platform:token": { value: token },
      };
      write("settings.json", JSON.stringify(settings));
      assert.deepEqual(ids(await result("order")), [`dataset ${dataset}`]);
      write("settings.json", "{}");
      const { code, err } = await find("order");
      assert.equal(code, 2);
      assert.match(err, /platform:baseUrl.*\n.*platform:token/);
    });

    it("answers without a stack, and says so; a named stack must exist", async () => {
      engine("exit 1");
      const told = await result("sales");
      assert.ok(told.found.length > 0);
      assert.ok(told.notRead.some((line) => line.startsWith("the stack: Which stack?")));
      writeFileSync(join(folder, "bin", "pulumi"), "#!/bin/sh\necho no such stack >&2; exit 1\n");
      const { code, err } = await find("sales", "--stack", "prod");
      assert.deepEqual([code, /no such stack/.test(err)], [2, true]);
    });

    it("finds the datasets of an export that nobody imported yet", async () => {
      engine("exit 1");
      const resources = [
        { type: "platform:index:DatasetShare", name: "stock-readers", id: dataset },
        { type: "platform:index:Certification", name: "card-seal", id: "CARD/77" },
      ];
      for (const [at, file] of ["import.json", "import-2.json"].entries())
        writeFileSync(join(folder, file), JSON.stringify({ resources: [resources[at]] }));
      assert.deepEqual(ids(await result("stock-readers")), [`dataset ${dataset}`]);
      assert.deepEqual(ids(await result("seal")), ["card 77"]);
    });
  });
});

describe("a table on a narrow terminal", () => {
  it("wraps texts, and cuts no id", () => {
    const text = "a text that is much longer than its column on such a terminal";
    const shown = table(["Id", "Name", "How"], [[dataset, "order-readers", text]], 60);
    for (const word of [dataset, "order-readers", ...text.split(" ")])
      assert.ok(shown.join("\n").includes(word), word);
    assert.ok(shown.length > 3);
  });
});

describe("the arguments that an id fits", () => {
  it("follow from the definitions", () => {
    assert.deepEqual(argumentsFor("page"), ["pageId of ReportSchedule"]);
    assert.equal(argumentsFor("card")[0], "entityId of Certification (entityType CARD)");
    assert.deepEqual(argumentsFor("role"), ["id of getRole"]);
    for (const fitting of ["permissions.id of DatasetShare (type GROUP)", "adopt of Group"])
      assert.ok(argumentsFor("group").includes(fitting), fitting);
  });
});

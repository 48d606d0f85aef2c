import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { addSchedules } from "../cli/calendar/calendarInstances";
import { analysts, orders, weekly } from "../engine/stacks/declarations";
import type { Declared } from "../engine/stacks/pulumiStack";
import { killAt, waitUntil } from "../faults/dying/killing";
import { InProcessStack } from "../harness/inProcessStack";
import { entries } from "../harness/sessions/session";
import type { Entry } from "../harness/sessions/session";

/** What lives have found, in the fewest steps that show it. */
describe("a defect that a life found", () => {
  let platform: Simulator;
  let stack: InProcessStack;
  before(async () => (platform = await startSimulator({ profile: "extended" })));
  after(() => platform.close());
  afterEach(() => {
    stack.remove();
    platform.reset();
  });

  const begin = async (entry: Entry, declared: Declared) => {
    stack = new InProcessStack(entry, {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
      PLATFORM_OPERATIONS: "extended",
    });
    await up(declared);
  };
  const up = (...declared: Declared[]) => {
    stack.declare(declared);
    return stack.ok("up", "--yes", "--skip-preview");
  };

  it("is not back: after a kill, a list that lacks what the run created leads to no second schedule", async () => {
    const old = weekly();
    await begin("dynamic", analysts());
    const before = join(stack.env.PULUMI_HOME ?? "", "before.json");
    await stack.ok("stack", "export", "--file", before);
    await up(analysts(), old);
    // What an engine leaves that died, before the program gave the resource another name.
    await stack.ok("stack", "import", "--file", before);
    platform.fault({ path: "reportschedules", kind: "truncated-list", keep: 0 });
    stack.declare([analysts(), { ...old, name: "renamed" }]);
    assert.match(
      await stack.fails("up", "--yes", "--skip-preview"),
      /already has one .*duplicate_exists/s,
    );
    assert.equal(platform.state.schedules.length, 1);
  });

  for (const entry of entries)
    it(`is not back: a renamed group that is replaced in the same run is deleted first (${entry})`, async () => {
      const old = analysts();
      await begin(entry, old);
      const args = { ...old.args, description: "May read one report" };
      const opts = { aliases: [{ name: old.name }], replaceOnChanges: ["description"] };
      await up({ ...old, name: "renamed", args, opts });
      assert.deepEqual(
        platform.state.groups.map(({ description }) => description),
        ["May read one report"],
      );
    });

  it("is not back: a renamed resource that is replaced in the same run leaves no schedule behind", async () => {
    const old = weekly();
    await begin("plugin", old);
    const args = { ...old.args, schedule: { ...old.args.schedule, hourOfDay: 9 } };
    const opts = { aliases: [{ name: old.name }], replaceOnChanges: ["schedule"] };
    await up({ ...old, name: "renamed", args, opts });
    assert.deepEqual(
      platform.state.schedules.map(({ schedule }) => schedule.hourOfDay),
      [9],
    );
  });

  it("is not back: a renamed group that gets another type is deleted before it is created", async () => {
    const old = { ...analysts(), args: { ...analysts().args, type: "closed" } };
    await begin("plugin", old);
    const [before] = platform.state.groups;
    const args = { ...old.args, type: "open", allowMembershipLoss: true };
    await up({ ...old, name: "renamed", args, opts: { aliases: [{ name: old.name }] } });
    assert.deepEqual(
      platform.state.groups.map(({ type }) => type),
      ["open"],
    );
    assert.notEqual(platform.state.groups[0]?.id, before?.id);
  });

  it("is not back: a group that moves to the plugin and gets another type is deleted first", async () => {
    const old = { ...analysts(), args: { ...analysts().args, type: "closed" } };
    await begin("dynamic", old);
    const [before] = platform.state.groups;
    const args = { ...old.args, type: "open", allowMembershipLoss: true };
    await up({ ...old, args, opts: { entry: "plugin" } });
    assert.deepEqual(
      platform.state.groups.map(({ type }) => type),
      ["open"],
    );
    assert.notEqual(platform.state.groups[0]?.id, before?.id);
  });

  it("is not back: a group that moves to the plugin and is replaced as its options say is deleted first", async () => {
    await begin("dynamic", analysts());
    const args = { ...analysts().args, description: "Another" };
    await up({
      ...analysts(),
      args,
      opts: { entry: "plugin", replaceOnChanges: ["description"], deleteBeforeReplace: true },
    });
    assert.deepEqual(
      platform.state.groups.map(({ description }) => description),
      ["Another"],
    );
  });

  it("is not back: a replacement whose delete only another journal knows is finished", async () => {
    const opts = { deleteBeforeReplace: true };
    await begin("plugin", { ...analysts(), opts });
    const { urn } = Object.values(await stack.state())[0] ?? {};
    platform.fault({ method: "POST", kind: "status", status: 403 });
    await stack.fails("up", "--yes", "--skip-preview", "--replace", String(urn));
    assert.deepEqual(platform.state.groups, []);
    stack.env.PULUMI_HOME = `${stack.env.PULUMI_HOME}/elsewhere`;
    await up({ ...analysts(), opts });
    assert.equal(platform.state.groups.length, 1);
  });

  it("is not back: two resources of a state that are one group are both destroyed", async () => {
    await begin("plugin", analysts());
    const [group] = platform.state.groups;
    const words = ["--yes", "--generate-code=false", "--protect=false"];
    await stack.ok("import", "platform:index:Group", "again", String(group?.id), ...words);
    await stack.ok("destroy", "--yes", "--skip-preview");
    assert.deepEqual(platform.state.groups, []);
  });

  it("is not back: an imported schedule survives the delete of its former resource", async () => {
    const old = weekly();
    await begin("dynamic", old);
    const [schedule] = platform.state.schedules;
    const opts = { entry: "plugin", import: String(schedule?.id) };
    await up({ ...old, name: "imported", opts });
    assert.equal(platform.state.schedules.length, 1);
  });

  describe("between two providers of a program on one instance", () => {
    const provided = (declared: Declared): Declared => ({
      ...declared,
      name: "provided",
      opts: { ...declared.opts, provider: "second" },
    });
    const beginTwo = async (declared: Declared) => {
      await begin("plugin", declared);
      const { url: baseUrl, token } = platform;
      stack.provide({ second: { baseUrl, token, operations: "extended" } });
    };

    for (const flags of [[], ["--parallel", "1"]]) {
      it(`is not back: both create equal schedules in the first run ${flags.join(" ")}`, async () => {
        await beginTwo(analysts());
        // Otherwise both can list before either creates.
        const dependsOn = [weekly().name];
        const second = provided({ ...weekly(), opts: { dependsOn } });
        stack.declare([analysts(), weekly(), second]);
        await stack.ok("up", "--yes", "--skip-preview", ...flags);
        assert.equal(platform.state.schedules.length, 2);
      });
    }

    it("is not back: one does not adopt what the other manages", async () => {
      const old = weekly();
      await beginTwo(old);
      const [schedule] = platform.state.schedules;
      const title = "Another";
      const other = { ...old, args: { ...old.args, title, adopt: String(schedule?.id) } };
      stack.declare([old, provided(other)]);
      assert.match(
        await stack.fails("up", "--yes", "--skip-preview"),
        /another resource of this program manages it.*\[declared_twice\]/s,
      );
      assert.equal(schedule?.title, old.args.title);
    });

    it("is not back: a preview says that one adopts what the other manages", async () => {
      const old = weekly();
      await beginTwo(old);
      const adopt = String(platform.state.schedules[0]?.id);
      stack.declare([old, provided({ ...old, args: { ...old.args, title: "Another", adopt } })]);
      assert.match(
        (await stack.told("preview")).text,
        /adopts report schedule .*, which this resource manages/,
      );
    });

    it("is not back: one does not take the access that the other gives", async () => {
      const old = orders();
      await beginTwo(old);
      const had = structuredClone(platform.state.shares);
      const people = { permissions: [{ type: "USER", id: "11", accessLevel: "CAN_VIEW" }] };
      const changed = { ...old, args: { ...old.args, ...people }, opts: { dependsOn: "provided" } };
      stack.declare([provided(old), changed]);
      await stack.ok("up", "--yes", "--skip-preview");
      const kept = platform.state.shares.filter(({ granteeId }) => granteeId !== "11");
      assert.deepEqual(kept, had);
    });

    it("is not back: one does not delete what the other manages", async () => {
      const old = analysts();
      await beginTwo(old);
      const [group] = platform.state.groups;
      const words = ["--yes", "--generate-code=false", "--protect=false"];
      await stack.ok("import", "platform:index:Group", "again", String(group?.id), ...words);
      await up({ ...provided(old), name: old.name });
      assert.deepEqual(platform.state.groups, [group]);
    });
  });

  it("is not back: an import that could not read the recipients takes none that the program adds for sent", async () => {
    await begin("plugin", analysts());
    stack.env.PLATFORM_OPERATIONS = "documented";
    const { args } = weekly();
    const boss = [{ type: "EMAIL", value: "boss@example.com" }];
    const schedule = { ...args.schedule, additionalRecipients: boss };
    addSchedules(platform, [{ ...args, schedule }]);
    const id = String(platform.state.schedules[0]?.id);
    const words = ["--yes", "--generate-code=false", "--protect=false"];
    await stack.ok("import", "platform:index:ReportSchedule", "weekly", id, ...words);
    assert.match(
      await up(analysts(), weekly()),
      /could not read schedule\.additionalRecipients.* not sent/,
    );
    assert.doesNotMatch(await up(analysts(), weekly()), /not sent/);
    Object.assign(stack.env, {
      PLATFORM_OPERATIONS: "extended",
      PLATFORM_READ_DETAILS: "refresh",
    });
    assert.match(await stack.ok("preview", "--refresh"), /no longer e-mail 1 .*boss@example\.com/);
  });

  it("is not back: an adoption instead of a deleted object announces no second one", async () => {
    await begin("plugin", weekly());
    await up(weekly(), analysts());
    platform.state.schedules.length = 0;
    addSchedules(platform, [{ title: "Made by hand" }, { title: "Another" }]);
    const adopt = String(platform.state.schedules[0]?.id);
    stack.declare([{ ...weekly(), args: { ...weekly().args, adopt } }, analysts()]);
    const said = await stack.ok("preview", "--refresh");
    assert.match(said, /adopts report schedule/);
    assert.doesNotMatch(said, /will be created again/);
  });

  it("is not back: a variable that contradicts the stack deletes nothing on a copy of the instance", async () => {
    await begin("plugin", weekly());
    await stack.ok("config", "set", "platform:baseUrl", platform.url);
    delete stack.env.PLATFORM_BASE_URL;
    await up(weekly());
    const copy = await startSimulator({ profile: "extended", token: platform.token });
    try {
      copy.state.schedules.push(...structuredClone(platform.state.schedules));
      stack.env.PLATFORM_BASE_URL = copy.url;
      for (const command of ["destroy", "up"])
        assert.match(
          await stack.fails(command, "--yes", "--skip-preview"),
          /it was created on \S+, and this run uses \S+, so nothing was changed/,
        );
      assert.equal(copy.state.schedules.length, 1);
    } finally {
      await copy.close();
    }
  });

  it("is not back: a destroy names its instance and its operations, although no program runs", async () => {
    await begin("plugin", weekly());
    const said = await stack.ok("destroy", "--yes", "--skip-preview");
    assert.match(said, /Instance http:\S+, extended operations, platform:mail live/);
  });

  it("is not back: an entry of the state that was renamed does not delete what the old name adopted", async () => {
    const old = weekly();
    await begin("dynamic", old);
    const [schedule = assert.fail()] = platform.state.schedules;
    const { urn = "" } = (await stack.state())[old.name] ?? {};
    await stack.ok("state", "rename", urn, "x", "--yes");
    const adopting = { ...old, args: { ...old.args, adopt: String(schedule.id) } };
    // Pulumi deletes nothing after a create that failed.
    platform.fault({ method: "POST", path: "/groups$", kind: "status", status: 400 });
    stack.declare([adopting, { ...analysts(), opts: { dependsOn: old.name } }]);
    await stack.fails("up", "--yes", "--skip-preview");
    assert.match(await up(adopting), /Nothing was deleted: a resource of this program manages/);
    assert.deepEqual(platform.state.schedules, [schedule]);
  });

  it("is not back: a replacement does not delete the object that it found again after a lie and a lost answer", async () => {
    const old = weekly();
    await begin("dynamic", old);
    const { urn = "" } = (await stack.state())[old.name] ?? {};
    const [schedule = assert.fail()] = platform.state.schedules;
    await stack.ok("state", "taint", urn, "--yes");
    rmSync(stack.home, { recursive: true });
    // The list before the request lacks the object, and the request does nothing.
    const path = "reportschedules$";
    platform.fault({ method: "GET", path, kind: "truncated-list", keep: 0, times: 1 });
    platform.fault({ method: "POST", path, kind: "close", moment: "before", times: 0 });
    assert.match(await up(old), /Nothing was deleted: this run took over report schedule/);
    assert.deepEqual(platform.state.schedules, [schedule]);
  });

  for (const entry of entries)
    it(`is not back: a preview says that a group which a replacement retained still has the name (${entry})`, async () => {
      const old = analysts();
      await begin(entry, old);
      await up({ ...old, opts: { retainOnDelete: true } });
      stack.declare([{ ...old, opts: { retainOnDelete: true, deleteBeforeReplace: true } }]);
      await stack.fails("up", "--yes", "--skip-preview", "--replace", "**");
      const told = /still has this name.*delete it on the instance/s;
      assert.match(await stack[entry === "plugin" ? "fails" : "ok"]("preview"), told);
      assert.match(await stack.fails("up", "--yes", "--skip-preview"), told);
      assert.equal(platform.state.groups.length, 1);
      platform.state.groups.pop();
      await stack.ok("preview");
      await stack.ok("up", "--yes", "--skip-preview");
      assert.equal(platform.state.groups.length, 1);
    });

  it("is not back: a group whose entry of the state was renamed is known from the process of the refresh", async () => {
    const old = analysts();
    await begin("dynamic", old);
    const { urn = "" } = (await stack.state())[old.name] ?? {};
    await stack.ok("state", "rename", urn, "x", "--yes");
    // With a setting of the stack, another process creates than refreshes.
    await stack.ok("config", "set", "platform:mail", "live");
    assert.match(await stack.ok("preview", "--refresh"), /is replaced.*aliases/);
    const said = await stack.fails("up", "--yes", "--skip-preview", "--refresh");
    assert.match(said, /the old one still has this name, so nothing was created.*aliases/s);
    assert.equal(platform.state.groups.length, 1);
  });

  it("is not back: a group that a replacement adopted again is not deleted, whichever provider is asked", async () => {
    const old = analysts();
    await begin("plugin", old);
    const [group] = platform.state.groups;
    const adopting = { ...old, args: { ...old.args, adopt: String(group?.id) } };
    // Pulumi deletes nothing after a create that failed.
    platform.fault({ method: "POST", path: "reportschedules$", kind: "status", status: 400 });
    stack.declare([adopting, weekly()]);
    await stack.fails("up", "--yes", "--skip-preview", "--replace", "**");
    assert.match(await up(adopting, weekly()), /Nothing was deleted: a resource of this program/);
    assert.deepEqual(platform.state.groups, [group]);
  });

  it("is not back: a program that stops early, because of another resource, does not count as without the rest", async () => {
    const old = weekly();
    const at = (hourOfDay: number, name: string, opts = {}): Declared => {
      const { schedule } = old.args as { schedule: object };
      return { ...old, name, args: { ...old.args, schedule: { ...schedule, hourOfDay } }, opts };
    };
    await begin("plugin", old);
    const title = "Another";
    const wrong = at(24, "wrong");
    const rest = { ...old, opts: { dependsOn: "wrong" } };
    for (const copy of [at(9, "copy"), { ...old, name: "copy" }]) {
      stack.declare([copy, { ...wrong, args: { ...wrong.args, title } }, rest]);
      const said = await stack.fails("preview", "--refresh");
      assert.match(said, /hourOfDay/);
      assert.doesNotMatch(said, /no longer declares|gets a new id/);
    }
  });

  it("is not back: a preview names owners who come and go", async () => {
    const grantee = { type: "USER", id: "6789456782" };
    const team = (args: object): Declared => ({
      ...{ type: "GroupMembers", name: "team", opts: { dependsOn: "analysts" } },
      args: { groupId: String(platform.state.groups[0]?.id), ...args },
    });
    const closed = { ...analysts(), args: { ...analysts().args, type: "closed" } };
    await begin("plugin", closed);
    assert.match(
      await up(closed, team({ members: [grantee], owners: [grantee] })),
      /user 6789456782 will join group \d+, and user 6789456782 will own group \d+/,
    );
    stack.declare([closed, team({ members: [grantee] })]);
    assert.match(await stack.ok("preview"), /user 6789456782 will no longer own group \d+/);
  });

  for (const entry of entries) {
    it(`is not back: a move to another stack is no reason to take the object over (${entry})`, async () => {
      await begin(entry, analysts());
      const [held] = Object.values(await stack.state());
      await stack.ok("stack", "init", "other");
      await stack.ok("stack", "select", "test");
      const move = ["--source", "test", "--dest", "other", String(held?.urn)];
      await stack.ok("state", "move", ...move, "--yes");
      assert.match(
        await stack.fails("up", "--yes", "--skip-preview"),
        /already has|the instance has/,
      );
    });

    it(`is not back: a replacement does not delete what the program adopts (${entry})`, async () => {
      await begin(entry, analysts());
      const [group] = platform.state.groups;
      const adopt = String(group?.id);
      const { urn } = Object.values(await stack.state())[0] ?? {};
      const args = { ...analysts().args, adopt };
      const adopting = { ...analysts(), args, opts: { deleteBeforeReplace: true } };
      stack.declare([adopting]);
      const said = await stack.ok("up", "--yes", "--skip-preview", "--replace", String(urn));
      assert.match(said, /the program adopts group/);
      assert.deepEqual(platform.state.groups, [group]);
      assert.deepEqual(Object.values(await stack.state())[0]?.id, adopt);
    });

    it(`is not back: a delete that was not saved is told (${entry})`, async () => {
      await begin(entry, orders());
      const file = "before.json";
      await stack.ok("stack", "export", "--file", file);
      await stack.ok("destroy", "--yes", "--skip-preview");
      await stack.ok("stack", "import", "--file", file);
      assert.match(
        await up(orders()),
        /An earlier run deleted .* If no run created it again since/,
      );
    });

    it(`is not back: what is created again after a destroy does not count as deleted (${entry})`, async () => {
      await begin(entry, analysts());
      await up(analysts(), orders());
      await stack.ok("destroy", "--yes", "--skip-preview");
      // The file with the deletes stays, because nothing settles the one of the old name.
      const renamed = { ...analysts(), name: "renamed" };
      await up(renamed, orders());
      assert.doesNotMatch(await up(renamed, orders()), /An earlier run deleted/);
    });

    it(`is not back: a replacement right after the e-mail does what its preview says, whatever comes first (${entry})`, async () => {
      await begin(entry, weekly());
      for (const deleteBeforeReplace of [false, true]) {
        const name = `news-${deleteBeforeReplace}`;
        const recipients = [{ type: "EMAIL", value: "board@example.com" }];
        const args = { scheduleOf: "weekly", recipients };
        const news: Declared = { type: "ReportSend", name, args };
        const opts = { deleteBeforeReplace };
        await up(weekly(), { ...news, opts });
        const urn = String((await stack.state())[name]?.urn);
        const mails = platform.outbox.length;
        const said = await stack.ok("up", "--yes", "--skip-preview", "--replace", urn);
        assert.match(said, /will e-mail nobody: an earlier run/);
        assert.equal(platform.outbox.length, mails);
        await up(weekly(), { ...news, opts });
        assert.match(
          await stack.ok("up", "--yes", "--skip-preview", "--replace", urn),
          /will e-mail 1 recipient/,
        );
        assert.ok(platform.outbox.length > mails);
        await up(weekly());
      }
    });

    it(`is not back: an adoption names what a killed run created for the resource (${entry})`, async () => {
      await begin(entry, analysts());
      stack.env.PULUMI_SKIP_CHECKPOINTS = stack.env.PULUMI_EXPERIMENTAL = "true";
      stack.declare([analysts(), weekly()]);
      const rule = { method: "POST", path: "/reportschedules", kind: "delay" } as const;
      const { id } = platform.fault({ ...rule, moment: "after", delayMs: 100 });
      // The provider outlives its engine, and notes the answer.
      const death = { victim: "engine", moment: "before", faultId: id } as const;
      const run = stack.pulumi("up", "--yes", "--skip-preview");
      const isOver = await killAt({ platform, stack }, death, run);
      await run;
      assert.ok(isOver && (await waitUntil(isOver, 15_000)));
      await stack.ok("cancel", "--yes");
      const [made] = platform.state.schedules;
      addSchedules(platform, [{ title: "Made by hand" }]);
      const adopt = String(platform.state.schedules[1]?.id);
      stack.declare([analysts(), { ...weekly(), args: { ...weekly().args, adopt } }]);
      const { text } = await stack.pulumi("preview");
      assert.match(text, new RegExp(`killed created report schedule ${made?.id} for it`));
    });

    it(`is not back: a delete that worked without an answer is over once a read shows it (${entry})`, async () => {
      await begin(entry, weekly());
      const [schedule] = platform.state.schedules;
      stack.declare([]);
      const rule = { method: "DELETE", path: "/reportschedules/", kind: "delay" } as const;
      const { id } = platform.fault({ ...rule, moment: "after", delayMs: 500 });
      const run = stack.pulumi("up", "--yes", "--skip-preview");
      const death = { victim: "both", moment: "before", faultId: id } as const;
      await killAt({ platform, stack }, death, run);
      await run;
      await stack.ok("cancel", "--yes");
      await stack.ok("refresh", "--yes", "--skip-preview");
      await up(weekly());
      assert.notEqual(platform.state.schedules[0]?.id, schedule?.id);
      assert.doesNotMatch(await up(weekly()), /did not end|deletes it/);
    });
  }
});

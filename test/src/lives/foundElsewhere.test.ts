import assert from "node:assert/strict";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { analysts, certified, orders, weekly } from "../engine/stacks/declarations";
import type { Declared } from "../engine/stacks/pulumiStack";
import { InProcessStack } from "../harness/inProcessStack";
import { entries } from "../harness/sessions/session";

const up = ["up", "--yes", "--skip-preview"];

for (const entry of entries)
  describe(`a defect of evidence that a life found (${entry})`, () => {
    let platform: Simulator;
    let other: Simulator;
    let stack: InProcessStack;
    before(async () => {
      [platform, other] = await Promise.all([
        startSimulator({ profile: "extended" }),
        startSimulator({ profile: "extended" }),
      ]);
    });
    after(() => Promise.all([platform.close(), other.close()]));
    afterEach(() => {
      stack.remove();
      platform.reset();
      other.reset();
    });

    const begin = (operations: string) => {
      stack = new InProcessStack(entry, {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
        PLATFORM_OPERATIONS: operations,
      });
    };
    const apply = (declared: Declared[], ...more: string[]) => {
      stack.declare(declared);
      return stack.ok(...up, ...more);
    };
    const sends = (id: unknown): Declared => ({
      type: "ReportSend",
      name: "once",
      args: { scheduleId: String(id), recipients: [{ type: "EMAIL", value: "one@example.com" }] },
    });

    const asAnother = () => {
      platform.state.tokens.another = 28;
      stack.env.PLATFORM_TOKEN = "another";
      platform.state.grants.readSchedulesOfOthers = false;
    };

    it("is not back: `--replace '**'` with documented operations makes no second schedule", async () => {
      begin("documented");
      await apply([weekly()]);
      for (const command of ["preview", "up"]) {
        const args = command === "up" ? up : [command];
        const { text } = await stack.told(...args, "--replace", "**");
        assert.match(text, /without `--replace`|\[duplicate_exists\]|lists your options/);
      }
      assert.equal(platform.state.schedules.length, 1);
    });

    it("is not back: a schedule of another instance is mailed by nobody who uses its id here", async () => {
      begin("extended");
      await apply([weekly()]);
      const [made] = platform.state.schedules;
      assert.ok(made);
      const another = { ...structuredClone(made), title: "Another" };
      other.state.schedules.push(another);
      stack.env.PLATFORM_BASE_URL = other.url;
      stack.declare([weekly(), sends(made.id)]);
      for (const args of [["preview"], up]) {
        const text = await stack.fails(...args);
        assert.match(text, /was created on .*, and this run uses/);
        assert.match(text, /another_instance/);
      }
      assert.deepEqual(other.outbox, []);
      // The same instance under another address is not refused once a read has shown the object there.
      another.title = made.title;
      await apply([weekly(), sends(made.id)], "--refresh");
      assert.equal(other.outbox.length, 1);
    });

    it("is not back: nothing takes the place of an object of another instance", async () => {
      begin("extended");
      await apply([weekly()]);
      const [held] = Object.values(await stack.state());
      await stack.ok("state", "taint", String(held?.urn), "--yes");
      stack.env.PLATFORM_BASE_URL = other.url;
      const { text } = await stack.told(...up, ...(entry === "dynamic" ? ["--refresh"] : []));
      assert.match(text, /was created on/);
      assert.deepEqual(other.state.schedules, []);
    });

    it("is not back: two answers of another instance do not make an object gone", async () => {
      begin("extended");
      await apply([analysts()]);
      platform.fault({ method: "GET", path: "groups", kind: "wrong-instance", times: 2 });
      await apply([analysts()], "--refresh");
      assert.equal(platform.state.groups.length, 1);
    });

    it("is not back: what was there before has to be there as well, between two looks at what is gone", async () => {
      begin("extended");
      const cards = ["101", "102"].map((entityId) => {
        const declared = certified();
        return { ...declared, name: entityId, args: { entityType: "CARD", entityId } };
      });
      await apply(cards, "--parallel", "1");
      const path = "CERTIFIED/state$";
      platform.fault({ method: "GET", path, kind: "wrong-instance", skip: 1, times: 2 });
      const { text } = await stack.told("refresh", "--yes", "--skip-preview", "--parallel", "1");
      assert.match(
        text,
        /certification CARD\/10\d, which was there a moment before, was not shown/,
      );
      assert.equal(Object.keys(await stack.state()).length, 2);
    });

    it("is not back: a list of another instance does not keep access that the program took away", async () => {
      begin("extended");
      await apply([orders()]);
      const granted = platform.state.shares.filter(({ accessLevel }) => accessLevel !== "OWNER");
      assert.notEqual(granted.length, 0);
      platform.fault({ method: "GET", path: "permissions$", kind: "wrong-instance", times: 0 });
      await apply([]);
      const left = platform.state.shares.filter(({ accessLevel }) => accessLevel !== "OWNER");
      assert.deepEqual(left, []);
    });

    it("is not back: a preview says that nothing can show what a killed run made", async () => {
      begin("documented");
      stack.declare([analysts()]);
      platform.fault({ method: "POST", kind: "close", moment: "after", times: 0 });
      await stack.fails(...up);
      platform.clearFaults();
      const { text } = await stack.told("preview");
      assert.match(
        text,
        /Could not check whether group "Analysts" was created: no answer to an earlier run is known/,
      );
      assert.doesNotMatch(text, /looks for it first/);
    });

    it("is not back: a page that is shown after a mail was sent does not send it again", async () => {
      begin("extended");
      await apply([weekly()]);
      const [made] = platform.state.schedules;
      platform.fault({
        ...{ method: "POST", path: "sendnow", kind: "redirect", moment: "after" },
        location: "/done",
      });
      stack.declare([weekly(), sends(made?.id)]);
      await stack.told(...up);
      await stack.told(...up);
      assert.equal(platform.outbox.length, 1);
    });

    it("is not back: a token that shows nothing makes no second schedule of one that an earlier state had", async () => {
      begin("extended");
      const file = "before.json";
      stack.declare([orders()]);
      await stack.ok(...up);
      await stack.ok("stack", "export", "--file", file);
      await apply([orders(), weekly()]);
      // What a run leaves that hung meanwhile.
      await stack.ok("stack", "import", "--file", file);
      asAnother();
      for (const command of [["preview"], up])
        assert.match((await stack.told(...command)).text, /does not show whether it exists/);
      assert.equal(platform.state.schedules.length, 1);
    });

    it("is not back: a token that shows nothing does not make a delete done whose answer was lost", async () => {
      begin("extended");
      await apply([weekly()]);
      asAnother();
      stack.declare([]);
      assert.match(await stack.fails(...up), /there is no proof that the object was deleted/);
      platform.fault({ method: "DELETE", kind: "close", moment: "before", times: 0 });
      await stack.fails(...up);
      platform.clearFaults();
      assert.match(await stack.fails(...up), /there is no proof that the object was deleted/);
      assert.equal(platform.state.schedules.length, 1);
      assert.notDeepEqual(await stack.state(), {});
    });

    for (const way of ["destroy", "refresh", "up"])
      it(`is not back: after a killed destroy, a token that shows nothing does not call its schedule gone (${way})`, async () => {
        begin("extended");
        await apply([weekly()]);
        platform.fault({ method: "DELETE", kind: "close", moment: "before", times: 0 });
        await stack.fails("destroy", "--yes", "--skip-preview");
        platform.clearFaults();
        asAnother();
        const flags = way === "up" ? ["--refresh"] : [];
        const { text } = await stack.told(way, "--yes", "--skip-preview", ...flags);
        assert.match(text, /still exists: the list|no proof that the object was deleted/);
        assert.equal(platform.state.schedules.length, 1);
        assert.notDeepEqual(await stack.state(), {});
        // Whoever sent the delete sees what became of it.
        stack.env.PLATFORM_TOKEN = platform.token;
        await stack.ok("destroy", "--yes", "--skip-preview");
        assert.equal(platform.state.schedules.length, 0);
      });

    it("is not back: a refresh ends what an earlier delete of members says of members that are there again", async () => {
      begin("extended");
      const team = (): Declared => ({
        type: "GroupMembers",
        name: "team",
        args: {
          groupId: String(platform.state.groups[0]?.id),
          members: [{ type: "USER", id: "6789456782" }],
        },
      });
      await apply([analysts()]);
      await apply([analysts(), team()]);
      const state = join(stack.env.PULUMI_HOME ?? "", "state.json");
      await stack.ok("stack", "export", "--file", state);
      const members = structuredClone(platform.state.groups);
      await apply([analysts()]);
      await stack.ok("stack", "import", "--file", state);
      platform.state.groups = members;
      assert.match(await apply([analysts(), team()]), /An earlier run deleted membership/);
      await stack.ok("refresh", "--yes", "--skip-preview");
      assert.doesNotMatch(await apply([analysts(), team()]), /An earlier run deleted/);
    });

    it("is not back: a refresh finds that a share of a moment ago was deleted since", async () => {
      begin("extended");
      stack.env.PLATFORM_VISIBILITY_DELAY_SECONDS = "600";
      await apply([orders()]);
      const granted = structuredClone(platform.state.shares);
      const state = join(stack.env.PULUMI_HOME ?? "", "state.json");
      await stack.ok("stack", "export", "--file", state);
      await stack.ok("destroy", "--yes", "--skip-preview");
      // A runner that slept meanwhile saves what it knows.
      await stack.ok("stack", "import", "--file", state);
      await apply([orders()], "--refresh");
      assert.deepEqual(platform.state.shares, granted);
    });

    it("is not back: nothing adopts what an earlier run deleted and a late list still shows", async () => {
      begin("extended");
      stack.env.PLATFORM_VISIBILITY_DELAY_SECONDS = "600";
      const all = [analysts(), weekly()];
      await apply(all);
      const [group, schedule] = [platform.state.groups[0]?.id, platform.state.schedules[0]?.id];
      platform.fault({ kind: "stale", times: 0, delayMs: 10 ** 9 });
      await stack.ok("destroy", "--yes", "--skip-preview");
      for (const [at, id] of [group, schedule].entries()) {
        const declared = [analysts(), weekly()][at] as Declared;
        stack.declare([{ ...declared, args: { ...declared.args, adopt: String(id) } }]);
        for (const command of [["preview"], up])
          assert.match(await stack.fails(...command), /an earlier run deleted [a-z ]+ "\d+"/);
        await apply([declared]);
        await stack.ok("destroy", "--yes", "--skip-preview");
      }
      assert.deepEqual([platform.state.groups, platform.state.schedules], [[], []]);
    });

    it("is not back: an object that only its own address shows is not gone for a list that is late", async () => {
      begin("extended");
      stack.env.PLATFORM_VISIBILITY_DELAY_SECONDS = "600";
      const older = [analysts(), weekly()].map(({ args, ...one }): Declared => {
        const name = `older ${one.name}`;
        return { ...one, name, args: { ...args, ["title" in args ? "title" : "name"]: name } };
      });
      const all = [...older, analysts(), weekly()];
      await apply(older);
      const path = "reportschedules$|groups/(get|grouplist)$";
      platform.fault({ path, kind: "stale", times: 0, delayMs: 10 ** 9 });
      await apply(all);
      const made = await stack.state();
      await apply(all, "--refresh");
      stack.env.PLATFORM_OPERATIONS = "documented";
      await apply(all, "--refresh");
      const ids = Object.values(await stack.state()).map(({ id }) => id);
      assert.deepEqual(
        ids,
        Object.values(made).map(({ id }) => id),
      );
      assert.deepEqual([platform.state.groups.length, platform.state.schedules.length], [2, 2]);
    });

    it("is not back: a schedule that the instance shows late gets no second one under another name", async () => {
      begin("documented");
      stack.env.PLATFORM_VISIBILITY_DELAY_SECONDS = "600";
      platform.fault({ kind: "stale", times: 0, delayMs: 10 ** 9 });
      await apply([weekly()]);
      await apply([weekly()]);
      stack.declare([{ ...weekly(), name: "renamed" }]);
      await stack.fails(...up);
      assert.equal(platform.state.schedules.length, 1);
    });

    it("is not back: a refresh ends what it knows of a delete without an answer, also if it cannot end another", async () => {
      begin("extended");
      await apply([orders(), certified()]);
      platform.fault({ method: "DELETE", kind: "close", moment: "before", times: 0 });
      await stack.fails("destroy", "--yes", "--skip-preview", "--continue-on-error");
      platform.clearFaults();
      const asked = /An earlier run asked the platform to delete (share|certification) /g;
      const warned = async () =>
        [...(await stack.ok("preview")).matchAll(asked)].map(([, one]) => one).sort();
      assert.deepEqual(await warned(), ["certification", "share"]);
      const { urn = "" } = (await stack.state()).orders ?? {};
      await stack.ok("refresh", "--yes", "--skip-preview", "--target", urn);
      assert.deepEqual(await warned(), ["certification"]);
    });

    it("is not back: what another runner destroyed is created again", async () => {
      begin("extended");
      await apply([weekly()]);
      const { PULUMI_HOME: here } = stack.env;
      stack.env.PULUMI_HOME = `${here}/elsewhere`;
      await stack.ok("destroy", "--yes", "--skip-preview");
      stack.env.PULUMI_HOME = here;
      await apply([weekly()]);
      assert.equal(platform.state.schedules.length, 1);
    });
  });

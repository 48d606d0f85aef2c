import assert from "node:assert/strict";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { setTimeout as sleep } from "node:timers/promises";
import { InProcessStack } from "../harness/inProcessStack";
import { onlyWhole } from "../harness/lives/sampled";
import { entries, entryNames } from "../harness/sessions/session";
import { analysts, certified, mail, monthly, orders, weekly } from "./stacks/declarations";
import { stackOn } from "./stacks/hosted";
import type { Declared, PulumiStack } from "./stacks/pulumiStack";
import { sampledEngine, sampledStack } from "./stacks/sampledStack";

const up = ["up", "--yes", "--skip-preview"];

for (const entry of entries)
  describe(`replacements and moves without a change of content, ${sampledEngine}, through ${entryNames[entry]}`, () => {
    let platform: Simulator;
    let stack: PulumiStack;
    const ids = () => platform.state.schedules.map(({ id }) => String(id)).sort();
    const apply = async (declared: Declared[], ...more: string[]) => {
      stack.declare(declared);
      return stack.ok(...up, ...more);
    };
    const held = async (name: string) => (await stack.state())[name] ?? assert.fail(name);

    beforeEach(async () => {
      platform = await startSimulator({ profile: "extended" });
      stack = await sampledStack(entry, {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
        PLATFORM_OPERATIONS: "extended",
      });
    });
    afterEach(async () => {
      await platform.close();
      stack.remove();
    });

    it("replaces what it created a moment ago, and loses nothing that the program declares", async () => {
      const declared = [weekly(), monthly(), orders(), certified(), mail()];
      await apply(declared);
      const before = ids();
      const access = platform.state.shares.length;
      const replaced = ["--replace", (await held("weekly")).urn, "--refresh"];
      const said = await stack.ok("preview", ...replaced);
      assert.match(said, /"Weekly sales" gets a new id: .*end date and unsubscriptions, is lost/);
      await apply(declared, "--replace", "**", "--refresh");
      assert.equal(new Set([...before, ...ids()]).size, 4);
      assert.deepEqual([(await held("weekly")).id, (await held("monthly")).id].sort(), ids());
      assert.equal(platform.state.shares.length, access);
      assert.equal(platform.state.certifications.length, 1);
      assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    });

    // A preview of dynamic resources does not reach the create.
    if (entry === "plugin")
      it("says that it deletes a group first, whose name no other group can have meanwhile", async () => {
        const closed = { ...analysts(), args: { ...analysts().args, type: "closed" } };
        await apply([closed]);
        stack.declare([{ ...closed, args: { ...analysts().args, allowMembershipLoss: true } }]);
        assert.match(
          await stack.ok("preview"),
          /gets a new id: `pulumi up` deletes group \d+, and then creates another group\./,
        );
      });

    it("replaces a group by replaceOnChanges, and does not say that this fails", async () => {
      const group = (description: string) => ({
        ...{ ...analysts(), opts: { replaceOnChanges: ["description"] } },
        args: { ...analysts().args, description },
      });
      await apply([group("One")]);
      stack.declare([group("Two")]);
      assert.doesNotMatch(await stack.ok("preview"), /fails unless/);
      await apply([group("Two")]);
    });

    it("says before the next update that it deletes what an interrupted run replaced", async () => {
      const mine = new InProcessStack(entry, { ...stack.env } as Record<string, string>);
      mine.declare([weekly()]);
      await mine.ok(...up);
      const [old = ""] = ids();
      const { urn = "" } = (await mine.state()).weekly ?? {};
      assert.doesNotMatch(await mine.ok("preview"), /a run that did not end/);
      platform.fault({ method: "DELETE", path: "schedules", kind: "hang", moment: "before" });
      const run = mine.pulumi(...up, "--replace", urn, "--refresh");
      while (!platform.calls.some(({ method }) => method === "DELETE")) await sleep(5);
      mine.kill("both");
      await run;
      platform.clearFaults();
      await mine.ok("cancel", "--yes");
      const told = new RegExp(`a run that did not end replaced report schedule ${old}, which`);
      assert.match(await mine.ok("preview"), told);
      await mine.ok(...up);
      assert.ok(ids().length === 1 && !ids().includes(old));
      assert.doesNotMatch(await mine.ok("preview"), /a run that did not end/);
      mine.remove();
    });

    it("names recover before it creates another schedule beside one that an interrupted run may have created", async () => {
      const mine = new InProcessStack(entry, { ...stack.env } as Record<string, string>);
      mine.declare([weekly()]);
      platform.fault({ method: "POST", path: "schedules", kind: "hang", moment: "after" });
      const run = mine.pulumi(...up);
      while (ids().length === 0) await sleep(5);
      mine.kill("both");
      await run;
      platform.clearFaults();
      await mine.ok("cancel", "--yes");
      const { args } = weekly();
      const schedule = { ...args.schedule, hourOfDay: 17 };
      mine.declare([{ ...weekly(), name: "renamed", args: { ...args, schedule } }]);
      const told = /A run that did not end may have created it\. .*creates another one\. .*recover/;
      assert.match(await mine.ok("preview"), told);
      mine.remove();
    });

    it("never deletes or repeats an object that the engine does not show to be the old one", async () => {
      await apply([weekly()]);
      const before = ids();
      for (const settled of [false, true]) {
        if (settled) await stack.ok(...up);
        const { code, text } = await stack.pulumi(...up, "--replace", (await held("weekly")).urn);
        // The plugin reads its objects before every update.
        assert.equal(code === 0, entry === "plugin", text);
        if (code !== 0)
          assert.match(
            text,
            /replaces this resource .*, add `--refresh --run-program`.*\[duplicate_exists\]/s,
          );
        assert.equal(ids().length, 1);
        if (code !== 0) assert.deepEqual(ids(), before);
        assert.equal((await held("weekly")).id, ids()[0]);
      }
      assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    });

    it("refuses with documented operations to replace a schedule, and names the way back", async () => {
      stack.env.PLATFORM_OPERATIONS = "documented";
      await apply([weekly()]);
      const { urn } = await held("weekly");
      await stack.ok("state", "taint", urn, "--yes");
      const before = ids();
      const preview = await stack.pulumi("preview", "--refresh");
      assert.match(
        preview.text,
        /the documented API cannot delete the old one.*pulumi state untaint/s,
      );
      assert.match(await stack.fails(...up, "--refresh"), /pulumi state untaint/);
      assert.match(await stack.fails(...up), /pulumi state untaint/);
      assert.deepEqual(ids(), before);
      await stack.ok("state", "untaint", urn, "--yes");
      assert.deepEqual(await stack.steps(...up), []);

      // The engine shows such a replacement by a second check.
      await apply([{ ...weekly(), opts: { replacementTrigger: "one" } }]);
      stack.declare([{ ...weekly(), opts: { replacementTrigger: "two" } }]);
      assert.match(
        await stack.fails("preview"),
        /replacement of ReportSchedule .* is not possible.*replacementTrigger/s,
      );
      assert.match(
        await stack.fails(...up),
        /replacement of ReportSchedule .* is not possible.*replacementTrigger/s,
      );
      assert.deepEqual(ids(), before);
    });

    it("replaces with a trigger, and a group with deleteBeforeReplace", async () => {
      const declare = (trigger: string, group: object = {}) => [
        { ...weekly(), opts: { replacementTrigger: trigger } },
        { ...analysts(), opts: { replacementTrigger: trigger, ...group } },
      ];
      await apply(declare("one"));
      const before = [...ids(), (await held("analysts")).id];
      stack.declare(declare("two"));
      assert.match(await stack.fails(...up), /replace group "Analysts".*deleteBeforeReplace/s);
      await apply(declare("two", { deleteBeforeReplace: true }));
      assert.equal(ids().length, 1);
      assert.equal((await held("weekly")).id, ids()[0]);
      assert.notEqual(ids()[0], before[0]);
      assert.notEqual((await held("analysts")).id, before[1]);
      assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    });

    it("gives a resource with the old name of another one an object of its own", async () => {
      await apply([weekly()]);
      const [id] = ids();
      const aliases = [{ name: "weekly" }];
      const sales = { ...weekly(), name: "sales", opts: { aliases } };
      await apply([sales]);
      assert.equal((await held("sales")).id, id);
      const later = { ...weekly(), args: { ...weekly().args, title: "Another" } };
      await apply([sales, later]);
      assert.equal((await held("sales")).id, id);
      assert.equal(ids().length, 2);
      assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    });

    // Only the plugin learns which resources leave before it previews a create.
    if (entry === "plugin")
      it("says in the preview of a resource with a new name and title that the old one stays", async () => {
        stack.env.PLATFORM_OPERATIONS = "documented";
        await apply([weekly()]);
        const [id] = ids();
        const other = { ...weekly(), name: "quarterly" };
        stack.declare([{ ...other, args: { ...other.args, title: "Quarterly sales" } }]);
        assert.match(
          await stack.ok("preview", "--refresh"),
          new RegExp(
            `ReportSchedule "Quarterly sales" is created, while report schedule ${id} "Weekly sales" leaves the program, and the documented API cannot delete it: .* both send e-mail\\. .*delete\\[retain\\].*.aliases. to .\\[\\{ name: "weekly"`,
            "s",
          ),
        );
        assert.match(await stack.fails(...up, "--refresh"), /documented API cannot delete it/);
        assert.equal(ids().length, 2);
      });

    it("leaves the objects of a stack that was renamed to that stack", async () => {
      await apply([weekly()]);
      const [id] = ids();
      await stack.ok("stack", "rename", "prod");
      await stack.ok("stack", "init", "test");
      assert.match(
        await stack.fails(...up),
        new RegExp(`has report schedule ${id}.*duplicate_exists`, "s"),
      );
      assert.deepEqual(ids(), [id]);
      await apply([{ ...weekly(), args: { ...weekly().args, allowDuplicate: true } }]);
      assert.equal(ids().length, 2);
      await stack.ok("destroy", "--yes", "--skip-preview");
      assert.deepEqual(ids(), [id]);
      await stack.ok("stack", "select", "prod");
      stack.declare([weekly()]);
      await stack.ok(...up);
      assert.deepEqual(ids(), [id]);
      assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    });
  });

describe("a replacement on the real engine", () => {
  // Lives interrupt replacements in process.
  onlyWhole(
    "that was interrupted is announced, and finished when it is requested again",
    async () => {
      const platform = await startSimulator({ profile: "extended" });
      const stack = await stackOn("dynamic", {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
        PLATFORM_OPERATIONS: "extended",
      });
      const ids = () => platform.state.schedules.map(({ id }) => String(id));
      try {
        stack.declare([weekly()]);
        await stack.ok(...up);
        const [old = ""] = ids();
        const { urn = "" } = (await stack.state()).weekly ?? {};
        const exported = join(stack.folder, "before.json");
        await stack.ok("stack", "export", "--file", exported);
        // A delete that arrived after the kill would take away the object that this state knows.
        platform.fault({
          method: "DELETE",
          path: "reportschedules",
          kind: "hang",
          moment: "before",
        });
        const run = stack.pulumi(...up, "--replace", urn, "--refresh");
        await stack.kill("both", () => ids().length === 2);
        assert.notEqual((await run).code, 0);
        platform.clearFaults();
        await stack.recover();
        // The state that a run leaves whose engine saves nothing before it ends.
        await stack.ok("stack", "import", "--file", exported);
        assert.match(await stack.ok(...up), /this state lacks its successor/);
        await stack.ok(...up, "--replace", urn, "--refresh");
        assert.equal(ids().includes(old), false);
        assert.equal(ids().length, 1);
        assert.deepEqual(await stack.steps("preview", "--refresh"), []);
      } finally {
        await platform.close();
        stack.remove();
      }
    },
  );
});

import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { analysts, mail, monthly, weekly } from "../engine/stacks/declarations";
import type { Declared } from "../engine/stacks/pulumiStack";
import { InProcessStack } from "../harness/inProcessStack";
import { later } from "../harness/program";
import { call, groupsPath, schedulesPath } from "../simulator/client";

/** An instance on which a weekly report and a group exist already. */
async function inhabited(): Promise<{ platform: Simulator; report: string; group: string }> {
  const platform = await startSimulator({ profile: "extended" });
  const made = async (path: string, body: unknown) =>
    String(((await call(platform, "POST", path, body)).json as { id: number | string }).id);
  return {
    platform,
    report: await made(schedulesPath, weekly().args),
    group: await made(groupsPath, analysts().args),
  };
}

const adopting = <Kind extends Declared>(declared: Kind, id: unknown) => ({
  ...declared,
  args: { ...declared.args, adopt: id },
});

const writes = (platform: Simulator) =>
  platform.calls.filter(({ method }) => method !== "GET").map(({ route }) => route);

describe("adopt in documented operations", () => {
  let platform: Simulator;
  let stack: InProcessStack;
  let [report, group] = ["", ""];

  before(async () => {
    ({ platform, report, group } = await inhabited());
    stack = new InProcessStack("dynamic", {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
    });
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });
  beforeEach(() => {
    platform.calls.length = 0;
  });

  it("fails in the preview where the object differs, and names each path with both values", async () => {
    const declared = adopting(weekly(), report);
    declared.args.title = "Sales of the week";
    declared.args.schedule.hourOfDay = 9;
    stack.declare([declared]);
    const text = await stack.fails("preview");
    assert.match(
      text,
      /title is "Weekly sales" on the instance and "Sales of the week" in the program/,
    );
    assert.match(text, /schedule\.hourOfDay is 8 on the instance and 9 in the program/);
    assert.match(
      text,
      /1\. Write `schedule\.hourOfDay: 8` in the program\.\n +2\. Run `pulumi config set platform:operations extended`\./,
    );
    assert.deepEqual(writes(platform), []);
  });

  it("fails in the preview where the group differs", async () => {
    const declared = adopting(analysts(), group);
    stack.declare([{ ...declared, args: { ...declared.args, description: "Others" } }]);
    assert.match(
      await stack.fails("preview"),
      /description is "May read all sales reports" on the instance and "Others" in/,
    );
  });

  it("fails in the preview where there is no such object", async () => {
    stack.declare([adopting(monthly(), "77")]);
    assert.match(
      await stack.fails("preview"),
      /adopt: report schedule "77" does not exist, or the user of the token cannot see it/,
    );
    stack.declare([adopting(analysts(), "77")]);
    assert.match(await stack.fails("preview"), /adopt: group "77" does not exist/);
  });

  it("refuses the same object for two resources of a program", async () => {
    stack.declare([
      adopting(weekly(), report),
      { ...adopting(weekly(), report), name: "weekly-again" },
    ]);
    assert.match(
      await stack.fails("preview"),
      new RegExp(`Report schedule ${report} is declared by two resources`),
    );
    assert.deepEqual(writes(platform), []);
  });

  it("takes equal objects over without a write, also where the id is known only later", async () => {
    stack.declare([mail(), adopting(weekly(), report), adopting(analysts(), later("mail", group))]);
    assert.deepEqual(await stack.steps("preview"), [
      "create analysts",
      "create mail",
      "create weekly",
    ]);
    await stack.ok("up", "--yes", "--skip-preview");
    assert.deepEqual(writes(platform), ["PUT /api/content/v1/reportschedules/emails/enabled"]);
    const { weekly: taken, analysts: others } = await stack.state();
    assert.deepEqual([taken?.id, others?.id], [report, group]);
    assert.deepEqual(await stack.steps("preview", "--refresh"), []);
  });

  it("makes no difference when it is taken out of the program, and cannot change", async () => {
    stack.declare([mail(), adopting(weekly(), "77"), adopting(analysts(), group)]);
    assert.match(
      await stack.fails("preview"),
      /adopt cannot be changed, because this resource already manages an object/,
    );
    stack.declare([mail(), weekly(), analysts()]);
    assert.deepEqual(await stack.steps("up", "--yes", "--skip-preview", "--refresh"), []);
    assert.deepEqual(writes(platform), []);
  });

  it("makes no difference when it names the object that the resource already manages", async () => {
    stack.declare([mail(), adopting(weekly(), report), adopting(analysts(), group)]);
    assert.deepEqual(await stack.steps("preview"), []);
  });
});

describe("adopt in extended operations", () => {
  let platform: Simulator;
  let stack: InProcessStack;
  let [report, group] = ["", ""];

  before(async () => {
    ({ platform, report, group } = await inhabited());
    stack = new InProcessStack("dynamic", {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
      PLATFORM_OPERATIONS: "extended",
    });
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });
  beforeEach(() => {
    platform.calls.length = 0;
  });

  const declareOtherValues = () => {
    const timed = adopting(weekly(), report);
    timed.args.schedule.hourOfDay = 9;
    const described = adopting(analysts(), group);
    stack.declare([timed, { ...described, args: { ...described.args, description: "Others" } }]);
  };

  it("says in the preview what changes on each object", async () => {
    declareOtherValues();
    const { text } = await stack.told("preview");
    assert.ok(
      text.includes(
        `ReportSchedule "Weekly sales" adopts report schedule ${report} of the instance instead of creating one. This changes schedule.hourOfDay from 8 to 9. The object stays, even if Pulumi shows a delete of it under an old name. Do not run that delete alone with \`--target\`.`,
      ),
      text,
    );
    assert.ok(
      text.includes(
        `Group "Analysts" adopts group ${group} of the instance instead of creating one. This changes description from "May read all sales reports" to "Others". The object stays, even if Pulumi shows a delete of it under an old name. Do not run that delete alone with \`--target\`.`,
      ),
      text,
    );
  });

  it("gives each object the program's values with exactly one update", async () => {
    declareOtherValues();
    assert.deepEqual(await stack.steps("up", "--yes", "--skip-preview"), [
      "create analysts",
      "create weekly",
    ]);
    assert.deepEqual(writes(platform).sort(), [
      "PUT /api/content/v1/reportschedules/{scheduleId}",
      "PUT /api/content/v2/groups",
    ]);
    const [live, others] = [platform.state.schedules[0], platform.state.groups[0]];
    assert.equal(live?.schedule.hourOfDay, 9);
    assert.deepEqual(live.schedule.additionalRecipients, [
      { type: "EMAIL", value: "sales@example.com" },
    ]);
    assert.equal(others?.description, "Others");
    assert.equal(others.name, "Analysts");
    assert.equal(platform.state.schedules.length + platform.state.groups.length, 2);
    assert.deepEqual(await stack.steps("preview", "--refresh"), []);
  });

  it("makes no difference to a delete: the objects are gone as any other", async () => {
    await stack.ok("destroy", "--yes", "--skip-preview");
    assert.deepEqual(platform.state.schedules, []);
    assert.deepEqual(platform.state.groups, []);
  });
});

for (const entry of ["dynamic", "plugin"] as const) {
  describe(`a renamed resource that adopts the object of its old name, ${entry}`, () => {
    it("keeps the object, and the delete of the old name says so", async () => {
      const platform = await startSimulator({ profile: "extended" });
      const stack = new InProcessStack(entry, {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
        PLATFORM_OPERATIONS: "extended",
      });
      try {
        stack.declare([weekly(), analysts()]);
        await stack.ok("up", "--yes", "--skip-preview");
        const { weekly: made } = await stack.state();
        stack.declare([{ ...adopting(weekly(), made?.id), name: "renamed" }, analysts()]);
        const { code, text } = await stack.told("up", "--yes", "--skip-preview");
        assert.equal(code, 0, text);
        assert.deepEqual(
          platform.state.schedules.map(({ id }) => String(id)),
          [made?.id],
        );
        assert.match(
          text,
          /Nothing was deleted: a resource of this program manages report schedule/,
        );
        const { renamed, weekly: old } = await stack.state();
        assert.equal(renamed?.id, made?.id);
        assert.equal(old, undefined);
      } finally {
        await platform.close();
        stack.remove();
      }
    });
  });
}

describe("adopt where the instance refuses the list", () => {
  for (const variant of [
    "forbidden-evidence",
    "no-extended:GET /api/content/v2/groups/grouplist",
  ] as const) {
    it(`takes over a group that only its own call shows: ${variant}`, async () => {
      const { platform, group } = await inhabited();
      const stack = new InProcessStack("plugin", {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
        PLATFORM_OPERATIONS: "extended",
      });
      try {
        platform.useVariants(variant);
        stack.declare([adopting(analysts(), group)]);
        await stack.ok("up", "--yes", "--skip-preview");
        assert.equal((await stack.state()).analysts?.id, group);
        assert.deepEqual(writes(platform).slice(2), []);
      } finally {
        await platform.close();
        stack.remove();
      }
    });
  }
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator, VariantName } from "pulumi-platform-simulator";
import { resources } from "../../../../provider/dist/catalog";
import type { Values } from "../../../../provider/dist/definition/values";
import { reportSchedule } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import { weekly } from "../../engine/stacks/declarations";
import type { Declared } from "../../engine/stacks/pulumiStack";
import { deadlines } from "../../harness/sessions/deadlines";
import { InProcessStack } from "../../harness/inProcessStack";
import { runs } from "../../harness/lives/sampled";
import { entries, entryNames } from "../../harness/sessions/session";
import { ownHome } from "../home";
import { lifecycleOn } from "../provider";

const apply = ["up", "--yes", "--skip-preview"];

/** The ways in which an instance stores other values than it gets. */
const forms = [
  "trimmed",
  "squeezed",
  "cut",
  "decomposed",
  "small-addresses",
  "windows-zones",
  "sorted",
  "one-recipient-less",
  "quarter-hours",
  "disabled",
] as const;

const titles = fc.constantFrom(
  "Weekly sales",
  " Weekly sales ",
  "Weekly   sales",
  "Caf\u00e9 sales",
  "Weekly sales of the whole company",
);
const zones = fc.constantFrom("America/New_York", "America/Toronto", "Europe/Vienna", "UTC");
const recipients = fc.uniqueArray(
  fc.constantFrom("Ada@example.com", "bob@example.com", "carl@example.com"),
  { minLength: 1 },
);
const schedules = fc.record({
  title: titles,
  attachmentInclude: fc.boolean(),
  schedule: fc.record({
    frequency: fc.constant("WEEKLY"),
    daysToRun: fc.constantFrom("MON", "FRI,MON", "MON,FRI"),
    hourOfDay: fc.integer({ min: 0, max: 23 }),
    minOfHour: fc.constantFrom(0, 5, 30),
    timezone: zones,
    enabled: fc.boolean(),
    additionalRecipients: recipients.map((all) => all.map((value) => ({ type: "EMAIL", value }))),
  }),
});
const groups = fc.record({
  name: titles,
  type: fc.constantFrom("open", "closed"),
  description: titles,
});

for (const entry of entries) {
  describe(`values that the instance does not accept, through ${entryNames[entry]}`, () => {
    let platform: Simulator;
    let stack: InProcessStack;

    before(async () => {
      platform = await startSimulator({ profile: "extended" });
    });
    after(() => platform.close());
    beforeEach(() => platform.reset());
    afterEach(() => stack.remove());

    async function open(form: string, program: Declared[], settings: Record<string, string> = {}) {
      platform.reset();
      platform.useVariants(`stores:${form}` as VariantName);
      stack = new InProcessStack(entry, {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
        PLATFORM_OPERATIONS: settings.operations ?? "extended",
      });
      for (const [name, value] of Object.entries({ visibilityDelaySeconds: "0", ...settings })) {
        if (name !== "operations") await stack.ok("config", "set", `platform:${name}`, value);
      }
      stack.declare(program);
    }
    const run = async (...args: string[]) => {
      platform.calls.length = 0;
      const { code, text } = await stack.pulumi(...args);
      const writes = platform.calls.filter(({ method }) => method !== "GET");
      return { code, text, writes: writes.length };
    };
    const told = /the instance keeps /;
    const schedule = (changes: object, timing: object = {}): Declared => {
      const { args, ...rest } = weekly();
      return { ...rest, args: { ...args, ...changes, schedule: { ...args.schedule, ...timing } } };
    };

    it("are said once with the line for the program, and are never written again", async () => {
      await open("squeezed", [schedule({ title: "Weekly   sales" })]);
      const first = await run(...apply);
      assert.match(
        first.text,
        /ReportSchedule "Weekly {3}sales": the instance keeps title "Weekly sales"/,
      );
      assert.match(first.text, /write `title: "Weekly sales"` in the program/);
      const second = await run(...apply, "--refresh");
      assert.deepEqual([second.code, second.writes], [0, 0], second.text);
      assert.doesNotMatch(second.text, told);
      // Another change is written, and tells nothing new.
      stack.declare([schedule({ title: "Weekly   sales" }, { hourOfDay: 3 })]);
      const third = await run(...apply, "--refresh");
      assert.deepEqual([third.code, third.writes], [0, 1], third.text);
      assert.doesNotMatch(third.text, told);
      // The program says what the instance keeps.
      stack.declare([schedule({ title: "Weekly sales" }, { hourOfDay: 3 })]);
      const fourth = await run(...apply, "--refresh");
      assert.deepEqual([fourth.code, fourth.writes], [0, 0], fourth.text);
      const fifth = await run("preview", "--refresh", "--expect-no-changes");
      assert.equal(fifth.code, 0, fifth.text);
    });

    it("can be accepted with documented operations", async () => {
      await open("squeezed", [schedule({ title: "Weekly   sales" })], { operations: "documented" });
      const first = await run(...apply);
      assert.match(first.text, /run `pulumi refresh`, then write `title: "Weekly sales"`/);
      assert.equal((await run("refresh", "--yes", "--skip-preview")).code, 0);
      stack.declare([schedule({ title: "Weekly sales" })]);
      const second = await run(...apply);
      assert.deepEqual([second.code, second.writes], [0, 0], second.text);
    });

    it("that somebody changes by hand are changes, and are written", async () => {
      await open("squeezed", [schedule({ title: "Weekly   sales" })]);
      await run(...apply);
      const [stored] = platform.state.schedules;
      assert.ok(stored);
      stored.title = "By hand";
      const second = await run(...apply, "--refresh");
      assert.deepEqual([second.code, second.writes], [0, 1], second.text);
      assert.equal(stored.id, platform.state.schedules[0]?.id);
      assert.equal(platform.state.schedules[0]?.title, "Weekly sales");
      assert.equal((await run(...apply, "--refresh")).writes, 0);
    });

    it("are named by their recipients", async () => {
      const additionalRecipients = ["a@example.com", "b@example.com"].map((value) => ({
        ...{ type: "EMAIL", value },
      }));
      await open("one-recipient-less", [schedule({}, { additionalRecipients })], {
        readDetails: "refresh",
      });
      const first = await run(...apply);
      assert.match(
        first.text,
        /keeps schedule\.additionalRecipients with 1 item, without b@example\.com\./,
      );
      const second = await run(...apply, "--refresh");
      assert.deepEqual([second.code, second.writes], [0, 0], second.text);
      assert.doesNotMatch(second.text, /e-mail|keeps/);
    });

    it("are no repeated update, whatever the instance makes of them", () =>
      fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...forms),
          schedules,
          groups,
          fc.constantFrom("import", "refresh"),
          async (form, report, group, readDetails) => {
            const program: Declared[] = [
              schedule({ ...report }, report.schedule),
              { type: "Group", name: "group", args: group },
            ];
            await open(form, program, { readDetails });
            assert.equal((await run(...apply)).code, 0);
            const second = await run("up", "--yes", "--refresh", "--diff");
            assert.equal(second.code, 0, second.text);
            if (second.writes > 0) assert.match(second.text, /: refresh, update/);
            const third = await run("up", "--yes", "--refresh", "--diff");
            assert.deepEqual([third.code, third.writes], [0, 0], third.text);
            assert.doesNotMatch(third.text, told);
            const fourth = await run("preview", "--refresh", "--expect-no-changes");
            assert.equal(fourth.code, 0, fourth.text);
            stack.remove();
          },
        ),
        { numRuns: runs(8, 200) },
      ));
  });
}

describe("a value that the instance does not accept", () => {
  ownHome();
  let platform: Simulator;
  before(async () => {
    platform = await startSimulator({ profile: "extended", variants: ["stores:squeezed"] });
  });
  after(() => platform.close());
  const resource = resources.find(({ name }) => name === "ReportSchedule") ?? assert.fail();
  const inputs = { ...weekly().args, title: "Sales   of Swordfish" };
  const create = (paths: string[][]) =>
    lifecycleOn(platform, { operations: "extended" }).create({
      ...{ resource, inputs, identity: `r${paths.length}` },
      hidden: { inputs: { values: inputs, paths } },
    });

  it("has a code, and advice with the line", async () => {
    const [line] = (await create([])).told;
    assert.equal(line?.code, "not_accepted");
    assert.deepEqual(line.advice, [
      { to: "accept", steps: [{ program: "set", path: "title", value: "Sales of Swordfish" }] },
    ]);
  });

  it("is not shown where the program has a secret", async () => {
    platform.reset();
    const { warnings, told } = await create([["title"]]);
    assert.equal(warnings.length, 1);
    assert.match(warnings.join(), /keeps another title\. Pulumi does not write this again\.$/);
    assert.doesNotMatch(JSON.stringify([warnings, told]), /Swordfish/);
  });
});

describe("recipients that somebody changed on the instance", () => {
  ownHome();

  it("are named by the update of another field and its preview, which writes those of the program", async () => {
    const platform = await startSimulator({ profile: "extended" });
    const provider = () => lifecycleOn(platform, { operations: "extended", ...deadlines(1) });
    const { args } = weekly();
    const about = { resource: reportSchedule, identity: "weekly" };
    const { id, state } = await provider().create({ ...about, inputs: args });
    const [schedule] = platform.state.schedules;
    assert.ok(schedule);
    schedule.schedule.additionalRecipients = [{ type: "EMAIL", value: "zoe@example.com" }];
    const inputs = { ...args, schedule: { ...args.schedule, hourOfDay: 12 } };
    const update = async (from: Values, isPreview = false) =>
      provider().update({ ...about, id, state: from, inputs, isPreview });
    const [previewed, { state: updated, warnings }] = [
      await update(state, true),
      await update(state),
    ];
    platform.fault({
      kind: "status",
      status: 500,
      method: "GET",
      path: "reportschedules/",
      times: 0,
    });
    assert.match((await update(state, true)).warnings.join(), /^Could not preview the update of /);
    platform.clearFaults();
    for (const told of [previewed.warnings, warnings])
      assert.deepEqual(told, [
        'ReportSchedule "Weekly sales": the instance has other recipients than the state (with zoe@example.com, and without sales@example.com). The update writes those of the program.',
      ]);
    const { additionalRecipients } = platform.state.schedules[0]?.schedule ?? {};
    assert.deepEqual(additionalRecipients, args.schedule.additionalRecipients);
    assert.deepEqual((await update({ ...updated, title: "Before" })).warnings, []);
    await platform.close();
  });
});

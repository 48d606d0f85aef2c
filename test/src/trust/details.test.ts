import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { resources } from "../../../provider/dist/catalog";
import { verbsOf } from "../../../provider/dist/definition/object";
import { analysts, monthly, weekly } from "../engine/stacks/declarations";
import type { Declared } from "../engine/stacks/pulumiStack";
import { furtherCalls } from "../harness/sessions/connectionReads";
import { InProcessStack } from "../harness/inProcessStack";
import { entries, entryNames } from "../harness/sessions/session";

const path = "/api/content/v1/reportschedules";
const list = `GET ${path}`;
const fetch = `GET ${path}/{scheduleId}`;
/** The calls of a look at two schedules and a group: each list ends with an empty page. */
const groups = "GET /api/content/v2/groups/grouplist";
const lists = [list, list, groups, groups];
const details = [fetch, fetch];

const apply = ["up", "--yes", "--skip-preview"];
const look = ["preview", "--refresh", "--diff"];
const swapped = [{ type: "EMAIL", value: "other@example.com" }];
const declared = () => [weekly(), monthly(), analysts()];

/** A report that leaves its details to the instance. */
function unmanaged({ type, name, args } = weekly()): Declared {
  const { attachmentInclude: _attachment, schedule, ...rest } = args;
  const { additionalRecipients: _recipients, ...timing } = schedule;
  return { type, name, args: { ...rest, schedule: timing } };
}

it("details of every resource that has some are tested here", () => {
  const detailed = resources.filter(
    (each) => each.kind === "object" && verbsOf(each, "extended").list?.unseen !== undefined,
  );
  assert.deepEqual(
    detailed.map(({ name }) => name),
    ["ReportSchedule"],
  );
});

for (const entry of entries) {
  describe(`a refresh with details, through ${entryNames[entry]}`, () => {
    let platform: Simulator;
    let stack: InProcessStack;

    beforeEach(async () => {
      platform = await startSimulator({ profile: "extended" });
    });
    afterEach(async () => {
      await platform.close();
      stack.remove();
    });

    const open = async (
      { readDetails = "refresh", operations = "extended" } = {},
      program: Declared[] = declared(),
    ) => {
      stack = new InProcessStack(entry, {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
        PLATFORM_OPERATIONS: operations,
      });
      stack.declare(program);
      if (readDetails !== "import") {
        await stack.ok("config", "set", "platform:readDetails", readDetails);
      }
      await stack.ok(...apply);
    };
    const told = async (...args: string[]) => {
      platform.calls.length = 0;
      const done = await stack.told(...args);
      assert.equal(done.code, 0, done.text);
      return { ...done, calls: furtherCalls(platform).sort() };
    };
    const schedule = (title = "Weekly sales") => {
      const found = platform.state.schedules.find((each) => each.title === title);
      assert.ok(found);
      return found;
    };
    const swapRecipient = () =>
      (schedule().schedule.additionalRecipients = structuredClone(swapped));
    const inputsInState = async () =>
      (await stack.deployment()).resources?.map(({ urn, inputs }) => [urn, inputs]).sort();
    const isUpdated = (ops: Map<string, string[]>) => ops.get("weekly")?.includes("update");

    it("shows a swapped recipient and another attachment field by field, with one fetch each", async () => {
      await open();
      swapRecipient();
      schedule().attachmentInclude = false;
      const previewed = await told(...look);
      assert.deepEqual(previewed.calls, [...lists, ...details].sort());
      assert.ok(isUpdated(previewed.ops), previewed.text);
      if (entry === "plugin") {
        assert.deepEqual(previewed.differences.get("weekly"), [
          "update attachmentInclude",
          "update schedule.additionalRecipients",
        ]);
      }
      // The recipient that comes back gets the report again.
      assert.match(previewed.text, /will e-mail 1 recipient \(sales@example\.com\)/);
      assert.deepEqual(previewed.ops.get("monthly"), ["refresh", "same"]);
    });

    it("lets up repair it, and is equal afterwards", async () => {
      await open();
      // The first read notes the number of recipients.
      await told("refresh", "--yes");
      swapRecipient();
      schedule().schedule.additionalRecipients.push({ type: "EMAIL", value: "more@example.com" });
      const { text } = await told("up", "--yes", "--skip-preview", "--refresh");
      assert.doesNotMatch(text, /warning/);
      const { attachmentInclude, schedule: timing } = schedule();
      assert.equal(attachmentInclude, true);
      assert.deepEqual(timing.additionalRecipients, weekly().args.schedule.additionalRecipients);
      const after = await told(...look);
      assert.ok(!isUpdated(after.ops), after.text);
      assert.doesNotMatch(after.text, /warning/);
    });

    it("says nothing of details that the program leaves to the instance", async () => {
      await open({}, [unmanaged(), monthly(), analysts()]);
      swapRecipient();
      schedule().attachmentInclude = true;
      const before = await inputsInState();
      const { ops, text, calls } = await told("refresh", "--yes");
      assert.deepEqual(calls, [...lists, ...details].sort());
      assert.ok(!isUpdated(ops), text);
      assert.deepEqual(await inputsInState(), before);
      assert.ok(!isUpdated((await told(...look)).ops));
    });

    it("does not stop where the program no longer has a detail that somebody changed", async () => {
      await open();
      stack.declare([unmanaged(), monthly(), analysts()]);
      await stack.ok(...apply);
      swapRecipient();
      schedule().attachmentInclude = false;
      const { ops, text } = await told(...look);
      assert.ok(!isUpdated(ops), text);
    });

    for (const [what, status] of [
      ["forbids", 403],
      ["does not find", 404],
      ["fails at", 500],
    ] as const) {
      it(`compares the rest, and warns once, where the platform ${what} one fetch`, async () => {
        await open();
        swapRecipient();
        schedule().schedule.hourOfDay = 17;
        schedule("Monthly review").attachmentInclude = true;
        const refused = `${path}/${schedule().id}$`;
        platform.fault({ method: "GET", path: refused, kind: "status", status, times: 0 });
        const { ops, text, differences } = await told(...look);
        assert.deepEqual(
          [ops.get("weekly"), ops.get("monthly")],
          [
            ["refresh", "update"],
            ["refresh", "update"],
          ],
        );
        if (entry === "plugin") {
          assert.deepEqual(differences.get("weekly"), ["update schedule.hourOfDay"]);
          assert.deepEqual(differences.get("monthly"), ["update attachmentInclude"]);
        }
        const warnings = text.match(/Pulumi cannot see manual changes of its .*/g);
        assert.deepEqual(warnings, [
          "Pulumi cannot see manual changes of its attachmentInclude, schedule.additionalRecipients, viewId.",
        ]);
      });
    }

    it("takes the details of a fetch that it makes anyway", async () => {
      await open();
      swapRecipient();
      platform.fault({ method: "GET", path: `${path}$`, kind: "status", status: 403, times: 0 });
      const { ops, text, calls } = await told(...look);
      assert.ok(isUpdated(ops), text);
      assert.deepEqual(
        calls.filter((call) => call === fetch),
        details,
      );
    });

    it("is not the default", async () => {
      await open({ readDetails: "import" });
      swapRecipient();
      const { ops, text, calls } = await told(...look);
      assert.ok(!isUpdated(ops), text);
      assert.deepEqual(calls, [...lists].sort());
    });

    it("says once that it needs extended operations", async () => {
      await open({ operations: "documented" }, [weekly(), monthly()]);
      swapRecipient();
      const { ops, text, calls } = await told(...look);
      assert.ok(!isUpdated(ops), text);
      assert.deepEqual(calls, [list, list]);
      assert.equal(text.split("platform:readDetails needs extended operations.").length, 2, text);
    });

    if (entry === "dynamic") return;

    it("is also what a preview without --refresh does", async () => {
      await open();
      swapRecipient();
      const { differences, calls } = await told("preview", "--diff");
      assert.deepEqual(differences.get("weekly"), ["update schedule.additionalRecipients"]);
      assert.deepEqual(calls, [...lists, ...details].sort());
    });

    it("says nothing of details that an import read and the program does not have", async () => {
      await open();
      const theirs = { ...structuredClone(schedule()), id: 4711, title: "Imported" };
      platform.state.schedules.push(theirs);
      const what = ["platform:index:ReportSchedule", "imported", "4711"];
      await stack.ok("import", ...what, "--yes", "--generate-code=false", "--protect=false");
      const { args } = weekly();
      const imported = unmanaged({ ...weekly(), args: { ...args, title: "Imported" } });
      stack.declare([...declared(), { ...imported, name: "imported" }]);
      await stack.ok(...apply);
      theirs.schedule.additionalRecipients = structuredClone(swapped);
      theirs.attachmentInclude = false;
      const before = await inputsInState();
      await told("refresh", "--yes");
      assert.deepEqual(await inputsInState(), before);
      assert.deepEqual((await told(...look)).ops.get("imported"), ["refresh", "same"]);
    });
  });
}

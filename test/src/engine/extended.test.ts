import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { analysts, mail, monthly, schedules, weekly } from "./stacks/declarations";
import { InProcessStack } from "../harness/inProcessStack";

const writes = (platform: Simulator) =>
  platform.calls
    .filter(({ method }) => method !== "GET")
    .map(({ route, body }) => ({ route, body }));

describe("a program in extended operations", () => {
  let platform: Simulator;
  let stack: InProcessStack;
  const [report, review, group, onOff] = [weekly(), monthly(), analysts(), mail()];
  const declareAll = () => stack.declare([report, review, group, onOff]);
  const scheduled = (title: string) => {
    const found = platform.state.schedules.find((schedule) => schedule.title === title);
    assert.ok(found, `no schedule "${title}" on the instance`);
    return found;
  };

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
    stack = new InProcessStack("dynamic", {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
      PLATFORM_OPERATIONS: "extended",
    });
    declareAll();
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });
  beforeEach(() => {
    platform.calls.length = 0;
  });

  it("previews without a write, then creates each object with one call", async () => {
    const plan = ["create analysts", "create mail", "create monthly", "create weekly"];
    assert.deepEqual(await stack.steps("preview"), plan);
    assert.deepEqual(writes(platform), []);
    assert.deepEqual(await stack.steps("up", "--yes", "--skip-preview"), plan);
    assert.deepEqual(
      writes(platform)
        .map(({ route }) => route)
        .sort(),
      [
        "POST /api/content/v1/reportschedules",
        "POST /api/content/v1/reportschedules",
        "POST /api/content/v2/groups",
        "PUT /api/content/v1/reportschedules/emails/enabled",
      ],
    );
  });

  it("sends exactly the documented fields", () => {
    const { additionalRecipients, ...timing } = scheduled("Weekly sales").schedule;
    assert.deepEqual(additionalRecipients, [{ type: "EMAIL", value: "sales@example.com" }]);
    assert.equal(timing.hourOfDay, 8);
    assert.equal(scheduled("Weekly sales").attachmentInclude, true);
  });

  it("says that all is unchanged, with and without looking at the instance", async () => {
    assert.deepEqual(await stack.steps("preview"), []);
    assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    assert.deepEqual(writes(platform), []);
  });

  it("finds exactly the resource that was changed on the instance, and puts it right", async () => {
    scheduled("Weekly sales").schedule.hourOfDay = 17;
    assert.deepEqual(await stack.steps("preview", "--refresh"), ["update weekly"]);
    assert.deepEqual(await stack.steps("up", "--yes", "--skip-preview", "--refresh"), [
      "update weekly",
    ]);
    assert.equal(scheduled("Weekly sales").schedule.hourOfDay, 8);
    assert.deepEqual(await stack.steps("preview", "--refresh"), []);
  });

  it("changes a title with one full replace that keeps what it does not manage", async () => {
    const before = structuredClone(scheduled("Weekly sales"));
    report.args.title = "Sales of the week";
    declareAll();
    assert.deepEqual(await stack.steps("up", "--yes", "--skip-preview"), ["update weekly"]);
    assert.equal(writes(platform).length, 1);
    assert.equal(writes(platform)[0]?.route, "PUT /api/content/v1/reportschedules/{scheduleId}");
    const after = scheduled("Sales of the week");
    assert.deepEqual(
      { ...after, modified: undefined },
      { ...before, title: "Sales of the week", subject: "Sales of the week", modified: undefined },
    );
  });

  it("changes an hour alone with one call whose body holds it", async () => {
    report.args.schedule.hourOfDay = 9;
    declareAll();
    await stack.ok("up", "--yes", "--skip-preview");
    const [write, ...others] = writes(platform);
    assert.deepEqual(others, []);
    assert.equal((write?.body as { schedule: { hourOfDay: number } }).schedule.hourOfDay, 9);
    assert.equal(scheduled("Sales of the week").schedule.hourOfDay, 9);
  });

  it("switches a schedule off with the call that does only that", async () => {
    report.args.schedule.enabled = false;
    declareAll();
    await stack.ok("up", "--yes", "--skip-preview");
    assert.deepEqual(writes(platform), [
      { route: "PUT /api/content/v1/reportschedules/{scheduleId}/enabled", body: false },
    ]);
    assert.equal(scheduled("Sales of the week").schedule.enabled, false);
  });

  it("takes other spellings of the same meaning for no change", async () => {
    report.args.schedule.daysToRun = "thu, mon";
    report.args.schedule.additionalRecipients = [{ type: "EMAIL", value: "Sales@Example.com" }];
    report.args.schedule.timezone = "US/Eastern";
    declareAll();
    assert.deepEqual(await stack.steps("preview"), []);
    assert.deepEqual(await stack.steps("preview", "--refresh"), []);
  });

  it("leaves recipients as they are where the program names none, and sends to nobody where the list is empty", async () => {
    const { additionalRecipients } = scheduled("Sales of the week").schedule;
    assert.notDeepEqual(additionalRecipients, []);
    report.args.schedule.additionalRecipients = undefined as never;
    declareAll();
    assert.deepEqual(await stack.steps("up", "--yes", "--skip-preview"), []);
    const { schedule } = scheduled("Sales of the week");
    assert.deepEqual(schedule.additionalRecipients, additionalRecipients);
    report.args.schedule.additionalRecipients = [];
    declareAll();
    assert.deepEqual(await stack.steps("up", "--yes", "--skip-preview"), ["update weekly"]);
    assert.deepEqual(scheduled("Sales of the week").schedule.additionalRecipients, []);
    assert.deepEqual(await stack.steps("preview", "--refresh"), []);
  });

  it("updates a group and the switch in place", async () => {
    group.args.description = "May read everything";
    onOff.args.enabled = false;
    declareAll();
    assert.deepEqual(await stack.steps("up", "--yes", "--skip-preview"), [
      "update analysts",
      "update mail",
    ]);
    assert.equal(platform.state.groups[0]?.description, "May read everything");
    assert.equal(platform.state.scheduledReportEmails, false);
  });

  it("takes one object that was deleted on the instance for gone, and only that", async () => {
    const index = platform.state.schedules.findIndex(({ title }) => title === "Monthly review");
    platform.state.schedules.splice(index, 1);
    assert.deepEqual(await stack.steps("preview", "--refresh"), ["create monthly"]);
    await stack.ok("refresh", "--yes", "--skip-preview");
    assert.deepEqual(Object.keys(await stack.state()).sort(), ["analysts", "mail", "weekly"]);
    // Tests read the state from its file.
    const exported = JSON.parse(await stack.ok("stack", "export")) as { deployment: unknown };
    assert.deepEqual(await stack.deployment(), exported.deployment);
    assert.deepEqual(await stack.steps("up", "--yes", "--skip-preview"), ["create monthly"]);
  });

  it("refuses to give a closed group another type, unless the loss of members is allowed", async () => {
    group.args.type = "closed";
    declareAll();
    await stack.ok("up", "--yes", "--skip-preview");
    group.args.type = "open";
    declareAll();
    const refused = await stack.fails("preview");
    assert.match(refused, /type: .*cannot change from closed to open.*allowMembershipLoss/);
    group.args.allowMembershipLoss = true;
    declareAll();
    assert.deepEqual(await stack.steps("up", "--yes", "--skip-preview"), [
      "create-replacement analysts",
      "delete-replaced analysts",
      "replace analysts",
    ]);
    assert.deepEqual(
      platform.state.groups.map(({ type }) => type),
      ["open"],
    );
  });

  it("leaves the instance empty when it is destroyed", async () => {
    await stack.ok("destroy", "--yes", "--skip-preview");
    assert.deepEqual(platform.state.schedules, []);
    assert.deepEqual(platform.state.groups, []);
  });

  it("destroys schedules while it looks for others that are gone already", async () => {
    stack.declare(schedules(30));
    await stack.ok("up", "--yes", "--skip-preview");
    platform.state.schedules = platform.state.schedules.filter((_, index) => index % 2 === 0);
    await stack.ok("destroy", "--yes", "--skip-preview");
    assert.deepEqual(platform.state.schedules, []);
  });
});

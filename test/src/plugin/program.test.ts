import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { analysts, mail, weekly } from "../engine/stacks/declarations";
import { accessTo, apply, writes } from "./stack";
import { furtherCalls } from "../harness/sessions/connectionReads";
import { InProcessStack } from "../harness/inProcessStack";

const list = "GET /api/content/v1/reportschedules";
const groupList = "GET /api/content/v2/groups/grouplist";
/** A list ends with an empty page. */
const lists = [list, list, groupList, groupList];

describe("a program on the plugin, in extended operations", () => {
  let platform: Simulator;
  let stack: InProcessStack;
  const [report, group, onOff] = [weekly(), analysts(), mail()];
  const declareAll = () => stack.declare([report, group, onOff]);
  const scheduled = () => {
    const [found] = platform.state.schedules;
    assert.ok(found, "there is no schedule on the instance");
    return found;
  };
  const routes = () => platform.calls.map(({ route }) => route).sort();

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
    stack = new InProcessStack("plugin", {
      ...accessTo(platform),
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

  it("previews with one list of each kind and no write, then creates each object with one call", async () => {
    const { ops, text } = await stack.told("preview");
    assert.deepEqual(Object.fromEntries(ops), {
      analysts: ["create"],
      mail: ["create"],
      weekly: ["create"],
    });
    assert.match(text, /will e-mail 1 recipient \(sales@example\.com\)/);
    assert.deepEqual(furtherCalls(platform).sort(), [list, groupList]);
    await stack.ok("up", ...apply);
    assert.deepEqual(writes(platform).sort(), [
      "POST /api/content/v1/reportschedules",
      "POST /api/content/v2/groups",
      "PUT /api/content/v1/reportschedules/emails/enabled",
    ]);
    const { outputs } = (await stack.state()).weekly ?? {};
    assert.equal(outputs?.ownerId, String(scheduled().ownerId));
    assert.equal(typeof outputs.nextRunDate, "number");
  });

  it("looks at the instance in every preview, once for all objects of a kind", async () => {
    assert.deepEqual(await stack.steps("preview"), []);
    assert.deepEqual(routes(), lists);
  });

  it("shows the change of one field as that of one field", async () => {
    report.args.schedule.hourOfDay = 9;
    report.args.schedule.daysToRun = "THU, MON";
    group.args.description = undefined;
    declareAll();
    const { differences } = await stack.told("up", ...apply);
    assert.deepEqual(Object.fromEntries(differences), {
      analysts: ["delete description"],
      weekly: ["update schedule.hourOfDay"],
    });
    assert.deepEqual(writes(platform).sort(), [
      "PUT /api/content/v1/reportschedules/{scheduleId}",
      "PUT /api/content/v2/groups",
    ]);
    assert.equal(scheduled().schedule.hourOfDay, 9);
    assert.equal(platform.state.groups[0]?.description, "");
  });

  it("shows in a plain preview what was changed on the instance", async () => {
    scheduled().schedule.minOfHour = 5;
    platform.state.groups.forEach((one) => (one.name = "Others"));
    const { differences } = await stack.told("preview");
    assert.deepEqual(Object.fromEntries(differences), {
      analysts: ["update name"],
      weekly: ["update schedule.minOfHour"],
    });
    assert.deepEqual(writes(platform), []);
  });

  it("puts that right, and creates what is gone from the instance", async () => {
    // A list without any schedule of the owner would prove nothing.
    platform.state.schedules = [{ ...scheduled(), id: 1, title: "Another" }];
    group.args.type = "closed";
    declareAll();
    const applied = await stack.steps("up", ...apply);
    platform.state.schedules.shift();
    assert.deepEqual(applied, ["create weekly", "update analysts"]);
    assert.equal(scheduled().schedule.minOfHour, 30);
    assert.equal(platform.state.groups[0]?.name, "Analysts");
  });

  it("takes a group away before it makes the one in its place, as names are unique", async () => {
    Object.assign(group.args, { type: "open", allowMembershipLoss: true });
    declareAll();
    const { differences } = await stack.told("up", ...apply);
    assert.deepEqual(differences.get("analysts"), ["update-replace type"]);
    assert.deepEqual(writes(platform), [
      "DELETE /api/content/v2/groups/{group}",
      "POST /api/content/v2/groups",
    ]);
  });

  it("does not look while driftInPreviews is false, from the next write on", async () => {
    await stack.ok("config", "set", "platform:driftInPreviews", "false");
    await stack.ok("refresh", ...apply);
    platform.calls.length = 0;
    assert.deepEqual(await stack.steps("preview"), []);
    assert.deepEqual(furtherCalls(platform), []);
  });

  it("leaves the instance empty when it is destroyed", async () => {
    await stack.ok("destroy", ...apply);
    assert.deepEqual([platform.state.schedules, platform.state.groups], [[], []]);
  });
});

import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { analysts, weekly } from "../engine/stacks/declarations";
import { accessTo, apply, writes } from "./stack";
import { InProcessStack } from "../harness/inProcessStack";

describe("a program on the plugin, in documented operations", () => {
  let platform: Simulator;
  let stack: InProcessStack;
  let [report, group] = [weekly(), analysts()];
  const declareAll = () => stack.declare([report, group]);
  const live = () => {
    const [found] = platform.state.schedules;
    assert.ok(found, "there is no schedule on the instance");
    return found;
  };

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
    stack = new InProcessStack("plugin", accessTo(platform));
    declareAll();
    await stack.ok("up", ...apply);
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });
  beforeEach(() => {
    platform.calls.length = 0;
    [report, group] = [weekly(), analysts()];
  });
  afterEach(() => {
    const beyond = platform.calls.filter(({ source }) => source !== "SPEC");
    assert.deepEqual(beyond, [], "a call that is not documented");
  });

  it("fails in the preview with the property that cannot be changed, before any write", async () => {
    report.args.schedule.hourOfDay = 9;
    report.args.title = "Other";
    declareAll();
    const { errors } = await stack.told("preview");
    const said = errors.get("weekly") ?? "";
    assert.match(said, /documented API: title of .*\(from "Weekly sales" to "Other"\)/);
    assert.match(said, /documented API: schedule\.hourOfDay of .*\(from 8 to 9\)/);
    assert.match(said, /platform:operations extended/);
    assert.deepEqual(writes(platform), []);
  });

  it("goes on with what it knows where nothing proves that an object is gone, and says so", async () => {
    platform.fault({ kind: "empty-list", path: "/reportschedules$", times: 0 });
    declareAll();
    const { code, ops, notices } = await stack.told("preview");
    assert.equal(code, 0);
    assert.deepEqual(ops.get("weekly"), ["refresh", "same"]);
    assert.match(notices.get("weekly") ?? "", /still exists: the list of schedules is empty/);
    assert.match(notices.get("weekly") ?? "", /platform:confirmAbsent/);
    platform.clearFaults();
  });

  it("shows drift that it cannot repair in a plain preview, and fails only when applied", async () => {
    live().schedule.hourOfDay = 17;
    declareAll();
    const { code, differences } = await stack.told("preview");
    assert.equal(code, 0);
    assert.deepEqual(differences.get("weekly"), ["update schedule.hourOfDay"]);
    const { errors } = await stack.told("up", ...apply);
    assert.match(
      errors.get("weekly") ?? "",
      /hourOfDay is 17 on the instance and 8 in the program/,
    );
    assert.match(errors.get("weekly") ?? "", /write `schedule\.hourOfDay: 17` in the program/);
    assert.deepEqual(writes(platform), []);
  });

  it("refuses a delete that has no way before any call", async () => {
    const { errors } = await stack.told("destroy", ...apply, "--continue-on-error");
    assert.match(
      errors.get("weekly") ?? "",
      /Could not delete report schedule .* cannot delete it/,
    );
    assert.match(errors.get("analysts") ?? "", /Could not delete group .* cannot delete it/);
    assert.deepEqual(writes(platform), []);
  });
});

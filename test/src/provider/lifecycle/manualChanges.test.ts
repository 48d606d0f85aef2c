import assert from "node:assert/strict";
import { mock } from "node:test";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { hasCode } from "../../../../provider/dist/messages/errors";
import { datasetShare } from "../../../../provider/dist/resources/datasets/datasetShare";
import { group } from "../../../../provider/dist/resources/groups/group";
import { RunMemory } from "../../../../provider/dist/process/runMemory";
import { reportSchedule } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import { notKnownYet } from "../../../../provider/dist/definition/unknowns";
import type { Values } from "../../../../provider/dist/definition/values";
import { analysts, dataset, permissions, weekly } from "../../engine/stacks/declarations";
import { deadlines } from "../../harness/sessions/deadlines";
import { ownHome } from "../home";
import { lifecycleOn, replacedPaths } from "../provider";

describe("what somebody changed by hand", () => {
  let platform: Simulator;
  ownHome();
  const lifecycle = (settings: Values = {}) =>
    lifecycleOn(platform, { operations: "extended", ...deadlines(1), ...settings });
  const puts = () =>
    platform.calls
      .filter(({ method }) => method === "PUT")
      .map(({ path }) => path.replace(/.*\/\d+/, "…"));

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => platform.reset());

  describe("of a schedule that Pulumi switches on", () => {
    const to = (...addresses: string[]) => addresses.map((value) => ({ type: "EMAIL", value }));
    const inputsOf = (enabled: boolean) => ({
      ...weekly().args,
      schedule: { ...weekly().args.schedule, enabled, additionalRecipients: to("ann@example.com") },
    });
    const switchedOn = async (...byHand: string[]) => {
      const resource = reportSchedule;
      const made = { resource, identity: "weekly", inputs: inputsOf(false) };
      const { id, state } = await lifecycle().create(made);
      const [stored = assert.fail()] = platform.state.schedules;
      if (byHand.length > 0)
        stored.schedule = { ...stored.schedule, additionalRecipients: to(...byHand) };
      const change = { ...made, id, state, inputs: inputsOf(true) };
      const preview = lifecycle();
      await preview.update({ ...change, isPreview: true });
      const { state: updated, warnings } = await lifecycle().update(change);
      const { additionalRecipients } = platform.state.schedules[0]?.schedule ?? {};
      const told = [preview.takeWarnings(), warnings].flat().join("\n");
      return { updated, told, additionalRecipients };
    };

    it("is overwritten, so that only the recipients of the program get e-mail", async () => {
      const { additionalRecipients, told } = await switchedOn("stranger@example.com");
      assert.deepEqual(puts(), ["…"]);
      assert.deepEqual(additionalRecipients, to("ann@example.com"));
      assert.match(told, /has other recipients than the state \(with stranger@example\.com/);
    });

    it("costs one look where nobody changed the recipients", async () => {
      const { additionalRecipients, told } = await switchedOn();
      assert.deepEqual(puts(), ["…/enabled"]);
      assert.deepEqual([additionalRecipients, told], [to("ann@example.com"), ""]);
    });
  });

  it("of recipients is told where the program changes them, too, in the preview and in the update", async () => {
    const to = (...names: string[]) =>
      names.map((name) => ({ type: "EMAIL", value: `${name}@example.com` }));
    const { args } = weekly();
    const inputsOf = (...names: string[]) => ({
      ...args,
      schedule: { ...args.schedule, additionalRecipients: to(...names) },
    });
    const made = {
      resource: reportSchedule,
      identity: "weekly",
      inputs: inputsOf("ann", "bob", "eve"),
    };
    const { id, state } = await lifecycle().create(made);
    const [stored = assert.fail()] = platform.state.schedules;
    stored.schedule = { ...stored.schedule, additionalRecipients: to("ann", "stranger", "new") };
    // The program takes one out who is out already, and adds one who is there.
    const hour = inputsOf("ann", "bob", "eve");
    const left = await lifecycle({ driftInPreviews: true }).update({
      ...{ ...made, id, state, isPreview: true, ignored: ["schedule.additionalRecipients"] },
      inputs: { ...hour, schedule: { ...hour.schedule, hourOfDay: 17 } },
    });
    assert.match(left.warnings.join(), /without bob@.+ The update leaves those of the instance\./);
    const change = { ...made, id, state, inputs: inputsOf("ann", "bob", "new") };
    const { warnings: foreseen } = await lifecycle({ driftInPreviews: true }).update({
      ...change,
      isPreview: true,
    });
    const { warnings } = await lifecycle().update(change);
    const said =
      /other recipients than the state \(with stranger@example\.com, and without bob@example\.com\)/;
    for (const told of [foreseen, warnings]) assert.match(told.join(), said);
  });

  it("of recipients is told where the program names its first ones, which replace those", async () => {
    const to = (name: string) => [{ type: "EMAIL", value: `${name}@example.com` }];
    const { args } = weekly();
    const { additionalRecipients: _, ...schedule } = args.schedule;
    const made = { resource: reportSchedule, identity: "weekly", inputs: { ...args, schedule } };
    const { id, state } = await lifecycle().create(made);
    const [stored = assert.fail()] = platform.state.schedules;
    stored.schedule = { ...stored.schedule, additionalRecipients: to("ceo") };
    const inputs = { ...args, schedule: { ...schedule, additionalRecipients: to("board") } };
    const change = { ...made, id, state, inputs };
    const { warnings: foreseen } = await lifecycle().update({ ...change, isPreview: true });
    const { warnings } = await lifecycle().update(change);
    for (const told of [foreseen, warnings])
      assert.match(
        told.join(),
        /has other recipients than the state \(with ceo@example\.com\)\. The update writes those of the program/,
      );
  });

  it("of recipients is told in the preview that adds a group which `up` creates", async () => {
    const ann = [{ type: "EMAIL", value: "ann@example.com" }];
    const { args } = weekly();
    const inputsOf = (additionalRecipients: object[]) => ({
      ...args,
      schedule: { ...args.schedule, additionalRecipients },
    });
    const made = { resource: reportSchedule, identity: "weekly", inputs: inputsOf(ann) };
    const { id, state } = await lifecycle().create(made);
    const [stored = assert.fail()] = platform.state.schedules;
    stored.schedule = { ...stored.schedule, additionalRecipients: [] };
    const inputs = inputsOf([...ann, { type: "GROUP", value: notKnownYet }]);
    const { warnings } = await lifecycle({ driftInPreviews: true }).update({
      ...{ ...made, id, state, inputs, isPreview: true },
    });
    assert.match(warnings.join(), /other recipients than the state \(without ann@example\.com\)/);
  });

  it("and what a look after another write shows is no value that the instance keeps", async () => {
    const { args } = weekly();
    const request = { resource: reportSchedule, identity: "weekly", inputs: args };
    const { id, state } = await lifecycle().create(request);
    const [stored = assert.fail()] = platform.state.schedules;
    stored.attachmentInclude = !args.attachmentInclude;
    const inputs = { ...args, schedule: { ...args.schedule, enabled: false } };
    const settings = { readDetails: "refresh" };
    const updated = await lifecycle(settings).update({ ...request, id, state, inputs });
    assert.deepEqual(updated.warnings, []);
    const read = await lifecycle(settings).read({ ...request, id, state: updated.state });
    assert.equal(read?.inputs.attachmentInclude, stored.attachmentInclude);
  });

  it("soon after a write stays unknown for a whole command, as its preview said", async () => {
    const { args } = weekly();
    const request = { resource: reportSchedule, identity: "weekly", inputs: args };
    const settings = { visibilityDelaySeconds: "60" };
    const hourAfter = async (memory: RunMemory, state: Values, id: string) => {
      const read = await lifecycleOn(
        platform,
        { operations: "extended", ...settings },
        { memory },
      ).read({ ...request, id, state });
      return (read?.inputs.schedule as typeof args.schedule).hourOfDay;
    };
    const { hourOfDay } = args.schedule;
    const { id, state } = await lifecycle(settings).create(request);
    const changed = { ...args, schedule: { ...args.schedule, hourOfDay: hourOfDay + 1 } };
    const updated = await lifecycle(settings).update({ ...request, id, state, inputs: changed });
    const [stored = assert.fail()] = platform.state.schedules;
    stored.schedule.hourOfDay = hourOfDay;
    Object.assign(request, { inputs: changed });
    mock.timers.enable({ apis: ["Date"], now: Date.now() + 30_000 });
    try {
      const up = { pid: process.pid, started: "" };
      const memory = () => new RunMemory(() => up);
      assert.equal(await hourAfter(memory(), updated.state, id), hourOfDay + 1);
      mock.timers.setTime(Date.now() + 60_000);
      assert.equal(await hourAfter(memory(), updated.state, id), hourOfDay + 1);
      const next = new RunMemory(() => ({ pid: process.ppid, started: "" }));
      assert.equal(await hourAfter(next, updated.state, id), hourOfDay);
    } finally {
      mock.timers.reset();
    }
  });

  it("in a field that an update does not send is named, and others are sent back without a word", async () => {
    const { args } = weekly();
    const request = { resource: reportSchedule, identity: "weekly", inputs: args };
    const inputs = { ...args, schedule: { ...args.schedule, hourOfDay: 17 } };
    const { id, state } = await lifecycle().create(request);
    const [stored = assert.fail()] = platform.state.schedules;
    Object.assign(stored, { subject: "Another subject" });
    Object.assign(stored.schedule, {
      expirationDate: 1_830_000_000_000,
      unsubscribedRecipients: [{ type: "EMAIL", value: "zoe@example.com" }],
    });
    const change = { ...request, id, state, inputs };
    const first = await lifecycle().update(change);
    assert.deepEqual(first.warnings, []);
    Object.assign(platform.state.schedules[0]?.schedule ?? {}, { endDate: 1_830_000_000_000 });
    const back = { ...change, state: first.state, inputs: args };
    for (const isPreview of [true, false])
      assert.match(
        String((await lifecycle().update({ ...back, isPreview })).warnings),
        /"Weekly sales": the update does not send schedule\.endDate \(now 1830000000000\)/,
      );
  });

  it("of the type of a group does not delete the group", async () => {
    const request = { resource: group, identity: "analysts", inputs: analysts().args };
    const { id } = await lifecycle().create(request);
    const state = { ...analysts().args, type: "closed" };
    const change = { ...request, id, state };
    const diff = await lifecycle().diff(change);
    assert.deepEqual(replacedPaths(diff), []);
    await assert.rejects(lifecycle().update(change), (error: Error) => {
      assert.ok(hasCode(error, "impossible"));
      assert.match(error.message, /a closed group never gets another type/);
      assert.match(error.message, /`type: "closed"`[^]*allowMembershipLoss/);
      return true;
    });
    const allowed = { ...change, inputs: { ...request.inputs, allowMembershipLoss: true } };
    assert.deepEqual(replacedPaths(await lifecycle().diff(allowed)), ["type"]);
  });

  it("after a replacement of a share leaves no note that the share is deleted", async () => {
    const share = (...words: string[]) => ({
      datasetId: dataset,
      permissions: permissions(...words),
    });
    const [both, one] = [share("USER 42 CAN_VIEW", "USER 43 CAN_VIEW"), share("USER 42 CAN_VIEW")];
    const about = { resource: datasetShare, identity: "share" };
    const { id, state } = await lifecycle().create({ ...about, inputs: both });
    const replacing = lifecycle();
    await replacing.read({ ...about, id, state });
    await replacing.check({ ...about, inputs: one });
    await replacing.create({ ...about, inputs: one });
    await replacing.delete({ ...about, id, state });
    const later = lifecycle();
    assert.deepEqual((await later.diff({ ...about, id, state: one, inputs: one })).warnings, []);
  });

  it("is no reason for a destroy to forget what a killed run may have created", async () => {
    const lost = {
      resource: reportSchedule,
      identity: "of one stack, weekly",
      inputs: weekly().args,
    };
    platform.fault({ method: "POST", path: "/reportschedules$", kind: "close", times: 0 });
    await assert.rejects(lifecycle().create(lost));
    platform.clearFaults();
    const about = { resource: group, identity: "of one stack, analysts", inputs: analysts().args };
    const { id, state } = await lifecycle().create(about);
    const destroying = lifecycle();
    const { warnings } = await destroying.delete({ ...about, id, state });
    assert.match(warnings.join(), /ReportSchedule, \d{4}-.* No state has it, so it stays/);
  });
});

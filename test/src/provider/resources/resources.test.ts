import assert from "node:assert/strict";
import fc from "fast-check";
import { startSimulator, type Simulator } from "pulumi-platform-simulator";
import { resources } from "../../../../provider/dist/catalog";
import type { Resource } from "../../../../provider/dist/definition/resource";
import type { Values } from "../../../../provider/dist/definition/values";
import { fieldsOf } from "../../../../provider/dist/definition/schema";
import type { Lifecycle } from "../../../../provider/dist/lifecycle/lifecycle";
import { routes } from "../../../../provider/dist/platform/routes";
import { updateBody } from "../../../../provider/dist/resources/reportSchedule/bodies";
import * as fixture from "../../fixtures/reportSchedule";
import { replaced } from "../paths";
import { changedPaths, lifecycleOn } from "../provider";

const [reportSchedule] = resources as [Resource];
const inputs = fixture.reportSchedule.complete;

/** What a PUT may hold, in the order of the design. */
const accepted =
  "title pageId viewId attachmentInclude reportViewId reportView viewType subject active owner ownerId recipientCount schedule".split(
    " ",
  );
const acceptedTiming =
  "frequency daysToRun hourOfDay minOfHour timezone enabled additionalRecipients startDate expirationDate ownerId embedReport embedUrn unsubscribedRecipients".split(
    " ",
  );

const anything = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const fields = (names: readonly string[]) =>
  fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), anything);
const titles = fc.option(fc.constantFrom("Weekly", "weekly", "Other"), { nil: undefined });
const wide = fc
  .tuple(
    fields([...accepted, "nextRunDate", "viewName", "description", "recentHistory"]),
    fields([...acceptedTiming, "nextRunDate"]),
    titles,
    titles,
    fc.constantFrom(2001, 3001, undefined),
    fc.constantFrom(2001, 3001, undefined),
  )
  .map(([live, schedule, title, subject, viewId, reportViewId]) => {
    const shown = { title, subject, viewId, reportViewId, schedule };
    return { ...live, ...shown };
  });

describe("the body that replaces a schedule", () => {
  const managed = Object.keys(inputs);
  const timing = Object.keys(inputs.schedule);

  it("never holds a field beyond those that the platform accepts", () =>
    fc.assert(
      fc.property(wide, (live) => {
        const body = updateBody(inputs, live);
        const beyond = [
          ...Object.keys(body).filter((name) => !accepted.includes(name)),
          ...Object.keys(body.schedule as Values).filter((name) => !acceptedTiming.includes(name)),
        ];
        assert.deepEqual(beyond, []);
      }),
    ));

  it("says what the program says, and always when the schedule starts", () =>
    fc.assert(
      fc.property(wide, (live) => {
        const { schedule, ...body } = updateBody(inputs, live);
        for (const name of managed.filter((one) => one !== "schedule")) {
          assert.deepEqual(body[name], inputs[name as keyof typeof inputs], name);
        }
        for (const name of timing) {
          const wanted = inputs.schedule[name as keyof typeof inputs.schedule];
          assert.deepEqual((schedule as Values)[name], wanted, name);
        }
        assert.notEqual((schedule as Values).startDate ?? undefined, undefined);
      }),
    ));

  it("keeps what the program does not manage", () =>
    fc.assert(
      fc.property(wide, (live) => {
        const body = updateBody(inputs, live);
        const kept = (from: Values, to: Values, names: readonly string[]) => {
          for (const name of names)
            if (from[name] != null) assert.equal(to[name], from[name], name);
        };
        const follows = ["subject", "reportViewId"];
        kept(
          live,
          body,
          accepted.filter((name) => !managed.includes(name) && !follows.includes(name)),
        );
        kept(
          live.schedule,
          body.schedule as Values,
          acceptedTiming.filter((name) => !timing.includes(name)),
        );
      }),
    ));

  it("keeps attachment, recipients, days and zone that the program leaves out", () => {
    const { additionalRecipients, timezone, daysToRun, ...bare } = inputs.schedule;
    const left = { additionalRecipients, timezone, daysToRun };
    const live = { attachmentInclude: true, schedule: { ...left, startDate: 1 } };
    const next = { ...inputs, attachmentInclude: undefined, schedule: bare };
    const body = updateBody(next, live);
    assert.deepEqual(body.schedule, { ...bare, ...left, startDate: 1 });
    assert.equal(body.attachmentInclude, true);
  });

  it("takes an empty list and false for what they say", () => {
    const live = {
      attachmentInclude: true,
      schedule: { additionalRecipients: inputs.schedule.additionalRecipients },
    };
    const schedule: Values = { ...inputs.schedule, additionalRecipients: [] };
    const body = updateBody({ ...inputs, attachmentInclude: false, schedule }, live);
    assert.deepEqual((body.schedule as Values).additionalRecipients, []);
    assert.equal(body.attachmentInclude, false);
  });

  it("leaves the days to the platform where the frequency changes and the program names no days", () => {
    const { daysToRun, ...bare } = inputs.schedule;
    const live = { schedule: { frequency: "MONTHLY", daysToRun: "15" } };
    const body = (schedule: Values) =>
      (updateBody({ ...inputs, schedule }, live).schedule as Values).daysToRun;
    assert.equal(body({ ...bare, frequency: "DAILY" }), undefined);
    assert.equal(body({ ...bare, frequency: "DAILY", daysToRun }), daysToRun);
    assert.equal(body({ ...bare, frequency: "MONTHLY" }), "15");
  });

  it("lets the subject follow the title, and the report view the view, only where they were equal", () =>
    fc.assert(
      fc.property(wide, (live) => {
        const { title, subject, viewId, reportViewId } = live;
        const body = updateBody(inputs, live);
        const follows = subject !== undefined && subject === title;
        assert.equal(body.subject, follows ? inputs.title : subject);
        const same = reportViewId !== undefined && reportViewId === viewId;
        assert.equal(body.reportViewId, same ? inputs.viewId : reportViewId);
      }),
    ));
});

describe("an update of a schedule", () => {
  let simulator: Simulator;
  let lifecycle: Lifecycle;
  const resource = reportSchedule;
  beforeEach(async () => {
    simulator = await startSimulator({ profile: "extended" });
    lifecycle = lifecycleOn(simulator, { operations: "extended" });
  });
  afterEach(() => simulator.close());

  for (const { path } of fieldsOf(resource.inputs)) {
    it(`of ${path} changes that and nothing else on the instance`, async () => {
      const { id, state } = await lifecycle.create({ resource, inputs });
      const [stored] = simulator.state.schedules;
      Object.assign(stored?.schedule ?? {}, {
        expirationDate: 1900000000000,
        embedReport: true,
        unsubscribedRecipients: [{ type: "EMAIL", value: "gone@example.com" }],
      });
      Object.assign(stored ?? {}, { subject: "By hand", active: false });
      const before = structuredClone(stored);
      const keys = path.split(".");
      const value = keys.reduce<unknown>(
        (at, key) => (at as Values)[key],
        fixture.reportSchedule.other,
      );
      const next = replaced<Values>(inputs, [[keys, value]]);

      const { state: updated } = await lifecycle.update({ resource, id, state, inputs: next });
      // The view has its name and its echoes on the instance.
      const follow = path === "viewId" ? { viewName: `View 2002`, embedViewId: 2002 } : {};
      assert.deepEqual(simulator.state.schedules, [
        { ...(replaced<unknown>(before, [[keys, value]]) as Values), ...follow },
      ]);
      const read = await lifecycle.read({ resource, id, state: updated });
      assert.deepEqual(
        changedPaths(await lifecycle.diff({ resource, state: read?.state ?? {}, inputs: next })),
        [],
      );
    });
  }

  it("of a schedule that was imported never removes a recipient that the program does not name", async () => {
    const { id } = await lifecycle.create({ resource, inputs });
    const recipientsThere = () => simulator.state.schedules[0]?.schedule.additionalRecipients;
    const imported = await lifecycle.import({ resource, key: id });
    const state = { ...imported.state, ...imported.inputs };
    const { attachmentInclude, ...rest } = inputs;
    const { additionalRecipients, ...timing } = inputs.schedule;
    const program = { ...rest, schedule: timing };
    assert.deepEqual(
      changedPaths(await lifecycle.diff({ resource, id, state, inputs: program })),
      [],
    );

    const later = { ...program, title: "Later", schedule: { ...timing, hourOfDay: 20 } };
    const updated = await lifecycle.update({ resource, id, state, inputs: later });
    assert.equal(simulator.state.schedules[0]?.title, "Later");
    assert.deepEqual(recipientsThere(), additionalRecipients);
    assert.equal(simulator.state.schedules[0].attachmentInclude, attachmentInclude);

    const nobody = { ...later, schedule: { ...later.schedule, additionalRecipients: [] } };
    assert.deepEqual(
      changedPaths(await lifecycle.diff({ resource, id, state: updated.state, inputs: nobody })),
      ["schedule.additionalRecipients"],
    );
    await lifecycle.update({ resource, id, state: updated.state, inputs: nobody });
    assert.deepEqual(recipientsThere(), []);
  });

  it("fails before the write where the platform does not show the recipients, and the program names none", async () => {
    const { id, state } = await lifecycle.create({ resource, inputs });
    const { additionalRecipients, ...timing } = inputs.schedule;
    const next = { ...inputs, title: "Later", schedule: timing };
    const hide = () =>
      simulator.fault({
        method: "GET",
        path: "/reportschedules/\\d+$",
        kind: "body",
        body: { id: Number(id), title: inputs.title, recipientCount: 2, schedule: timing },
      });
    hide();
    await assert.rejects(lifecycle.update({ resource, id, state, inputs: next }), {
      code: "impossible",
      message: /has 2 recipients.*Set `schedule\.additionalRecipients` in the program/,
    });
    assert.equal(simulator.state.schedules[0]?.title, inputs.title);
    hide();
    const named = { ...next, schedule: { ...timing, additionalRecipients } };
    await lifecycle.update({ resource, id, state, inputs: named });
    assert.equal(simulator.state.schedules[0].title, "Later");
  });

  it("warns of another number of recipients, as often as it is read, and never as a change", async () => {
    const { id, state } = await lifecycle.create({ resource, inputs });
    const first = await lifecycle.read({ resource, id, state });
    assert.equal(first?.warnings[0], undefined);
    assert.equal(first?.state.__recipientCount, 2);
    simulator.state.schedules[0]?.schedule.additionalRecipients.pop();

    let known = first.state;
    for (const time of ["once", "again"]) {
      // A write of anybody ends what is shared between reads.
      await lifecycle.instance.send({
        operation: "write",
        route: routes.switchEmails,
        body: true,
        answer: resource.outputs.partial().nullish(),
      });
      const read = await lifecycle.read({ resource, id, state: known });
      assert.match(
        read?.warnings[0] ?? "",
        /had 2 recipients when first read, and has 1 now/,
        time,
      );
      assert.equal(read?.state.__recipientCount, 2);
      known = read.state;
      assert.deepEqual(changedPaths(await lifecycle.diff({ resource, state: known, inputs })), []);
      assert.deepEqual(known.schedule, inputs.schedule);
    }
  });

  it("does not warn of the recipients that Pulumi itself wrote", async () => {
    const created = await lifecycle.create({ resource, inputs });
    const first = await lifecycle.read({ resource, id: created.id, state: created.state });
    assert.equal(first?.state.__recipientCount, 2);
    const [ann] = inputs.schedule.additionalRecipients;
    const next = { ...inputs, schedule: { ...inputs.schedule, additionalRecipients: [ann] } };
    const { id, state } = first;
    const written = await lifecycle.update({ resource, id, state, inputs: next });
    const read = await lifecycle.read({ resource, id, state: written.state });
    assert.deepEqual(read?.warnings, []);
    assert.equal(read.state.__recipientCount, 1);
  });
});

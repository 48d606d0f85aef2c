import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { resources } from "../../../../provider/dist/catalog";
import { analysts, weekly } from "../../engine/stacks/declarations";
import { ownHome } from "../home";
import { lifecycleOn } from "../provider";

const named = (type: string) => resources.find(({ name }) => name === type) ?? assert.fail(type);

describe("a 404, or a refusal,", () => {
  ownHome();
  let platform: Simulator;
  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => platform.reset());

  const lifecycle = () => lifecycleOn(platform, { operations: "extended" });
  const resource = named("ReportSchedule");
  const group = named("Group");
  const inputs = weekly().args;
  const notFound = (message: string) => ({ status: 404, statusReason: "Not Found", message });

  it("of a deleted group counts in plain words if the same endpoint shows another group", async () => {
    const { args } = analysts();
    const made = { resource: group, identity: "one" };
    const { id, state } = await lifecycle().create({ ...made, inputs: args });
    const read = () => lifecycle().read({ ...made, id, state });
    await lifecycle().create({
      ...{ resource: group, identity: "two" },
      inputs: { ...args, name: "Others" },
    });
    platform.useVariants("text-errors");
    assert.notEqual(await read(), undefined);
    platform.state.groups = platform.state.groups.filter((one) => String(one.id) !== id);
    assert.equal(await read(), undefined);
    platform.useVariants("text-errors", "no-extended:GET /api/content/v2/groups/grouplist");
    await assert.rejects(read(), { code: "unknown_state" });
  });

  it("says why nothing is known of an object that was written a moment ago", async () => {
    const late = lifecycleOn(platform, { operations: "extended", visibilityDelaySeconds: 300 });
    const made = { resource: group, identity: "one" };
    const { id, state } = await late.create({ ...made, inputs: analysts().args });
    platform.fault({ kind: "status", status: 403, method: "GET", path: "/groups/", times: 9 });
    const read = await late.read({ ...made, id, state, keepUnknown: true });
    platform.clearFaults();
    const warnings = read?.warnings.join("\n") ?? "";
    assert.match(warnings, /answered 403.*\[unknown_state\]/s);
  });

  it("to a delete counts where an earlier request can still work, also after a read of the object", async () => {
    const made = { resource, identity: "one" };
    const { id, state } = await lifecycle().create({ ...made, inputs });
    platform.fault({ kind: "close", method: "DELETE", moment: "before", times: 9 });
    const remove = () => lifecycle().delete({ ...made, id, state });
    await assert.rejects(remove(), { mayHaveWorked: true });
    platform.clearFaults();
    assert.notEqual(await lifecycle().read({ ...made, id, state }), undefined);
    // The request of the earlier run works now.
    platform.state.schedules = [];
    await remove();
  });

  it("to a delete counts as soon as the instance must show what Pulumi wrote", async () => {
    const late = lifecycleOn(platform, { operations: "extended", visibilityDelaySeconds: 2 });
    const made = { resource: group, identity: "one" };
    const { id, state } = await late.create({ ...made, inputs: analysts().args });
    platform.state.groups = platform.state.groups.filter((one) => String(one.id) !== id);
    await late.delete({ ...made, id, state });
    const deletes = platform.calls.filter(({ method }) => method === "DELETE");
    assert.ok(deletes.length > 1, "it was asked for again while the group was young");
  });

  it("is not needed where documented operations cannot delete what a person confirmed, unless it is shown", async () => {
    const documented = (confirmAbsent: string[]) => lifecycleOn(platform, { confirmAbsent });
    const made = { resource, identity: "one" };
    const { id, state } = await documented([]).create({ ...made, inputs });
    const remove = (...confirmed: string[]) => documented(confirmed).delete({ ...made, id, state });
    await assert.rejects(remove(id), { code: "impossible" });
    platform.state.schedules = [];
    await assert.rejects(remove(), { code: "impossible" });
    await remove(id);
  });

  it("to an update with the owner of a schedule is tried without the owner", async () => {
    const made = { resource, identity: "one" };
    const { id, state } = await lifecycle().create({ ...made, inputs });
    platform.calls.length = 0;
    const body = notFound("User 1000001 not found");
    platform.fault({ kind: "status", status: 404, method: "PUT", moment: "after", body });
    const next = { ...inputs, schedule: { ...inputs.schedule, hourOfDay: 9 } };
    const { warnings } = await lifecycle().update({ ...made, id, state, inputs: next });
    const puts = platform.calls.filter(({ method }) => method === "PUT");
    const owners = puts.map(({ body: sent }) => {
      const { ownerId, schedule } = sent as { ownerId?: number; schedule: { ownerId?: number } };
      return [ownerId, schedule.ownerId];
    });
    assert.deepEqual(owners, [
      [1000001, 1000001],
      [undefined, undefined],
    ]);
    assert.match(warnings.join(), /without its owner, user 1000001, who may no longer exist\.$/);
    assert.equal(platform.state.schedules[0]?.schedule.hourOfDay, 9);
  });

  it("to a write that names others says to check these", async () => {
    const body = notFound("User 42 not found");
    platform.fault({ kind: "status", status: 404, method: "POST", body });
    await assert.rejects(lifecycle().create({ resource, identity: "one", inputs }), {
      code: "not_found",
      message:
        /"User 42 not found"\. Check that the users, groups, pages and views that the program names exist/,
    });
  });

  it("of a delete has the ways out", async () => {
    const made = { resource: group, identity: "one" };
    const { id, state } = await lifecycle().create({ ...made, inputs: analysts().args });
    const body = { status: 400, statusReason: "Bad Request", message: "The group has members" };
    platform.fault({ kind: "status", status: 400, method: "DELETE", body });
    await assert.rejects(lifecycle().delete({ ...made, id, state }), {
      code: "rejected",
      message: /"The group has members"[^]*retainOnDelete[^]*delete/,
    });
  });
});

describe("a schedule whose title is null", () => {
  ownHome();
  it("is imported by its subject, which people see", async () => {
    const platform = await startSimulator({ profile: "extended" });
    try {
      const { title: _, ...inputs } = weekly().args;
      const row = { ...inputs, id: 7, title: null, subject: "Visible", reportViewId: 2001 };
      const path = "/reportschedules$";
      platform.fault({ kind: "body", body: [row], method: "GET", path });
      platform.fault({ kind: "body", body: [], method: "GET", path, skip: 1 });
      platform.fault({ kind: "body", body: row, method: "GET", path: "/reportschedules/7$" });
      const lifecycle = lifecycleOn(platform, { operations: "extended" });
      const imported = await lifecycle.import({
        ...{ resource: named("ReportSchedule"), key: "Visible", identity: "one" },
      });
      assert.deepEqual([imported.id, imported.inputs.title], ["7", "Visible"]);
    } finally {
      await platform.close();
    }
  });
});

describe("a value that no document shows", () => {
  it("is said when it is new, and not when the state has it", async () => {
    const { warnings, next } = await (async () => {
      const platform = await startSimulator({ profile: "extended" });
      try {
        const inputs = { ...analysts().args, type: "directory" };
        const check = (old?: typeof inputs) =>
          lifecycleOn(platform, { operations: "extended" }).check({
            ...{ resource: named("Group"), identity: "one", old, inputs },
          });
        return {
          warnings: (await check()).warnings,
          next: (await check(inputs)).warnings,
        };
      } finally {
        await platform.close();
      }
    })();
    assert.match(warnings.join(), /type "directory" is not a known value/);
    assert.deepEqual(next, []);
  });
});

import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Values } from "../../../../provider/dist/definition/values";
import type { Lifecycle } from "../../../../provider/dist/lifecycle/lifecycle";
import { group } from "../../../../provider/dist/resources/groups/group";
import { reportSchedule as resource } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import { weekly } from "../../engine/stacks/declarations";
import { deadlines } from "../../harness/sessions/deadlines";
import { ownHome } from "../home";
import { changedPaths, newProcess } from "../provider";

describe("what an object of a run that is over proves", () => {
  let platform: Simulator;
  const home = ownHome();
  const named = (title: string, identity = `r00000000${title}`) => ({
    resource,
    identity,
    inputs: { ...weekly().args, title } as Values,
  });
  const provider = (settings: Values = {}) =>
    newProcess(platform, { operations: "extended", ...deadlines(1), ...settings });

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => platform.reset());

  it("is gone where the list shows another object of its owner, and unknown in an empty list", async () => {
    const [one, two] = ["one", "two"].map((title) => named(title));
    assert.ok(one && two);
    const created = [await provider().create(one), await provider().create(two)];
    const [first, second] = created;
    assert.ok(first && second);
    platform.state.schedules.shift();
    assert.equal(await provider().read({ ...one, ...first }), undefined);
    const kept = platform.state.schedules.splice(0);
    // As the token of another user sees it, one object after the other.
    const run = provider();
    for (const [about, state] of [
      [one, first],
      [two, second],
    ] as const) {
      await assert.rejects(run.read({ ...about, ...state }), { code: "unknown_state" });
    }
    platform.state.schedules.push(...kept);
    const confirmed = provider({ confirmAbsent: first.id });
    assert.equal(await confirmed.read({ ...one, ...first }), undefined);
  });

  it("is gone where the run deleted another object of its owner before", async () => {
    const created = [];
    for (const about of ["one", "two"].map((title) => named(title))) {
      created.push({ ...about, ...(await provider().create(about)) });
    }
    const [one, two] = created;
    assert.ok(one && two);
    platform.state.schedules.pop();
    const run = provider();
    await run.delete(one);
    await run.delete(two);
    assert.deepEqual(platform.state.schedules, []);
  });

  it("is a change of the state alone where the resource has another identity", async () => {
    const { id, state } = await provider().create(named("one"));
    platform.calls.length = 0;
    const run = provider();
    const renamed = named("one", "r00000000renamed");
    await run.check({ ...renamed, old: renamed.inputs });
    const about = { ...renamed, id, state };
    const diff = await run.diff({
      ...about,
      storedIdentity: "r00000000one",
      stateOnlyPaths: ["__identity"],
    });
    assert.deepEqual(changedPaths(diff), ["__identity"]);
    assert.deepEqual([diff.warnings, diff.notices], [[], []]);
    assert.deepEqual((await run.update(about)).warnings, []);
    assert.deepEqual(
      changedPaths(await run.diff({ ...about, storedIdentity: renamed.identity })),
      [],
    );
    assert.deepEqual(
      platform.calls.filter(({ method }) => method !== "GET"),
      [],
    );
  });

  it("keeps its object after a rename, also if another resource gets the old name", async () => {
    const { id, state } = await provider().create(named("one"));
    const renamed = named("one", "r00000000renamed");
    await provider().diff({ ...renamed, id, state, storedIdentity: "r00000000one" });
    const other = { ...named("one"), inputs: { ...named("one").inputs, title: "other" } };
    const created = await provider().create(other);
    assert.notEqual(created.id, id);
    assert.deepEqual(
      platform.state.schedules.map(({ title }) => title),
      ["one", "other"],
    );
  });

  it("is written whole by the first update after an import, also after a change of the state alone", async () => {
    const one = named("one", "r00000000one");
    const { id } = await provider().create(one);
    const imported = await provider({ operations: "documented" }).import({ ...one, key: id });
    const run = provider();
    const state = { ...imported.state, ...one.inputs };
    await run.check({ ...one, old: one.inputs });
    const renamed = await run.diff({ ...one, id, state, stateOnlyPaths: ["__identity"] });
    assert.deepEqual(changedPaths(renamed), ["__identity"]);
    const { state: rewritten } = await run.update({ ...one, id, state });

    const disabled = { ...one.inputs, schedule: { ...weekly().args.schedule, enabled: false } };
    const change = { ...one, id, state: rewritten, inputs: disabled };
    assert.match((await run.diff(change)).notices.join(), /schedule\.additionalRecipients/);
    platform.calls.length = 0;
    const { state: written } = await run.update(change);
    assert.deepEqual(
      platform.calls.map(({ method }) => method),
      ["GET", "PUT"],
    );
    const again = { ...change, state: written, inputs: one.inputs };
    assert.doesNotMatch((await run.diff(again)).notices.join(), /schedule\.additionalRecipients/);
  });

  it("is not adopted while another resource of the program manages it", async () => {
    const { id, state } = await provider().create(named("one"));
    const adopting = named("two");
    adopting.inputs.adopt = id;
    const one = { ...named("one"), id, state };
    const hold = async (run: Lifecycle) => {
      await run.check({ ...one, old: one.inputs });
      await run.diff(one);
    };
    const told = provider();
    await hold(told);
    const { failures } = await told.check(adopting);
    assert.deepEqual(
      failures.map(({ code }) => code),
      ["declared_twice"],
    );

    // The engine may tell of that resource only after the check.
    const later = provider();
    assert.deepEqual((await later.check(adopting)).failures, []);
    const refused = assert.rejects(later.create(adopting), /another resource of this program/);
    await hold(later);
    await refused;
    assert.equal(platform.state.schedules[0]?.title, "one");
  });

  it("is to be changed by hand, with `adopt` where no refresh shows the change", async () => {
    const one = named("one");
    const documented = provider({ operations: "documented" });
    const byHand = async (schedule: Values) => {
      const inputs = { ...one.inputs, schedule: { ...weekly().args.schedule, ...schedule } };
      const { failures } = await documented.check({ ...one, inputs, old: one.inputs });
      return failures.map(({ property, advice = [] }) => [
        property,
        advice
          .find(({ steps: [first] }) => first !== undefined && "instance" in first)
          ?.steps.some((step) => "path" in step && step.path === "adopt"),
      ]);
    };
    assert.deepEqual(await byHand({ hourOfDay: 9 }), [["schedule.hourOfDay", false]]);
    assert.deepEqual(await byHand({ additionalRecipients: [] }), [
      ["schedule.additionalRecipients", true],
    ]);
  });

  it("is accepted as it is only with e-mail, where `platform:mail` switches it off", async () => {
    const { id } = await provider().create(named("one"));
    const adopting = named("one", "r00000000other");
    adopting.inputs.adopt = id;
    const muted = provider({ operations: "documented", mail: "muted" });
    const { failures } = await muted.check(adopting);
    assert.deepEqual(
      failures.map(({ property, advice = [] }) => [property, advice[0]?.steps]),
      [["schedule.enabled", [{ setting: "mail", value: "live" }]]],
    );
  });

  it("is not adopted where another resource takes it over in the same run", async () => {
    const { id } = await provider().create(named("one"));
    const run = provider();
    await run.check(named("one"));
    assert.equal((await run.create(named("one"))).id, id);
    const adopting = named("two");
    adopting.inputs.adopt = id;
    const { failures } = await run.check(adopting);
    assert.deepEqual(
      failures.map(({ code }) => code),
      ["declared_twice"],
    );
  });

  it("is found after a lost answer where the platform spells its title otherwise", async () => {
    platform.fault({ method: "POST", path: "/reportschedules$", kind: "close", moment: "after" });
    const creating = provider(deadlines(3)).create(named(" Cafe\u0301"));
    while (platform.state.schedules.length === 0) await sleep(1);
    const [schedule] = platform.state.schedules;
    assert.ok(schedule);
    schedule.title = "Caf\u00e9";
    const { id } = await creating;
    assert.equal(id, String(schedule.id));
    await assert.rejects(provider().create(named("Cafe\u0301", "r00000000other")), {
      code: "duplicate_exists",
    });
  });

  describe("whose create cannot be noted", () => {
    const analysts = { resource: group, identity: "r00000000group" };
    const inputs = { name: "Analysts", type: "open" };
    const { PULUMI_SKIP_CHECKPOINTS } = process.env;
    afterEach(() => {
      if (PULUMI_SKIP_CHECKPOINTS === undefined) delete process.env.PULUMI_SKIP_CHECKPOINTS;
      else process.env.PULUMI_SKIP_CHECKPOINTS = PULUMI_SKIP_CHECKPOINTS;
    });
    /** A create of a process that loses its lock meanwhile, as one that hung does. */
    const create = async () => {
      platform.fault({ method: "POST", kind: "delay", moment: "after", delayMs: 300 });
      const run = provider({ operations: "documented" });
      const creating = run.create({ ...analysts, inputs });
      while (platform.state.groups.every(({ name }) => name !== "Analysts")) await sleep(5);
      const lock = readdirSync(home.journal()).find((name) => name.endsWith(".lock")) ?? "";
      rmSync(join(home.journal(), lock));
      return creating;
    };
    const idOf = () => platform.state.groups.find(({ name }) => name === "Analysts")?.id;

    it("is returned with a warning, and nothing asks about it once the state holds it", async () => {
      delete process.env.PULUMI_SKIP_CHECKPOINTS;
      const { id, state, warnings } = await create();
      assert.equal(id, String(idOf()));
      assert.match(warnings.join(), new RegExp(`carried out .* as group ${id}\\. .*took over`));
      const next = provider({ operations: "documented" });
      await next.check({ ...analysts, old: inputs, inputs });
      assert.deepEqual((await next.diff({ ...analysts, id, state, inputs })).warnings, []);
      assert.deepEqual(home.entries(), []);
    });

    it("is named by the failure where the engine stores nothing before the end", async () => {
      process.env.PULUMI_SKIP_CHECKPOINTS = "true";
      await assert.rejects(create(), (error: Error) => {
        assert.match(error.message, new RegExp(`as group ${idOf()}[^]*\`adopt: "${idOf()}"\``));
        return true;
      });
    });
  });
});

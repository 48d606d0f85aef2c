import assert from "node:assert/strict";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulator } from "pulumi-platform-simulator";
import type { FaultRule, Simulator } from "pulumi-platform-simulator";
import { thisProcess } from "../../../../provider/dist/process/processes";
import type { Lifecycle } from "../../../../provider/dist/lifecycle/lifecycle";
import { group } from "../../../../provider/dist/resources/groups/group";
import { reportSchedule } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import { weekly } from "../../engine/stacks/declarations";
import { call, schedulesPath } from "../../simulator/client";
import { ownHome } from "../home";
import { lifecycleOn, newProcess } from "../provider";
import { deadlines } from "../../harness/sessions/deadlines";

describe("a create whose answer is lost", () => {
  let platform: Simulator;
  const home = ownHome();
  const posts = "POST /api/content/v1/reportschedules";
  const provider = (settings: Record<string, unknown> = {}) =>
    newProcess(platform, { ...deadlines(1), ...settings });
  const create = (lifecycle: Lifecycle, inputs: Record<string, unknown> = weekly().args) =>
    lifecycle.create({ resource: reportSchedule, inputs, identity: "one" });
  /** What the engine asks about a resource that the state holds. */
  const register = async (id: string, state: Record<string, unknown>) => {
    const about = { resource: reportSchedule, inputs: weekly().args, identity: "one" };
    const lifecycle = provider();
    await lifecycle.check({ ...about, old: weekly().args });
    await lifecycle.diff({ ...about, id, state });
  };
  const lose = (rule: Partial<FaultRule>) =>
    platform.fault({ method: "POST", path: "/reportschedules$", kind: "close", ...rule });

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(async () => {
    await platform.close();
  });
  beforeEach(() => {
    platform.reset();
  });

  const clearedUp: [string, Partial<FaultRule>][] = [
    ["closes after the work", { moment: "after" }],
    ["breaks off in the middle of the answer", { moment: "mid-answer" }],
    ["answers 504 after the work", { kind: "status", status: 504, moment: "after" }],
    ["answers with a page of HTML after the work", { kind: "html", moment: "after" }],
    ["never answers", { kind: "hang", moment: "after" }],
  ];
  for (const [what, rule] of clearedUp) {
    it(`is cleared up by looking when the platform ${what}`, async () => {
      lose(rule);
      const { id } = await create(provider());
      assert.deepEqual(
        platform.state.schedules.map((schedule) => String(schedule.id)),
        [id],
      );
      assert.equal(platform.calls.filter(({ route }) => route === posts).length, 1);
    });
  }

  it("says while it looks for the object for how long that may be", async () => {
    lose({ moment: "before" });
    const lines: string[] = [];
    const patient = lifecycleOn(platform, deadlines(60), { show: (line) => lines.push(line) });
    const creating = create(patient);
    while (lines.length === 0) await new Promise(setImmediate);
    // The platform carries the request out late.
    const { status } = await call(platform, "POST", schedulesPath, weekly().args);
    assert.equal(status, 200);
    await creating;
    assert.equal(lines.length, 1);
    assert.match(
      lines[0] ?? "",
      /^The platform may still create report schedule "Weekly sales", .* Pulumi looks for it on the instance, for up to (89|90) s\.$/,
    );
  });

  it("says for how long it waits for an object that an earlier run got an answer for", async () => {
    const settings = { operations: "extended", ...deadlines(60), visibilityDelaySeconds: 600 };
    const lines: string[] = [];
    const creating = (name: string) =>
      newProcess(platform, settings, { show: (line) => lines.push(line) }).create({
        resource: group,
        inputs: { name, type: "open" },
        identity: name,
      });
    await creating("Another");
    const { id } = await creating("Analysts");
    const made = platform.state.groups.pop();
    assert.ok(made);
    const again = creating("Analysts");
    while (lines.length === 0) await sleep(1);
    platform.state.groups.push(made);
    assert.equal((await again).id, id);
    assert.equal(lines.length, 1);
    assert.match(
      lines[0] ?? "",
      new RegExp(
        `^Group "Analysts": an earlier run of this stack created group ${id}, and the instance does not show it yet\\. Pulumi waits for it, for up to (59|60) s\\.$`,
      ),
    );
  });

  it("ends as unknown when nothing is found, and the next run creates", async () => {
    lose({ moment: "before" });
    await assert.rejects(create(provider()), { code: "unknown_state", message: /was created/ });
    assert.equal(platform.state.schedules.length, 0);
    await create(provider());
    assert.equal(platform.state.schedules.length, 1);
  });

  it("is not taken for another object of the same series", async () => {
    const { args } = weekly();
    const schedule = { ...args.schedule, hourOfDay: 17 };
    lose({ moment: "before" });
    const inputs = { ...args, title: "Sales 29" };
    await assert.rejects(create(provider(), inputs), { code: "unknown_state" });
    await call(platform, "POST", schedulesPath, { ...args, title: "Sales 2", schedule });
    await create(provider(), inputs);
    assert.deepEqual(
      platform.state.schedules.map(({ title }) => title),
      ["Sales 2", "Sales 29"],
    );
  });

  it("is no second object where somebody has renamed the first", async () => {
    await call(platform, "POST", schedulesPath, { ...weekly().args, title: "There before" });
    lose({ kind: "hang", moment: "after" });
    const first = create(provider()).then(() => "created", String);
    while (platform.state.schedules.length < 2) await sleep(1);
    const made = platform.state.schedules.at(-1) ?? assert.fail();
    made.title = "Renamed";
    const similar = new RegExp(`the instance has report schedule ${made.id}, which is similar`);
    assert.match(await first, similar);
    await assert.rejects(create(provider()), { code: "unknown_state", message: similar });
    assert.equal(platform.state.schedules.length, 2);
    await create(provider({ confirmAbsent: "one" }));
    assert.equal(platform.state.schedules.length, 3);
  });

  it("ends as unknown when it cannot be looked for either, and the next run finds it and says so", async () => {
    lose({ moment: "after" });
    const creating = create(provider());
    while (platform.calls.every(({ fault }) => fault === undefined)) {
      await new Promise(setImmediate);
    }
    platform.fault({ method: "GET", path: "/reportschedules$", kind: "close", times: 0 });
    await assert.rejects(creating, {
      code: "unknown_state",
      message:
        /Could not check whether .* was created: .*POST .*The search for it failed too: .*GET .*Run the command again/,
    });
    platform.clearFaults();
    const { id, warnings } = await create(provider());
    assert.equal(warnings.length, 1);
    assert.match(
      warnings[0] ?? "",
      new RegExp(
        `^ReportSchedule "Weekly sales" takes over report schedule ${id}, which a run of this stack at \\S+Z created `,
      ),
    );
    assert.deepEqual(
      platform.state.schedules.map((schedule) => String(schedule.id)),
      [id],
    );
  });

  it("names the objects when several have come", async () => {
    lose({ moment: "after", kind: "hang" });
    const creating = create(provider());
    const duplicate = setInterval(() => {
      const [first] = platform.state.schedules;
      if (first && platform.state.schedules.length === 1) {
        platform.state.schedules.push({ ...structuredClone(first), id: 99 });
      }
    }, 1);
    try {
      await assert.rejects(creating, {
        code: "unknown_state",
        message: /2 new ones \(ids (\d+, 99|99, \d+)\)\./,
      });
    } finally {
      clearInterval(duplicate);
    }
  });

  it("is found by the next run when its process was killed after the answer", async () => {
    const { id } = await create(provider());
    assert.equal((await create(provider())).id, id);
    assert.equal(platform.state.schedules.length, 1);
  });

  it("is not made twice when a person changes the object before it is found", async () => {
    const extended = { operations: "extended" };
    lose({ moment: "after", kind: "hang" });
    const creating = create(provider(extended));
    const change = setInterval(() => {
      for (const { schedule } of platform.state.schedules) schedule.hourOfDay = 21;
    }, 1);
    const named = { code: "unknown_state", message: /has report schedule \d+, which is similar/ };
    try {
      await assert.rejects(creating, named);
    } finally {
      clearInterval(change);
    }
    await assert.rejects(create(provider(extended)), named);
    const [made] = platform.state.schedules;
    const adopt = String(made?.id);
    const adopted = await create(provider(extended), { ...weekly().args, adopt });
    assert.equal(adopted.id, adopt);
    assert.equal(platform.state.schedules.length, 1);
  });

  it("gets the program's current values, when they changed after the kill", async () => {
    const { id } = await create(provider());
    const changed = { ...weekly().args, title: "Changed since" };
    const again = await create(provider({ operations: "extended" }), changed);
    assert.equal(again.id, id);
    assert.equal(platform.state.schedules[0]?.title, "Changed since");
    const other = { ...weekly().args, title: "Changed once more" };
    const about = { resource: reportSchedule, inputs: other, identity: "one" };
    const { warnings } = await provider().check(about);
    assert.match(
      warnings.join(),
      /^`pulumi up` will fail.*: Could not manage report schedule \d+ "Changed once more", which an earlier run created: title is /,
    );
    await assert.rejects(create(provider(), other), { code: "impossible" });
    assert.equal(platform.state.schedules.length, 1);
  });

  it("names platform:mail where it decides a value that differs, in the preview and in the update", async () => {
    await create(provider());
    for (const title of [weekly().args.title, "Changed since"]) {
      const declared = { ...weekly().args, title };
      const about = { resource: reportSchedule, inputs: declared, identity: "one" };
      const { inputs, warnings } = await provider({ mail: "muted" }).check(about);
      const message =
        /schedule\.enabled is true on the instance and false in the program[^]*platform:mail live/;
      assert.match(warnings.join(), /^`pulumi up` will fail/);
      assert.match(warnings.join(), message);
      const creating = create(provider({ mail: "muted" }), inputs);
      await assert.rejects(creating, { code: "impossible", message });
    }
    assert.equal(platform.state.schedules.length, 1);
  });

  it("gets the program's current recipients, which no list shows, when they changed after the kill", async () => {
    const extended = { operations: "extended" };
    const { id } = await create(provider(extended));
    const { args } = weekly();
    const additionalRecipients = [{ type: "EMAIL", value: "safe@example.com" }];
    const inputs = { ...args, schedule: { ...args.schedule, additionalRecipients } };
    assert.equal((await create(provider(extended), inputs)).id, id);
    const [held] = platform.state.schedules;
    assert.deepEqual(held?.schedule.additionalRecipients, additionalRecipients);
  });

  it("stops at an exact duplicate when the journal is lost, and offers what to do", async () => {
    const { id } = await create(provider());
    rmSync(home.journal(), { recursive: true });
    await assert.rejects(create(provider()), {
      code: "duplicate_exists",
      message: new RegExp(`adopt: "${id}"[^]*allowDuplicate: true`),
    });
    assert.equal(platform.state.schedules.length, 1);
    await create(provider(), { ...weekly().args, allowDuplicate: true });
    assert.equal(platform.state.schedules.length, 2);
  });

  it("leaves no journal once the state holds the object, and never a secret or an address", async () => {
    const lifecycle = provider();
    const { id, state } = await create(lifecycle);
    const [file] = home.left();
    assert.ok(file);
    const text = readFileSync(file, "utf8");
    assert.ok(text.length < 500, text);
    assert.doesNotMatch(text, /example\.com|simulator-token/);
    await register(id, state);
    assert.deepEqual(home.left(), []);
  });

  it("stops at a damaged journal, and names the file", async () => {
    await create(provider());
    const [file = ""] = home.left();
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("phase", 'pha"se'));
    await assert.rejects(create(provider()), {
      code: "journal_unusable",
      message: new RegExp(`line 1 of ${file} is damaged`),
    });
    assert.equal(platform.state.schedules.length, 1);
  });

  it("keeps two equal resources of one program apart", async () => {
    lose({ moment: "after" });
    const lifecycle = provider();
    const [one, two] = await Promise.all([
      create(lifecycle),
      lifecycle.create({ resource: reportSchedule, inputs: weekly().args, identity: "two" }),
    ]);
    assert.notEqual(one.id, two.id);
    assert.equal(platform.state.schedules.length, 2);
  });

  it("of a group ends as unknown at once where there is no list, and offers to adopt", async () => {
    platform.fault({ method: "POST", path: "/groups$", kind: "close", moment: "after" });
    const inputs = { name: "Analysts", type: "open" };
    const creating = (lifecycle: Lifecycle) =>
      lifecycle.create({ resource: group, inputs, identity: "group" });
    await assert.rejects(creating(provider()), {
      code: "unknown_state",
      message: /set `adopt` to its id/,
    });
    await assert.rejects(creating(provider()), { code: "unknown_state" });
    assert.equal(platform.state.groups.length, 1);
    const adopt = String(platform.state.groups[0]?.id);
    const taken = await provider().create({ resource: group, inputs: { ...inputs, adopt } });
    assert.equal(taken.id, adopt);
  });

  it("of a group is not made again where the instance does not offer to read it", async () => {
    const request = { resource: group, identity: "team" };
    const inputs = { name: "Analysts", type: "open" };
    const { id } = await provider().create({ ...request, inputs });
    platform.fault({ method: "GET", path: "/groups/", kind: "status", status: 405, times: 0 });
    await assert.rejects(provider().create({ ...request, inputs }), (error: Error) => {
      assert.match(error.message, new RegExp(`created group ${id} .*does not offer to read`));
      return true;
    });
    const groups = platform.state.groups.filter(({ name }) => name === inputs.name);
    assert.equal(groups.length, 1);
  });

  it("refuses at once, without a trace, what the platform refused", async () => {
    lose({ kind: "status", status: 400, moment: "before" });
    await assert.rejects(create(provider()), { code: "rejected" });
    assert.deepEqual(home.left(), []);
  });

  it("removes what a run left that was killed while it wrote, once the state holds the object", async () => {
    const { id, state } = await create(provider());
    const [file = ""] = home.left();
    appendFileSync(file, '{"key":');
    const lock = file.replace(/-0\.jsonl$/, ".lock");
    writeFileSync(lock, JSON.stringify({ ...thisProcess(), pid: 2 ** 22 + 1 }));
    assert.equal(home.left().length, 2);
    await register(id, state);
    assert.deepEqual(home.left(), []);
  });
});

describe("an object that is created before the one that it replaces is deleted", () => {
  let platform: Simulator;
  const home = ownHome();
  const oldInputs = weekly().args;
  const newInputs = { ...oldInputs, title: "Its successor" };
  const one = { resource: reportSchedule, identity: "one" };
  const provider = (settings = {}) => newProcess(platform, { operations: "extended", ...settings });
  const ids = () => platform.state.schedules.map(({ id }) => String(id));
  /** What the engine asks until it has the new object: the state holds the old one all the while. */
  const replace = async (id: string, state: Record<string, unknown>, settings = {}) => {
    const process = provider(settings);
    await process.check({ ...one, old: oldInputs, inputs: newInputs });
    await process.diff({ ...one, id, state, inputs: newInputs });
    return { process, created: await process.create({ ...one, inputs: newInputs }) };
  };

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => {
    platform.reset();
  });

  it("is found again when the run was killed after the delete, and the state lacks both", async () => {
    const { id, state } = await provider().create({ ...one, inputs: oldInputs });
    const { process, created } = await replace(id, state);
    await process.delete({ ...one, id, state });
    assert.deepEqual(ids(), [created.id]);

    const again = await provider().create({ ...one, inputs: newInputs });
    assert.equal(again.id, created.id);
    assert.deepEqual(ids(), [created.id]);
  });

  it("is found again when the run was killed between, and then the old one is deleted", async () => {
    const { id, state } = await provider().create({ ...one, inputs: oldInputs });
    const { created } = await replace(id, state);

    const { process, created: again } = await replace(id, state);
    assert.equal(again.id, created.id);
    await process.delete({ ...one, id, state });
    assert.deepEqual(ids(), [created.id]);
    assert.deepEqual(
      home.entries().map((entry) => [entry.phase, entry.id ?? entry.ids]),
      [
        ["deleted", [id]],
        ["done", created.id],
      ],
    );
  });

  it("is found again when its answer was lost, while the state still holds the old one", async () => {
    const { id, state } = await provider().create({ ...one, inputs: oldInputs });
    platform.fault({ method: "POST", path: "/reportschedules$", kind: "close", moment: "after" });
    const replacing = replace(id, state, deadlines(1));
    while (platform.state.schedules.length < 2) await new Promise(setImmediate);
    // The instance shows it late.
    const [late] = platform.state.schedules.splice(1);
    assert.ok(late);
    await assert.rejects(replacing, { code: "unknown_state" });
    platform.state.schedules.push(late);
    const { created } = await replace(id, state);
    assert.deepEqual([created.id, ids()], [String(late.id), [id, created.id]]);
  });

  it("is never the old one, also when that was changed by hand and read since", async () => {
    const { id, state } = await provider().create({ ...one, inputs: oldInputs });
    const [schedule] = platform.state.schedules;
    assert.ok(schedule);
    schedule.title = "Changed by hand";
    const read = await provider().read({ ...one, id, state });
    assert.ok(read);

    const process = provider();
    await process.check({ ...one, old: read.inputs, inputs: newInputs });
    await process.diff({ ...one, id, state: read.state, inputs: newInputs });
    const created = await process.create({ ...one, inputs: newInputs });
    assert.notEqual(created.id, id);
    await process.delete({ ...one, id, state: read.state });
    assert.deepEqual(ids(), [created.id]);
  });

  it("leaves nothing but its id when it is deleted itself, until no state holds it", async () => {
    const { id, state } = await provider().create({ ...one, inputs: oldInputs });
    await provider().delete({ ...one, id, state });
    assert.deepEqual(
      home.entries().map(({ phase, ids }) => [phase, ids]),
      [["deleted", [id]]],
    );
    await provider().check({ ...one, inputs: oldInputs });
    assert.deepEqual(home.left(), []);
  });
});

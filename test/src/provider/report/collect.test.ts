import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { Impossible } from "pulumi-platform-provider/contract";
import { certification } from "../../../../provider/dist/resources/certification";
import { group } from "../../../../provider/dist/resources/groups/group";
import { reportSchedule } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import type { Values } from "../../../../provider/dist/definition/values";
import type { Lifecycle } from "../../../../provider/dist/lifecycle/lifecycle";
import { RunMemory } from "../../../../provider/dist/process/runMemory";
import { analysts, weekly } from "../../engine/stacks/declarations";
import { ownHome } from "../home";
import { lifecycleOn } from "../provider";

describe("PLATFORM_COLLECT", () => {
  let platform: Simulator;
  let foreign: Simulator;
  let folder = "";
  let file = "";
  ownHome();
  const inputs = weekly().args;
  const lines = () =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => Impossible.parse(JSON.parse(line)));
  const report = (more: Values = {}, old: Values | undefined = inputs) => ({
    resource: reportSchedule,
    identity: "r1",
    old,
    inputs: { ...inputs, ...more },
  });
  /** Asks about a change as an engine does. */
  const preview = async (
    lifecycle: Lifecycle,
    made: { id: string; state: Values },
    more: Values,
  ) => {
    const { failures } = await lifecycle.check(report(more));
    assert.deepEqual(failures, []);
    const { id, state } = made;
    return lifecycle.diff({ ...report(more), id, state });
  };
  const collect = () => (process.env.PLATFORM_COLLECT = file);

  before(async () => {
    [platform, foreign] = await Promise.all([
      startSimulator({ profile: "extended" }),
      startSimulator({ profile: "extended" }),
    ]);
  });
  after(() => Promise.all([platform.close(), foreign.close()]));
  beforeEach(() => {
    platform.reset();
    foreign.reset();
    folder = mkdtempSync(join(tmpdir(), "pulumi-platform-collect-"));
    file = join(folder, "impossible.jsonl");
  });
  afterEach(() => {
    Reflect.deleteProperty(process.env, "PLATFORM_COLLECT");
    rmSync(folder, { recursive: true, force: true });
  });

  it("lets impossible changes pass, and writes each to the file once, the last with the ways out of all", async () => {
    const made = await lifecycleOn(platform).create(report());
    collect();
    const { differences } = await preview(lifecycleOn(platform), made, {
      title: "Other",
      pageId: 7,
    });
    assert.deepEqual(differences.map(({ path }) => path).sort(), ["pageId", "title"]);
    const [first, last, ...others] = lines();
    assert.deepEqual(others, []);
    const kind = { kind: "impossible", type: "ReportSchedule", code: "impossible" };
    const about = { ...kind, identity: "r1", object: 'report schedule "Weekly sales"' };
    const why = "This change is not possible with the documented API";
    assert.deepEqual(first, {
      ...about,
      property: "title",
      reason: `${why}: title of report schedule "Weekly sales" (from "Weekly sales" to "Other").`,
    });
    assert.deepEqual(last, {
      ...about,
      property: "pageId",
      reason: `${why}: pageId of report schedule "Weekly sales" (from 1001 to 7).`,
      options: [
        "Run `pulumi config set platform:operations extended`.",
        "Change it on the instance, then run `pulumi refresh`.",
        "To create a new one and keep the old one on the instance, undo the change in the program, declare it with `retainOnDelete`, run `pulumi up`, disable the old one on the instance if it is enabled (otherwise both send), then declare the new one under another name instead of the old one.",
      ],
    });
  });

  it("writes drift that cannot be repaired, and the value to accept", async () => {
    const made = await lifecycleOn(platform).create(report());
    collect();
    const state = { ...made.state, title: "By hand" };
    const lifecycle = lifecycleOn(platform);
    await lifecycle.check(report());
    const { warnings } = await lifecycle.diff({ ...report(), id: made.id, state });
    assert.deepEqual(warnings, []);
    const [drift, ...others] = lines();
    assert.deepEqual(others, []);
    assert.equal(drift?.property, "title");
    assert.match(
      drift.reason,
      /title is "By hand" on the instance and "Weekly sales" in the program/,
    );
    assert.match(
      drift.options?.[0] ?? "",
      /^To accept the value on the instance, write `title: "By hand"`/,
    );
  });

  it("writes a replacement whose old object stays, and a group that would lose its members", async () => {
    collect();
    const card = (entityId: string) => ({ entityType: "CARD", entityId });
    const stays = { resource: certification, identity: "r2", old: card("1"), inputs: card("2") };
    assert.deepEqual((await lifecycleOn(platform).check(stays)).failures, []);
    const groupOf = (type: string) => ({ ...analysts().args, type });
    const members = {
      ...{ resource: group, identity: "r3" },
      ...{ old: groupOf("closed"), inputs: groupOf("open") },
    };
    const wide = lifecycleOn(platform, { operations: "extended" });
    assert.deepEqual((await wide.check(members)).failures, []);
    assert.deepEqual(
      lines().map(({ type, property, code }) => ({ type, property, code })),
      [
        { type: "Certification", property: "entityId", code: "impossible" },
        { type: "Group", property: "type", code: "impossible" },
      ],
    );
  });

  it("writes an object that was made elsewhere: a new address, and a move without a delete", async () => {
    const made = await lifecycleOn(platform).create(report());
    collect();
    const addressed = lifecycleOn(foreign, { operations: "extended" });
    await preview(addressed, made, { pageId: 7 });
    const moved = { ...report(), identity: "r2", old: made.state };
    const choice = { property: "instance", isAnother: true, canDelete: false } as const;
    const elsewhere = lifecycleOn(foreign);
    assert.deepEqual((await elsewhere.check({ ...moved, choice })).failures, []);
    const { differences } = await elsewhere.diff({ ...moved, ...made, choice });
    assert.deepEqual(
      differences.map(({ path, replaces }) => ({ path, replaces })),
      [{ path: "instance", replaces: true }],
    );
    assert.deepEqual(
      lines().map(({ property, code }) => ({ property, code })),
      [
        { property: "", code: "another_instance" },
        { property: "instance", code: "impossible" },
      ],
    );
  });

  it("writes an adopted object that differs, and a new one that the instance already has", async () => {
    const { id } = await lifecycleOn(platform).create({ ...report(), identity: "r0" });
    collect();
    const adopting = { ...report({ adopt: id, title: "Other" }), identity: "r2", old: undefined };
    assert.deepEqual((await lifecycleOn(platform).check(adopting)).failures, []);
    const again = { ...report(), identity: "r3", old: undefined };
    assert.deepEqual((await lifecycleOn(platform).check(again)).failures, []);
    const [adopted, duplicate, ...others] = lines();
    assert.deepEqual(others, []);
    assert.deepEqual([adopted?.property, adopted?.code], ["title", "impossible"]);
    assert.equal(duplicate?.code, "duplicate_exists");
    assert.match(duplicate.reason, /Could not create .*: the instance already has one/);
  });

  it("leaves a mistake in the inputs an error", async () => {
    collect();
    const setting = { allowedRecipientDomains: ["example.org"] };
    const { failures } = await lifecycleOn(platform, setting).check({
      ...report(),
      old: undefined,
    });
    assert.deepEqual(
      failures.map(({ code }) => code),
      ["recipient_not_allowed"],
    );
    const { failures: wrong } = await lifecycleOn(platform).check(report({ title: "" }));
    assert.deepEqual(
      wrong.map(({ code }) => code),
      ["invalid_input"],
    );
    assert.deepEqual(lines(), []);
  });

  it("leaves an empty file where nothing is impossible, which only its user can read", async () => {
    collect();
    await lifecycleOn(platform).check(report());
    assert.equal(readFileSync(file, "utf8"), "");
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it("refuses every create, update and delete, and previews them as ever", async () => {
    const made = await lifecycleOn(platform).create(report());
    platform.calls.length = 0;
    collect();
    const lifecycle = lifecycleOn(platform, { operations: "extended" });
    const change = { ...report({ title: "Other" }), ...made };
    const refused = {
      code: "collecting",
      message:
        /^Could not \w+ report schedule "\w+( sales)?": PLATFORM_COLLECT is set, .*Unset PLATFORM_COLLECT, then run the command again\. \[collecting\]$/,
    };
    await assert.rejects(lifecycle.create(report()), refused);
    await assert.rejects(lifecycle.update(change), refused);
    await assert.rejects(lifecycle.delete(change), refused);
    await lifecycle.create({ ...report(), isPreview: true });
    await lifecycle.update({ ...change, isPreview: true });
    assert.ok(await lifecycle.read(change));
    assert.deepEqual(
      platform.calls.filter(({ method }) => method !== "GET"),
      [],
    );
  });

  it("writes no secret", async () => {
    const made = await lifecycleOn(platform).create(report());
    collect();
    const next = { ...inputs, title: "canary-title", pageId: 7 };
    const request = {
      ...{ resource: reportSchedule, identity: "r1", inputs: next },
      hidden: { inputs: { values: next, paths: [["title"]] } },
    };
    const lifecycle = lifecycleOn(platform);
    await lifecycle.check({ ...request, old: inputs });
    await lifecycle.diff({ ...request, ...made, state: { ...made.state, viewId: 9 } });
    assert.equal(lines().length, 3);
    assert.doesNotMatch(readFileSync(file, "utf8"), /canary/);
    assert.match(readFileSync(file, "utf8"), /\[secret\]/);
  });

  it("names a file that cannot be written, once", async () => {
    for (const [path, why] of [
      [join(folder, "missing", "file"), "ENOENT"],
      ["impossible.jsonl", "it is not an absolute path"],
    ] as const) {
      process.env.PLATFORM_COLLECT = path;
      const lifecycle = lifecycleOn(platform);
      await assert.rejects(lifecycle.check(report()), {
        code: "invalid_settings",
        message: new RegExp(
          `PLATFORM_COLLECT must be the absolute path of a file that can be written: .*${why}`,
        ),
      });
      await lifecycle.check(report({ title: "Other" }));
    }
  });

  it("appends to what other processes write, and repeats nothing that the preview of an up wrote", async () => {
    writeFileSync(file, "of another process\n");
    collect();
    const memory = () =>
      new RunMemory(
        () => ({ pid: process.pid, started: "1" }),
        () => join(folder, "runs"),
      );
    await lifecycleOn(platform, {}, { memory: memory() }).check(report({ title: "Other" }));
    await lifecycleOn(platform, {}, { memory: memory() }).check(report({ title: "Other" }));
    assert.equal(readFileSync(file, "utf8").split("\n").length, 3);
  });
});

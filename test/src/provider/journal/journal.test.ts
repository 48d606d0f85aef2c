import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulator } from "pulumi-platform-simulator";
import type { FaultRule, Simulator } from "pulumi-platform-simulator";
import type { Values } from "../../../../provider/dist/definition/values";
import type { Lifecycle } from "../../../../provider/dist/lifecycle/lifecycle";
import { endJournals } from "../../../../provider/dist/journal/stackJournal";
import { certification } from "../../../../provider/dist/resources/certification";
import { reportSchedule } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import { weekly } from "../../engine/stacks/declarations";
import { PowerCut } from "../../faults/dying/powerCut";
import { delayVariable } from "../../faults/dying/syncRecorder";
import { deadlines } from "../../harness/sessions/deadlines";
import { ownHome } from "../home";
import { newProcess } from "../provider";

describe("a run whose state is stored only when it ends", () => {
  let platform: Simulator;
  const home = ownHome();
  const { PULUMI_SKIP_CHECKPOINTS } = process.env;
  const provider = (config: Values = {}) =>
    newProcess(platform, { operations: "extended", ...deadlines(0.5), ...config });
  const named = (title: string) => ({
    resource: reportSchedule,
    identity: `r12345678${title}`,
    inputs: { ...weekly().args, title },
  });
  const posts = () => platform.calls.filter(({ method }) => method === "POST").length;
  /** Creates and deletes objects, while the state goes on to hold them. */
  const deletedIn = async (lifecycle: Lifecycle, ...titles: string[]) => {
    const stored = [];
    for (const one of titles.map(named)) {
      const { id, state } = await lifecycle.create(one);
      stored.push({ ...one, id, state });
    }
    for (const one of stored) await lifecycle.delete(one);
    return stored;
  };
  const card = {
    resource: certification,
    identity: "r12345678card",
    inputs: { entityType: "CARD", entityId: "12" },
  };

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => {
    platform.reset();
    process.env.PULUMI_SKIP_CHECKPOINTS = "true";
  });
  afterEach(() => {
    if (PULUMI_SKIP_CHECKPOINTS === undefined) delete process.env.PULUMI_SKIP_CHECKPOINTS;
    else process.env.PULUMI_SKIP_CHECKPOINTS = PULUMI_SKIP_CHECKPOINTS;
  });

  it("sends no create before the disk has its entry, and ends none before the disk has its result", async () => {
    const folder = process.env.PULUMI_HOME ?? "";
    const cut = new PowerCut(folder, "platform", join(folder, "syncs"));
    const args = [
      join(__dirname, "..", "duplicates", "oneCreate.js"),
      platform.url,
      platform.token,
    ];
    const env = { ...process.env, ...cut.environment, [delayVariable]: "100" };
    /** Cuts the power when the process has sent its create, or when it ends. */
    const entriesAfter = async (isSent: boolean) => {
      cut.start();
      const child = spawn(process.execPath, args, { env, stdio: "inherit" });
      const ended = once(child, "exit");
      while (isSent && posts() === 0 && child.exitCode === null) await sleep(1);
      if (isSent) child.kill("SIGKILL");
      assert.deepEqual(await ended, [null, "SIGKILL"]);
      cut.cut();
      return home.entries().map(({ phase, id }) => [phase, id]);
    };
    platform.fault({ method: "POST", kind: "hang", moment: "before" });
    assert.deepEqual(await entriesAfter(true), [["sending", undefined]]);
    rmSync(home.journal(), { recursive: true });
    const entries = await entriesAfter(false);
    assert.deepEqual(entries, [["done", String(platform.state.schedules[0]?.id)]]);
  });

  it("takes over what it created before it failed for a reason that it does not know", async () => {
    const { create } = reportSchedule.documented;
    assert.ok(create);
    const run: typeof create.run = async (...given) => {
      await create.run(...given);
      throw new TypeError("a defect of the provider");
    };
    const documented = { ...reportSchedule.documented, create: { ...create, run } };
    const failing = { ...reportSchedule, documented };
    const lifecycle = provider();
    const one = named("one");
    await assert.rejects(lifecycle.create({ ...one, resource: failing }), /a defect/);
    const { id } = await lifecycle.create(one);
    assert.deepEqual([posts(), String(platform.state.schedules[0]?.id)], [1, id]);
  });

  it("takes over what an earlier run created in another home, where both share a journal", async () => {
    const journal = mkdtempSync(join(tmpdir(), "pulumi-platform-journal-"));
    const { id } = await provider({ journal }).create(named("one"));
    const { PULUMI_HOME } = process.env;
    process.env.PULUMI_HOME = join(PULUMI_HOME ?? "", "elsewhere");
    try {
      const again = await provider({ journal }).create(named("one"));
      assert.deepEqual([again.id, posts()], [id, 1]);
      await assert.rejects(provider().create(named("one")), { code: "duplicate_exists" });
      // Another stack and another instance have entries of their own.
      const elsewhere = { ...named("one"), identity: "r87654321one" };
      await assert.rejects(provider({ journal }).create(elsewhere), { code: "duplicate_exists" });
    } finally {
      process.env.PULUMI_HOME = PULUMI_HOME;
      rmSync(journal, { recursive: true });
    }
  });

  describe("and whose journal cannot be written", () => {
    let journal: string;
    const unusable = {
      code: "journal_unusable",
      message:
        /Without checkpoints, .*Rename the file that is in the place of a folder.*PLATFORM_JOURNAL.*unset PULUMI_SKIP/,
    };
    beforeEach(() => {
      journal = join(home.journal(), "..", "..", "file", "journal");
      writeFileSync(join(journal, ".."), "");
    });

    it("creates nothing, not even what can be repeated", async () => {
      for (const one of [named("one"), card]) {
        await assert.rejects(provider({ journal }).create(one), unusable);
      }
      assert.deepEqual(platform.calls, []);
    });

    it("updates and deletes nothing", async () => {
      const { id, state } = await provider().create(named("one"));
      platform.calls.length = 0;
      const old = { ...named("one"), id, state };
      const changed = { ...old, inputs: named("two").inputs };
      await assert.rejects(provider({ journal }).update(changed), unusable);
      await assert.rejects(provider({ journal }).delete(old), unusable);
      assert.deepEqual(platform.calls, []);
    });

    it("still reads, and checks what is new", async () => {
      const { id, state } = await provider().create(named("one"));
      const lifecycle = provider({ journal: join(journal, "..", "..", "missing") });
      assert.ok(await lifecycle.read({ ...named("one"), id, state }));
      assert.deepEqual((await lifecycle.check(named("two"))).failures, []);
    });
  });

  it("sends nothing while the journal is where it was before others could write to its folder", async () => {
    await provider().create(named("one"));
    endJournals();
    chmodSync(home.journal(), 0o777);
    platform.calls.length = 0;
    const left = { code: "journal_unusable", message: /1 file of earlier runs is in / };
    for (const title of ["one", "two"]) {
      await assert.rejects(provider().create(named(title)), left);
    }
    assert.deepEqual(platform.calls, []);
    chmodSync(home.journal(), 0o700);
    await provider().create(named("one"));
    assert.equal(posts(), 0);
  });

  it("sends nothing again once another process took over the stack", async () => {
    platform.fault({ method: "POST", kind: "status", status: 429, retryAfter: 1 });
    const creating = provider().create(named("one"));
    while (posts() === 0) await sleep(5);
    const lock = readdirSync(home.journal()).find((name) => name.endsWith(".lock")) ?? "";
    rmSync(join(home.journal(), lock));
    await assert.rejects(creating, /another process took over this stack/);
    assert.equal(posts(), 1);
  });

  it("knows what it deleted, though most objects are missing at once", async () => {
    const stored = await deletedIn(provider(), "one", "two");
    const lifecycle = provider();
    const read = await Promise.all(stored.map((one) => lifecycle.read(one)));
    assert.deepEqual(read, [undefined, undefined]);
    // Nobody deleted them by hand.
    const { notices, warnings } = await lifecycle.check(named("one"));
    assert.deepEqual(warnings, []);
    assert.doesNotMatch(notices.join(), /created again/);

    rmSync(home.journal(), { recursive: true });
    const unsure = provider();
    const doubts = Promise.all(stored.map((each) => unsure.read(each)));
    await assert.rejects(doubts, {
      code: "unknown_state",
      message: /the list of schedules is empty/,
    });
  });

  const asked = async (fault: Partial<FaultRule>) => {
    const lifecycle = provider();
    const stored: (ReturnType<typeof named> & { id: string; state: Values })[] = [];
    for (const one of ["one", "two"].map(named)) {
      stored.push({ ...one, ...(await lifecycle.create(one)) });
    }
    platform.fault({
      kind: "close",
      method: "DELETE",
      path: "/reportschedules",
      times: 0,
      ...fault,
    });
    for (const one of stored) await assert.rejects(lifecycle.delete(one));
    platform.clearFaults();
    platform.state.schedules = [];
    return stored;
  };

  it("knows what it asked to delete, though no answer came and most objects are missing at once", async () => {
    const stored = await asked({ moment: "after" });
    const read = await Promise.all(stored.map((one) => provider().read(one)));
    assert.deepEqual(read, [undefined, undefined]);
    for (const one of stored) await provider().delete(one);
  });

  it("needs proof again of what the platform refused to delete", async () => {
    const stored = await asked({ kind: "status", status: 403, moment: "before" });
    const lifecycle = provider();
    const reads = Promise.all(stored.map((one) => lifecycle.read(one)));
    await assert.rejects(reads, {
      code: "unknown_state",
      message: /the list of schedules is empty/,
    });
  });

  it("deletes again what it deleted, though the instance proves nothing", async () => {
    const [one] = await deletedIn(provider(), "one");
    assert.ok(one);
    platform.fault({
      method: "GET",
      kind: "status",
      status: 403,
      path: "/reportschedules",
      times: 0,
    });
    await provider().delete(one);
    rmSync(home.journal(), { recursive: true });
    await assert.rejects(provider().delete(one), /Could not delete/);
  });

  it("sees an object that is there again", async () => {
    const { id, state } = await provider().create(card);
    await provider().delete({ ...card, id, state });
    await provider().create({ ...card, identity: "r12345678other" });
    assert.equal((await provider().read({ ...card, id, state }))?.id, id);
  });

  it("forgets that it deleted an object when it creates one with the same id", async () => {
    const { id, state } = await provider().create(card);
    await provider().delete({ ...card, id, state });
    assert.deepEqual(
      home.entries().map(({ ids }) => ids),
      [[id]],
    );
    await provider().create(card);
    assert.deepEqual(home.entries(), []);
  });

  it("still knows the other objects of a resource that it deleted when one of them is there again", async () => {
    const other = { ...card, inputs: { ...card.inputs, entityId: "13" } };
    const first = await provider().create(card);
    await provider().delete({ ...card, ...first });
    const later = await provider().create(other);
    await provider().delete({ ...other, ...later });
    await provider().create(card);
    assert.deepEqual(
      home.entries().map(({ ids }) => ids),
      [[later.id]],
    );
  });

  it("remembers what it deleted while a replacement is checked as if it were new", async () => {
    const { id, state } = await provider().create(card);
    const other = { ...card, inputs: { ...card.inputs, entityId: "13" } };
    await provider().delete({ ...card, id, state });
    const lifecycle = provider();
    await lifecycle.check({ ...other, old: card.inputs });
    await lifecycle.check(other);
    assert.deepEqual(
      home.entries().map(({ ids }) => ids),
      [[id]],
    );
    await provider().check(other);
    assert.deepEqual(home.left(), []);
  });

  it("leaves one file, however many objects it creates", async () => {
    const lifecycle = provider(deadlines(10));
    const titles = Array.from({ length: 40 }, (_, n) => `${n}`);
    const creating = titles.map(named).map(async (one) => ({
      ...one,
      ...(await lifecycle.create(one)),
    }));
    const created = await Promise.all(creating);
    assert.equal(home.left().length, 1);
    const next = provider();
    for (const one of created) {
      await next.check({ ...one, old: one.inputs });
      await next.diff(one);
    }
    endJournals();
    assert.deepEqual(readdirSync(home.journal()), []);
  });
});

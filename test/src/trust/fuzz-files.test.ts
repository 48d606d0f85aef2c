import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { resources } from "../../../provider/dist/catalog";
import { contentOfInputs } from "../../../provider/dist/state/likeness";
import { Lifecycle } from "../../../provider/dist/lifecycle/lifecycle";
import { thisProcess } from "../../../provider/dist/process/processes";
import { endJournals } from "../../../provider/dist/journal/stackJournal";
import { readSettings, settingNames } from "../../../provider/dist/settings";
import { PlatformError } from "../../../provider/dist/messages/errors";
import { weekly } from "../engine/stacks/declarations";
import { call, schedulesPath } from "../simulator/client";
import { ownHome } from "../provider/home";
import { anyJson, anyText } from "./anything";
import { deadlines } from "../harness/sessions/deadlines";
import { lifecycleOn } from "../provider/provider";

const reportSchedule = resources.find(({ name }) => name === "ReportSchedule") ?? assert.fail();

describe("settings of any kind", () => {
  it("are one error of the settings, or settings that can be worked with", () => {
    const good = fc.record({
      baseUrl: fc.oneof(fc.webUrl(), fc.constantFrom("https://one.example.com", "http://[::1]:1")),
      token: fc.constantFrom("token", "to ken"),
      writeDeadlineSeconds: fc.oneof(fc.double(), fc.double().map(String)),
      confirmAbsent: fc.oneof(anyText, fc.array(anyJson)),
    });
    const wild = fc.record(
      Object.fromEntries(settingNames.map((name) => [name, fc.oneof(anyJson, anyText)])),
      { requiredKeys: [] },
    );
    const variables = ["BASE_URL", "TOKEN", "TOKEN_HEADER", "OPERATIONS"];
    const environment = fc.dictionary(
      fc.constantFrom(...variables.map((name) => `PLATFORM_${name}`)),
      anyText,
      { maxKeys: 1 },
    );
    fc.assert(
      fc.property(wild, good, fc.boolean(), environment, (some, most, mostly, variables) => {
        const given: Record<string, unknown> = mostly ? { ...some, ...most } : { ...most, ...some };
        try {
          const settings = readSettings({ config: (name) => given[name], environment: variables });
          assert.match(settings.baseUrl, /^https?:/i);
          assert.match(settings.token, /^[\x21-\x7e]+$/);
          assert.ok(settings.writeDeadlineSeconds > 0 && settings.writeDeadlineSeconds <= 3600);
          assert.ok(settings.confirmAbsent.every((id) => typeof id === "string"));
          new Lifecycle(settings);
        } catch (error) {
          assert.ok(error instanceof PlatformError, String(error));
          assert.equal(error.code, "invalid_settings");
          assert.match(error.message, /^Could not use the settings:\s+(platform:|PLATFORM_)/);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a file of the journal that holds anything", () => {
  let platform: Simulator;
  const home = ownHome();
  const inputs = weekly().args;
  const lifecycle = (seconds = 10) => {
    endJournals();
    return lifecycleOn(platform, { operations: "extended", ...deadlines(seconds) });
  };
  const request = { resource: reportSchedule, inputs, identity: "one" };
  /** A file of the journal by the end of its name. */
  const file = ({ creation: { journal } }: Lifecycle, end: string) => {
    mkdirSync(journal.store.place, { recursive: true, mode: 0o700 });
    return join(journal.store.place, `${journal.stackOf("one").stack}${end}`);
  };
  const lineOf = ({ creation: { journal } }: Lifecycle, entry: unknown, n = 1) =>
    `${JSON.stringify({ key: journal.keyOf("one"), n, entry })}\n`;
  const create = (textOf: (one: Lifecycle) => string) => {
    platform.reset();
    const one = lifecycle();
    rmSync(one.creation.journal.store.place, { recursive: true, force: true });
    writeFileSync(file(one, "earlier-0.jsonl"), textOf(one));
    return one.create(request);
  };

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());

  const content = contentOfInputs(reportSchedule, inputs);
  const ended = { ...thisProcess(), pid: 2 ** 22 + 1, engine: "another" };
  const entry = fc.record(
    {
      phase: fc.constantFrom("sending", "done", "other"),
      content: fc.oneof(fc.constant(content), anyJson),
      idsBefore: fc.oneof(fc.constant([]), fc.array(anyJson)),
      sentAt: fc.oneof(fc.constant(Date.now()), fc.double({ noNaN: true }), anyJson),
      id: fc.oneof(fc.string(), anyJson),
      outcome: anyJson,
    },
    { requiredKeys: ["phase", "content", "sentAt"] },
  );

  it("is a failure of the journal that names the file, or is made use of, and nothing is doubled", async () => {
    const line = fc.record({ entry: fc.oneof(entry, anyJson), n: fc.oneof(fc.nat(), anyJson) });
    const withoutId = { phase: "done", content, sentAt: Date.now(), id: "" };
    const texts = fc.array(fc.oneof(anyText, line), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(texts, async (written) => {
        const textOf = (one: Lifecycle) =>
          written
            .map((part) =>
              typeof part === "string" ? part : lineOf(one, part.entry, part.n as number),
            )
            .join("");
        await create(textOf).catch((error: unknown) => {
          assert.ok(error instanceof PlatformError, `${JSON.stringify(written)}: ${String(error)}`);
          assert.match(error.code, /^(journal_unusable|unknown_state|impossible)$/);
          assert.match(error.message, /^Could not /);
          assert.match(error.message, / \[[a-z_]+\]$/);
        });
        assert.ok(platform.state.schedules.length <= 1);
      }),
      { numRuns: 150, examples: [[[{ entry: withoutId, n: 0 }]]] },
    );
  });

  it("is no reason to wait for ever when its time lies in the future", async () => {
    const sentAt = Date.now() + 1e10;
    const written = { phase: "sending", content, idsBefore: [], sentAt };
    await create((one) => lineOf(one, written));
    assert.equal(platform.state.schedules.length, 1);
  });

  /** Does something while the lock of a process says this of it, which last showed itself then. */
  const beside = (holder: string, verb: (one: Lifecycle) => Promise<unknown>, agoMs = 0) => {
    platform.reset();
    const one = lifecycle(0.05);
    rmSync(one.creation.journal.store.place, { recursive: true, force: true });
    const lock = file(one, "other.lock");
    writeFileSync(lock, holder);
    const beat = new Date(Date.now() - agoMs);
    utimesSync(lock, beat, beat);
    return { lock, done: verb(one) };
  };
  const createOne = (one: Lifecycle) => one.create(request);

  const old = { ...request, id: "1", state: { ...inputs, title: "Before" } };
  const verbs: [string, (one: Lifecycle) => Promise<unknown>][] = [
    ["create", createOne],
    ["update", (one) => one.update(old)],
    ["delete", (one) => one.delete(old)],
  ];
  for (const [verb, run] of verbs)
    it(`has a ${verb} wait for a process that works on the stack, and then names it`, async () => {
      const { host, hostname } = thisProcess();
      const other = { host, hostname, pid: process.ppid, started: "", engine: "another" };
      const { done } = beside(JSON.stringify(other), run);
      await assert.rejects(done, {
        code: "journal_unusable",
        message: new RegExp(`process ${process.ppid} on host \\S+ is still working on it`),
      });
      assert.equal(platform.calls.length, 0);
      assert.notEqual(thisProcess().pid, process.ppid);
    });

  it("keeps nobody waiting when the process that worked on the stack has ended", async () => {
    const { lock, done } = beside(JSON.stringify(ended), createOne);
    await done;
    assert.equal(platform.state.schedules.length, 1);
    assert.ok(!existsSync(lock));
  });

  it("keeps nobody waiting when it says nothing of the process and had no heartbeat for long", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constant(""), anyText), async (holder) => {
        const { lock, done } = beside(holder, createOne, 660_000);
        await done;
        assert.equal(platform.state.schedules.length, 1);
        assert.ok(!existsSync(lock));
      }),
      { numRuns: 10 },
    );
  });

  it("is a failure of the journal as well where its folder is none", async () => {
    mkdirSync(dirname(home.journal()));
    writeFileSync(home.journal(), "");
    await assert.rejects(lifecycle().create(request), { code: "journal_unusable" });
    await assert.rejects(lifecycle().check({ ...request, old: inputs }), {
      code: "journal_unusable",
    });
  });
});

describe("a data file of the simulator that holds anything", () => {
  it("is refused by the place at which it is wrong, also deep in it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "simulator-"));
    const data = join(folder, "state.json");
    const refused: [unknown, string][] = [
      [{ schedules: [null] }, "schedules[0] must be of type object"],
      [{ schedules: [{ id: 1 }] }, "schedules[0].schedule must be of type object"],
      [{ lastIds: { schedule: "1" } }, "lastIds.schedule must be of type number"],
    ];
    for (const [state, said] of refused) {
      writeFileSync(data, JSON.stringify(state));
      await assert.rejects(startSimulator({ data }), {
        message: `${data} is not a state of the simulator: ${said}`,
      });
      assert.equal(readFileSync(data, "utf8"), JSON.stringify(state));
    }
    rmSync(folder, { recursive: true });
  });

  it("is refused with one line and left as it is, or is an instance that answers", async () => {
    const folder = mkdtempSync(join(tmpdir(), "simulator-"));
    const data = join(folder, "state.json");
    const states = fc
      .record(
        { schedules: anyJson, groups: anyJson, users: anyJson, lastIds: anyJson, tokens: anyJson },
        { requiredKeys: [] },
      )
      .map((state) => JSON.stringify(state));
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText, states), async (text) => {
        writeFileSync(data, text);
        let simulator: Simulator;
        try {
          simulator = await startSimulator({ data });
        } catch (error) {
          assert.match((error as Error).message, /^\S+state\.json is not [^\n]+$/);
          assert.equal(readFileSync(data, "utf8"), text);
          return;
        }
        const { status } = await call(simulator, "GET", schedulesPath);
        await simulator.close();
        assert.equal(status, 200, text);
      }),
      { numRuns: 100 },
    );
    rmSync(folder, { recursive: true });
  });
});

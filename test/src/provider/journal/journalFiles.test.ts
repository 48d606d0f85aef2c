import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { thisProcess } from "../../../../provider/dist/process/processes";
import { FolderJournalStore } from "../../../../provider/dist/stores/folderStore";
import { StackJournal } from "../../../../provider/dist/journal/stackJournal";
import { PowerCut } from "../../faults/dying/powerCut";
import { delayVariable } from "../../faults/dying/syncRecorder";

describe("the files of the journal", () => {
  let parent: string;
  let path: string;
  const opened: StackJournal[] = [];
  /** A process of the provider. */
  const processOf = (engine = "one") => {
    const owner = { ...thisProcess(), engine };
    const stack = new StackJournal(new FolderJournalStore(path), "stack-", { owner });
    opened.push(stack);
    return stack;
  };
  const note = (stack: StackJournal, key: string, entry: unknown) =>
    stack.withLock(key, 0, () => stack.append(key, entry));
  const files = () => readdirSync(path).filter((name) => name.endsWith(".jsonl"));
  const leave = (name: string, ...lines: ([key: string, n: number, entry: unknown] | string)[]) => {
    const texts = lines.map((line) => {
      if (typeof line === "string") return line;
      const [key, n, entry] = line;
      return `${JSON.stringify({ key, n, entry })}\n`;
    });
    writeFileSync(join(path, `stack-${name}-0.jsonl`), texts.join(""));
  };
  const read = async (key: string) => {
    const stack = processOf();
    await stack.load();
    return stack.read(key)?.entry;
  };
  /** Has another process append entries, step by step, where a file has no room for ten thousand bytes. */
  const appendedElsewhere = (...steps: Record<string, unknown>[]) => {
    const cut = new PowerCut(parent, "journal", join(parent, "syncs"));
    cut.start();
    const run = [process.execPath, join(__dirname, "journalWriter.js"), path];
    const args = [
      "-c",
      'ulimit -f 8; exec "$@"',
      "sh",
      ...run,
      ...steps.map((one) => JSON.stringify(one)),
    ];
    const env = { ...process.env, ...cut.environment, [delayVariable]: "20" };
    const { stdout, stderr, signal } = spawnSync("sh", args, { env, encoding: "utf8" });
    assert.equal(signal, "SIGKILL", stderr);
    return { cut, said: stdout.trim().split("\n") };
  };

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "pulumi-platform-journal-"));
    path = join(parent, "journal");
    mkdirSync(path, { mode: 0o700 });
  });
  afterEach(() => {
    for (const one of opened.splice(0)) one.close();
    rmSync(parent, { recursive: true });
  });

  it("have an entry on the disk before its promise resolves", async () => {
    const { cut } = appendedElsewhere({ aa: { id: "1" } });
    cut.cut();
    assert.deepEqual(await read("aa"), { id: "1" });
  });

  it("are written once for all entries that come while the disk works", async () => {
    const keys = Array.from({ length: 64 }, (_, n) => `${n}`);
    const { cut } = appendedElsewhere(Object.fromEntries(keys.map((key) => [key, { id: key }])));
    const syncs = readFileSync(cut.record, "utf8").match(/"path":"[^"]*\.jsonl"/g) ?? [];
    assert.ok(syncs.length <= 3, `${syncs.length} syncs`);
    assert.equal(files().length, 1);
    for (const key of keys) assert.deepEqual(await read(key), { id: key });
  });

  it("are followed by another one after a write that failed, which may have left half a line", async () => {
    const tooLong = { id: "1".repeat(10_000) };
    const { said } = appendedElsewhere({ aa: tooLong }, { aa: { id: "2" } });
    assert.deepEqual(said, ["journal_unusable", "appended"]);
    assert.equal(files().length, 2);
    assert.deepEqual(await read("aa"), { id: "2" });
  });

  it("are found again where they were moved while a process knows them", async () => {
    leave("a", ["aa", 1, { id: "1" }]);
    const stack = processOf();
    await stack.load();
    mkdirSync(join(path, `user-${process.getuid?.()}`), { mode: 0o700 });
    const name = "stack-a-0.jsonl";
    renameSync(join(path, name), join(path, `user-${process.getuid?.()}`, name));
    chmodSync(path, 0o777);
    await stack.load();
    assert.deepEqual(stack.read("aa")?.entry, { id: "1" });
  });

  it("stop a run at once when one of them is a link to nothing", async () => {
    symlinkSync(join(path, "nothing"), join(path, "stack-a-0.jsonl"));
    const unusable = { code: "journal_unusable", message: /stack-a-0\.jsonl is not a file/ };
    await assert.rejects(processOf().load(), unusable);
    rmSync(join(path, "stack-a-0.jsonl"));
  });

  it("may end in a line that a kill or a power failure cut off", async () => {
    leave("a", ["aa", 1, { id: "1" }], '{"key":"aa","n":2,"ent');
    leave("b", ["bb", 1, { id: "1" }], '{"key":"bb","n":2,"ent\0\0\0\n');
    assert.deepEqual(await read("aa"), { id: "1" });
    assert.deepEqual(await read("bb"), { id: "1" });
  });

  it("stop what a damaged line is about, and name the line", async () => {
    leave("a", ["aa", 1, 1], '{"key":"bb","n":1,"ent\n', ["cc", 1, { id: "1" }]);
    const unusable = {
      code: "journal_unusable",
      message: /line 2 of \S+stack-a-0.jsonl is damaged/,
    };
    await assert.rejects(read("bb"), unusable);
    assert.equal(await read("aa"), 1);
    assert.deepEqual(await read("cc"), { id: "1" });
  });

  it("stop all that no later line tells where a damaged line does not say what it is about", async () => {
    leave("a", ["aa", 1, 1], "???\n", ["cc", 1, { id: "1" }]);
    await assert.rejects(read("aa"), { code: "journal_unusable" });
    await assert.rejects(read("of nobody"), { code: "journal_unusable" });
    assert.deepEqual(await read("cc"), { id: "1" });
  });

  it("go by what was noted last, whatever the names and times of the files", async () => {
    leave("z", ["aa", 1, { id: "1" }]);
    leave("a", ["aa", 2, { id: "2" }]);
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(path, "stack-z-0.jsonl"), later, later);
    assert.deepEqual(await read("aa"), { id: "2" });
    await note(processOf(), "aa", { id: "3" });
    assert.deepEqual(await read("aa"), { id: "3" });
  });

  it("show a process what another one of the same engine noted since", async () => {
    const [one, two] = [processOf(), processOf()];
    await note(one, "aa", { id: "1" });
    await two.withLock("aa", 0, () => {
      assert.deepEqual(two.read("aa")?.entry, { id: "1" });
      return Promise.resolve();
    });
    await note(one, "aa", { id: "2" });
    await two.withLock("aa", 0, async () => {
      assert.deepEqual(two.read("aa")?.entry, { id: "2" });
      await two.remove("aa");
    });
    assert.equal(await read("aa"), undefined);
  });

  it("go as a whole when the state holds what they tell, the outdated ones first", async () => {
    leave("a", ["aa", 1, { id: "1" }], ["bb", 1, { id: "1" }]);
    leave("b", ["aa", 2, null]);
    const stack = processOf();
    await stack.load();
    stack.settle("cc");
    stack.close();
    // Without the second file, the first one would be believed.
    assert.equal(files().length, 2);
    const next = processOf();
    await next.load();
    next.settle("bb");
    next.close();
    assert.deepEqual(files(), []);
  });

  it("do not say again what a state held once, when the next one is written", async () => {
    leave("a", ["aa", 1, { id: "1" }], ["bb", 1, { id: "1" }]);
    const stack = processOf();
    await stack.load();
    stack.settle("aa");
    await stack.withLock("aa", 0, () => Promise.resolve());
    stack.close();
    assert.equal(await read("aa"), undefined);
    assert.deepEqual(await read("bb"), { id: "1" });
  });

  it("stay when they tell of what came after that, though the earlier files are gone", async () => {
    leave("a", ["aa", 1, { id: "1" }]);
    const stack = processOf();
    await stack.load();
    stack.settle("aa");
    while (files().length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await note(stack, "aa", { id: "2" });
    assert.deepEqual(stack.read("aa")?.entry, { id: "2" });
    stack.close();
    assert.deepEqual(await read("aa"), { id: "2" });
  });

  it("stay while their process works", async () => {
    const stack = processOf();
    await note(stack, "aa", { id: "1" });
    const other = processOf();
    await other.load();
    other.settle("aa");
    other.close();
    assert.equal(files().length, 1);
  });

  it("become one when many runs left something", async () => {
    for (let n = 0; n < 300; n++) leave(`${n}`, [`${n}`, 5, { id: `${n}` }], ["aa", n + 1, null]);
    await note(processOf(), "aa", { id: "last" });
    assert.equal(files().length, 1);
    for (let n = 0; n < 300; n++) assert.deepEqual(await read(`${n}`), { id: `${n}` });
    assert.deepEqual(await read("aa"), { id: "last" });
  });

  it("tell what their process created also when they become one", async () => {
    const one = processOf();
    await note(one, "aa", { phase: "done", id: "1" });
    await one.lock.release();
    const other = processOf();
    for (let n = 0; n < 9; n++) {
      await note(other, `${n}`, { phase: "sending" });
      await other.lock.release();
    }
    assert.ok(files().length < 9);
    await one.noteSaved();
    assert.deepEqual(await read("aa"), { phase: "done", id: "1", savedBy: thisProcess().engine });
  });

  it("tell that the engine of a process without answers overwrote what another engine saved", async () => {
    const held = processOf();
    await note(held, "aa", { phase: "sending" });
    await held.lock.release();
    leave("other", ["bb", 1, { phase: "done", id: "2", savedBy: "another engine" }]);
    await held.noteSaved();
    assert.deepEqual(await read("bb"), { phase: "done", id: "2" });
  });

  it("go after 90 days, those of other stacks as well", async () => {
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    for (const [name, age] of [
      ["00000000000000aa-a-0.jsonl", 91],
      ["00000000000000aa-b-0.jsonl", 89],
      ["00000000000000bb-a-0.jsonl", 91],
    ] as const) {
      writeFileSync(join(path, name), '{"key":"aa","n":1,"entry":{}}\n');
      utimesSync(join(path, name), days(age), days(age));
    }
    const stack = processOf();
    await note(stack, "bb", { id: "1" });
    while (existsSync(join(path, "00000000000000aa-a-0.jsonl"))) await new Promise(setImmediate);
    assert.ok(existsSync(join(path, "00000000000000aa-b-0.jsonl")));
    assert.ok(!existsSync(join(path, "00000000000000bb-a-0.jsonl")));
  });
});

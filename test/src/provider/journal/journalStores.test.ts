import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Batch } from "../../../../provider/dist/stores/batch";
import { journalLeftOvers } from "../../../../provider/dist/journal/journalLeftOvers";
import { moveJournal } from "../../../../provider/dist/journal/moveJournal";
import { openStore } from "../../../../provider/dist/stores/openStore";
import { StackJournal } from "../../../../provider/dist/journal/stackJournal";
import { thisProcess } from "../../../../provider/dist/process/processes";
import { DocumentEntries } from "../../../../provider/dist/stores/documentEntries";
import type { DocumentStore } from "../../../../provider/dist/stores/documents";
import { PostgresStore } from "../../../../provider/dist/stores/postgresStore";
import { removalOf } from "../../../../provider/dist/stores/removal";
import { S3Store } from "../../../../provider/dist/stores/s3Store";
import type { StackView, UncheckedEntry } from "../../../../provider/dist/stores/stores";
import { startPostgres, startS3, s3Credentials } from "../../harness/journalServers";
import { agreesWithMap } from "./journalModel";
import type { JournalServer } from "../../harness/journalServers";

const nobody: StackView = { settled: new Set(), working: () => [] };
const times = { beatMs: 300, staleMs: 1_500 };
const kinds: [string, string, () => Promise<JournalServer | undefined>][] = [
  ["PostgreSQL", "apt-get install postgresql", startPostgres],
  ["S3", "go install github.com/versity/versitygw/cmd/versitygw@v1.8.0", startS3],
];

/** What holds of every store. `server` is absent for a folder. */
function itKeeps(placeOf: (name: string) => string, serverOf: () => JournalServer | undefined) {
  let place: string;
  let stacks = 0;
  let stack: string;
  const opened: StackJournal[] = [];
  /** A process of an engine; on another host, if it has one. */
  const processOf = (engine = "one", host?: string) => {
    const here = thisProcess();
    const owner = { ...here, engine, ...(host !== undefined && { host, hostname: host }) };
    const store = openStore({ journal: place, writeDeadlineSeconds: 10 });
    const one = new StackJournal(store, stack, { owner, times });
    opened.push(one);
    return one;
  };
  const note = (one: StackJournal, key: string, entry: unknown) =>
    one.withLock(key, 5_000, () => one.append(key, entry));
  const read = async (key: string) => {
    const one = processOf("reader");
    await one.load();
    return one.read(key)?.entry;
  };
  /** A process on another host that holds the lock. */
  const holderOn = async (host: string) => {
    const args = [join(__dirname, "journalHolder.js"), place, stack, host];
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async () => (await lines.next()).value as string;
    assert.equal(await next(), "holds");
    return { child, next };
  };

  before(() => (place = placeOf("journals")));
  beforeEach(() => (stack = `${(++stacks).toString(16).padStart(16, "0")}-`));
  afterEach(() => {
    serverOf()?.network.mend();
    for (const one of opened.splice(0)) one.close();
  });

  it("keeps what a process noted for the next one, as it was last", async () => {
    const one = processOf();
    await note(one, "aa", { phase: "sending", id: "1" });
    await note(one, "aa", { phase: "done", id: "2" });
    await note(one, "bb", { id: "3" });
    await one.withLock("bb", 0, () => one.remove("bb"));
    assert.deepEqual(one.read("aa")?.entry, { phase: "done", id: "2" });
    assert.deepEqual(await read("aa"), { phase: "done", id: "2" });
    assert.equal(await read("bb"), undefined);
    // A name is used again.
    await note(one, "bb", { id: "4" });
    assert.deepEqual(await read("bb"), { id: "4" });
    assert.deepEqual(
      one.entries("4").map(({ key }) => key),
      ["bb"],
    );
  });

  it("keeps entries that are noted at the same time, and shows nothing of another stack", async () => {
    const keys = Array.from({ length: 64 }, (_, n) => `${n}`);
    const one = processOf();
    await Promise.all(keys.map((key) => note(one, key, { id: key })));
    for (const key of keys) assert.deepEqual(one.read(key)?.entry, { id: key });
    const next = processOf();
    await next.load();
    assert.equal(next.entries().length, 64);
    stack = stack.replace("-", "f-").slice(1);
    const other = processOf();
    await other.load();
    assert.deepEqual(other.entries(), []);
  });

  it("shows a process what another one of the same engine noted since", async () => {
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
    await Promise.all([note(one, "bb", { id: "3" }), note(two, "bb", { id: "4" })]);
    assert.match(JSON.stringify(await read("bb")), /[34]/);
  });

  it("removes what the state holds, unless it was noted again", async () => {
    const one = processOf();
    for (const key of ["aa", "bb"]) await note(one, key, { phase: "done", id: key });
    await one.lock.release();
    const preview = processOf("preview");
    await preview.load();
    await note(one, "bb", { phase: "sending" });
    for (const key of ["aa", "bb"]) preview.settle(key);
    assert.equal(preview.read("aa"), undefined);
    await preview.noteSaved();
    await one.lock.release();
    const next = processOf("next");
    next.settle("none");
    await next.load();
    assert.deepEqual(next.read("bb")?.entry, { phase: "sending" });
    if (serverOf() !== undefined) assert.equal(next.read("aa"), undefined);
  });

  it("lets one engine write at a time, and the next one at once", async () => {
    let working = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++working);
      await sleep(20);
      working--;
    };
    const engines = Array.from({ length: 4 }, (_, n) => processOf(`${n}`, `host ${n}`));
    await Promise.all(
      engines.map(async (one) => {
        await one.withLock("aa", 60_000, work);
        await one.lock.release();
      }),
    );
    assert.equal(most, 1);
  });

  it("takes the lock of a killed process on another host after its lease, and of this host at once", async () => {
    const { child } = await holderOn("far away");
    await assert.rejects(
      processOf().lock.hold(0, async () => undefined),
      {
        code: "journal_unusable",
        message: /on host far away/,
      },
    );
    child.kill("SIGKILL");
    await once(child, "exit");
    const from = Date.now();
    await processOf().withLock("aa", 10_000, async () => undefined);
    assert.ok(Date.now() - from < 6_000);
    const near = processOf("two");
    assert.deepEqual(await read("aa"), { id: "far away" });
    await near.lock.release();
  });

  it("lets no process write that slept longer than its lease", async () => {
    const { child, next } = await holderOn("asleep");
    child.kill("SIGSTOP");
    const one = processOf();
    // A lock that nobody uses is soon released.
    await one.withLock("aa", 0, async () => {
      await one.append("aa", { id: "ours" });
      child.kill("SIGCONT");
      child.stdin.end();
      assert.match(await next(), /another process took over this stack/);
      assert.ok(await one.lock.isHeld());
    });
    assert.deepEqual(await read("aa"), { id: "ours" });
  });

  it("tells `doctor` what it has", async () => {
    const one = processOf();
    const left = await one.withLock("aa", 0, async () => {
      await one.append("aa", { phase: "sending", content: "", sentAt: 1 });
      return journalLeftOvers(place);
    });
    const own = left.entries.filter(({ prefix }) => prefix === stack);
    assert.deepEqual(own, [{ prefix: stack, isAnswered: false, sentAt: 1 }]);
    assert.ok(left.locks.some(({ owner }) => owner?.pid === process.pid));
  });

  it("agrees with a map, whatever two processes of an engine do", async function () {
    this.timeout(180_000);
    const nextStack = () => {
      stack = `${(++stacks).toString(16).padStart(16, "0")}-`;
      return processOf;
    };
    await agreesWithMap(nextStack, serverOf() === undefined ? 20 : 3);
  });

  return { processOf, note, read };
}

describe("a journal in a folder", () => {
  const path = mkdtempSync(join(tmpdir(), "pulumi-platform-journal-"));
  after(() => rmSync(path, { recursive: true }));
  itKeeps(
    () => path,
    () => undefined,
  );
});

for (const [kind, howToGet, start] of kinds)
  describe(`a journal in ${kind}`, () => {
    let server: JournalServer | undefined;
    const before_ = { ...process.env };
    before(async function () {
      server = await start();
      Object.assign(process.env, s3Credentials);
      if (server !== undefined) return;
      process.stdout.write(`not run: a journal in ${kind}, which is not installed (${howToGet})\n`);
      this.skip();
    });
    after(async () => {
      for (const name of Object.keys(s3Credentials)) {
        if (before_[name] === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = before_[name];
      }
      await server?.stop();
    });
    const { processOf, note, read } = itKeeps(
      (name) => server?.address(name) ?? "",
      () => server,
    );

    it("writes once, though answers are lost", async () => {
      const one = processOf();
      await note(one, "aa", { id: "1" });
      for (let n = 2; n < 8; n++) {
        if (server) server.network.lostAnswers = n % 3;
        await note(one, "aa", { id: `${n}` });
        assert.deepEqual(one.read("aa")?.entry, { id: `${n}` });
        if (server) server.network.lostAnswers = 1;
        await note(one, `new ${n}`, { id: `${n}` });
      }
      assert.deepEqual(await read("aa"), { id: "7" });
      assert.deepEqual(await read("new 7"), { id: "7" });
    });

    it("leaves no lock when a process ends during a heartbeat", async () => {
      const one = processOf();
      const { locks } = one.store.open(one.stack, nobody);
      for (let n = 0; n < 5; n++) {
        await locks.create(`lock ${n}`, "{}");
        const renewing = locks.renew(`lock ${n}`);
        await locks.remove(`lock ${n}`);
        await renewing;
      }
      assert.deepEqual(await locks.list(), []);
    });

    it("works with answers that take 200 ms", async () => {
      if (server) server.network.delayMs = 200;
      const one = processOf();
      const keys = Array.from({ length: 20 }, (_, n) => `${n}`);
      await Promise.all(keys.map((key) => note(one, key, { id: key })));
      assert.equal(one.entries().length, 20);
    });

    it("goes on when the store is back", async () => {
      const one = processOf();
      await note(one, "aa", { id: "1" });
      await one.withLock("aa", 0, async () => {
        server?.network.cut();
        const writing = one.append("aa", { id: "2" });
        await sleep(2_000);
        assert.deepEqual(one.read("aa")?.entry, { id: "1" });
        server?.network.mend();
        await writing;
      });
      assert.deepEqual(await read("aa"), { id: "2" });
    });

    it("fails when the store stays away, and names it", async () => {
      const one = processOf();
      await note(one, "aa", { id: "1" });
      const writing = one.withLock("aa", 0, async () => {
        server?.network.cut();
        await one.append("aa", { id: "2" });
      });
      await assert.rejects(writing, {
        code: "journal_unusable",
        message: /(postgres|s3):\/\/.*this machine can reach 127\.0\.0\.1/,
      });
      server?.network.mend();
      assert.deepEqual(await read("aa"), { id: "1" });
    });

    it("takes a journal that moves, and gives it back", async () => {
      const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-journal-"));
      const address = server?.address("moved") ?? "";
      const at = (journal: string) =>
        new StackJournal(openStore({ journal, writeDeadlineSeconds: 10 }), "00000000000000aa-");
      const shown = async (journal: string) => {
        const one = at(journal);
        await one.load();
        return one.entries().map(({ key, entry }) => [key, entry]);
      };
      try {
        const one = at(folder);
        const keys = ["a", "b", "c"];
        await Promise.all(keys.map((key) => note(one, key, { phase: "sending", id: key })));
        await one.withLock("b", 0, () => one.remove("b"));
        await one.end();
        const before = await shown(folder);
        assert.equal(before.length, 2);
        assert.equal((await moveJournal(folder, address)).entries, 2);
        assert.deepEqual((await shown(address)).sort(), before.sort());
        assert.deepEqual(readdirSync(folder), []);
        const other = at(folder);
        await note(other, "a", { phase: "sending", id: "another" });
        await other.end();
        await assert.rejects(moveJournal(folder, address), /another entry about the same resource/);
        await other.withLock("a", 0, () => other.remove("a"));
        await other.end();
        assert.equal((await moveJournal(address, folder)).entries, 2);
        assert.deepEqual([await shown(address), (await shown(folder)).sort()], [[], before]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it("stops a run whose store came back with old data", async () => {
      const one = processOf();
      await note(one, "aa", { id: "1" });
      await one.withLock("aa", 0, async () => {
        const thief = processOf("thief", "elsewhere");
        const { locks } = thief.store.open(thief.stack, nobody);
        for (const { id, beat } of await locks.list()) await locks.remove(id, beat);
        await sleep(times.beatMs);
        await assert.rejects(one.append("aa", { id: "2" }), { code: "journal_unusable" });
      });
      assert.deepEqual(await read("aa"), { id: "1" });
    });
  });

describe("the address of a journal", () => {
  it("with a password is refused and never shown", async () => {
    await assert.rejects(
      journalLeftOvers("postgres://tester:hunter2@127.0.0.1:1/journals"),
      ({ code, message }: { code?: string; message: string }) =>
        code === "journal_unusable" && /PGPASSWORD/.test(message) && !message.includes("hunter2"),
    );
  });

  it("with a password in the endpoint of S3 is refused and never shown", async () => {
    await assert.rejects(
      journalLeftOvers("s3://journals?endpoint=http://tester:hunter2@127.0.0.1:1"),
      ({ code, message }: { code?: string; message: string }) =>
        code === "journal_unusable" && /AWS_PROFILE/.test(message) && !message.includes("hunter2"),
    );
  });
});

describe("the command that removes an entry", () => {
  it("is that of S3 in any spelling of the address", () => {
    for (const address of ["s3://journals/of", "S3://journals/of"])
      assert.deepEqual(removalOf({ address, name: "entry-a" }).slice(0, 3), ["aws", "s3", "rm"]);
  });

  it("goes to the object, the endpoint, the region and the profile of the store", () => {
    const address = "s3://journals/of%20us?endpoint=s3.example.com&region=eu-1&profile=ops";
    const options = ["--endpoint-url", "https://s3.example.com", "--region", "eu-1", "--profile"];
    assert.deepEqual(removalOf({ address, name: "entry-a" }), [
      ...["aws", "s3", "rm", ...options, "ops"],
      "s3://journals/of us/entry-a",
    ]);
  });
});

describe("a failure of a store", () => {
  const failure = (parts: object) => Object.assign(new Error("failed"), parts);
  const answer = (httpStatusCode: number, name: string) =>
    failure({ name, $metadata: { httpStatusCode } });

  it("of PostgreSQL passes if the network or the server is away", () => {
    const store = new PostgresStore("postgres://tester@127.0.0.1:1/journals");
    for (const code of ["ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "57P01", "08006"])
      assert.equal(store.isPassing(failure({ code })), true, code);
    for (const code of ["28P01", "42501", "3D000"])
      assert.equal(store.isPassing(failure({ code })), false, code);
  });

  it("of S3 passes if the network or the service is away or has no time", () => {
    const store = new S3Store("s3://journals");
    const passing = [failure({ code: "EAI_AGAIN" }), answer(503, "SlowDown")].concat([
      answer(409, "ConditionalRequestConflict"),
      answer(400, "RequestTimeout"),
    ]);
    for (const one of passing) assert.equal(store.isPassing(one), true, one.name);
    for (const one of [answer(403, "AccessDenied"), answer(400, "ExpiredToken")])
      assert.equal(store.isPassing(one), false, one.name);
  });
});

describe("calls of a store at the same time", () => {
  it("leave together while earlier ones are under way, and each gets its own answer or failure", async () => {
    const runs: number[][] = [];
    const batch = new Batch(async (items: readonly number[]) => {
      runs.push([...items]);
      await sleep(1);
      if (items.includes(7)) throw new Error("failed");
      return items.map((item) => item * 10);
    });
    const all = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => batch.call(item)));
    assert.deepEqual(
      all.map((one) => one.status === "fulfilled" && one.value),
      [10, 20, 30, 40, 50],
    );
    assert.deepEqual(runs, [[1], [2], [3, 4, 5]]);
    const failing = [6, 8, 7, 9].map((item) => batch.call(item));
    const statuses = (await Promise.allSettled(failing)).map(({ status }) => status);
    assert.deepEqual(statuses, ["fulfilled", "fulfilled", "rejected", "rejected"]);
    assert.equal(await batch.call(11), 110);
  });

  it("of PostgreSQL change what each of them may change, and nothing else", async function () {
    const server = await startPostgres();
    if (server === undefined) this.skip();
    const store = new PostgresStore(server.address("together"));
    const write = (name: string, mark: string, more: { replaces?: string; lock?: string } = {}) =>
      store.write({ name, mark, text: `text of ${mark}`, ...more });
    await Promise.all(["lock", "old", "gone"].map((name) => write(name, `${name} 1`)));
    const one = { version: "new 1" };
    assert.deepEqual(
      await Promise.all([
        write("a", "a 1"),
        write("b", "b 1"),
        // From here on in one statement.
        write("new", "new 1", { lock: "lock" }),
        write("new", "new 2", { lock: "lock" }),
        write("old", "old 2", { lock: "lock", replaces: "old 1" }),
        write("gone", "gone 2", { replaces: "gone 0" }),
        write("other", "other 1", { lock: "nobody's" }),
      ]),
      [
        { version: "a 1" },
        { version: "b 1" },
        one,
        "changed",
        { version: "old 2" },
        "changed",
        "unlocked",
      ],
    );
    const removals = [
      ["a", "a 1"],
      ["b", "b 0"],
      ["new", "new 2"],
      ["gone", "gone 1"],
      ["none", "1"],
    ];
    assert.deepEqual(
      await Promise.all(removals.map(([name = "", version = ""]) => store.remove(name, version))),
      [true, false, false, true, true],
    );
    const names = ["a", "b", "new", "old", "gone", "other"];
    const read = await Promise.all(names.map((name) => store.read([name, "lock"])));
    assert.deepEqual(
      read.map((found) => found.map(({ mark }) => mark).sort()),
      [
        ["lock 1"],
        ["b 1", "lock 1"],
        ["lock 1", "new 1"],
        ["lock 1", "old 2"],
        ["lock 1"],
        ["lock 1"],
      ],
    );
    await server.stop();
  });
});

describe("the entries in a store", () => {
  it("know an entry that was written again before its removal was answered", async () => {
    const texts = new Map<string, { mark: string; text: string }>();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const documents: DocumentStore = {
      address: "s3://journals",
      list: async () =>
        [...texts].map(([name, { mark: version }]) => ({ name, version, ageMs: 0 })),
      read: async (names) =>
        names.flatMap((name) => {
          const found = texts.get(name);
          return found ? [{ name, version: found.mark, ...found }] : [];
        }),
      write: async ({ name, mark, text, replaces }) => {
        if (texts.get(name)?.mark !== replaces) return "changed";
        texts.set(name, { mark, text });
        return { version: mark };
      },
      remove: async (name) => {
        texts.delete(name);
        await answered;
        return true;
      },
    };
    const settled: Set<UncheckedEntry> = new Set();
    const one = new DocumentEntries(documents, "stack-", (id) => id, { ...nobody, settled });
    await one.begin("lock");
    await one.write("aa", { id: "1" });
    const { entry } = one.latest("aa") ?? {};
    if (entry) settled.add(entry);
    one.sweepSoon();
    const swept = one.swept();
    await one.write("aa", { id: "2" });
    answer();
    await swept;
    assert.deepEqual(one.latest("aa")?.entry, { id: "2" });
  });
});

describe("S3", () => {
  it("keeps an entry that takes the place of an old empty object while a list removes it", async function () {
    const server = await startS3();
    if (server === undefined) return this.skip();
    const before = { ...process.env };
    Object.assign(process.env, s3Credentials);
    try {
      const address = server.address("old");
      const { port, target } = server.network;
      const [far, near] = [address, address.replace(`${port}`, `${target}`)].map(
        (one) => new S3Store(one),
      );
      assert.ok(far !== undefined && near !== undefined);
      const first = await near.write({ name: "entry-a", mark: "1", text: "1" });
      assert.ok(typeof first === "object");
      await near.remove("entry-a", first.version, "again");
      server.age?.("old", 100);
      server.network.delayMs = 500;
      const listing = far.list("entry-");
      await sleep(250);
      const second = await near.write({ name: "entry-a", mark: "2", text: "2" });
      assert.ok(typeof second === "object");
      await listing;
      assert.equal((await near.read(["entry-a"]))[0]?.text, "2");
    } finally {
      for (const name of Object.keys(s3Credentials)) {
        if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = before[name];
      }
      await server.stop();
    }
  });
});

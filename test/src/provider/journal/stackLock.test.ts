import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs, {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StackLock } from "../../../../provider/dist/journal/stackLock";
import { thisProcess } from "../../../../provider/dist/process/processes";
import type { ProcessMark } from "../../../../provider/dist/process/processes";
import { Journal } from "../../../../provider/dist/journal/journal";
import { FolderJournalStore } from "../../../../provider/dist/stores/folderStore";
import { JournalFolder } from "../../../../provider/dist/stores/journalFolder";
import { LockFiles } from "../../../../provider/dist/stores/lockFiles";
import { StackJournal } from "../../../../provider/dist/journal/stackJournal";

const times = { beatMs: 200, staleMs: 1_000 };

describe("the lock of a process to a stack", () => {
  let path: string;
  const here = { ...thisProcess(), engine: "ours" };
  /** Another container: its process has the same id and start. */
  const container = { ...here, host: "container another", hostname: "container", engine: "theirs" };
  const nothing = () => Promise.resolve();
  const lockOf = (owner: ProcessMark, waits = times) =>
    new StackLock(
      new LockFiles(new JournalFolder(path), "stack-"),
      { begin: nothing, end: () => undefined },
      owner,
      waits,
    );
  /** What a process leaves that was killed this long after its last heartbeat. */
  const leave = (owner: unknown, agoMs = 0) => {
    const file = join(path, "stack-left.lock");
    writeFileSync(file, typeof owner === "string" ? owner : JSON.stringify(owner));
    const beat = new Date(Date.now() - agoMs);
    utimesSync(file, beat, beat);
  };
  const holding = async (owner: ProcessMark, waits?: typeof times) => {
    const lock = lockOf(owner, waits);
    await lock.hold(0, nothing);
    await lock.release();
  };
  /** Fails where it would have to wait, even for a moment. */
  const holdingAtOnce = async (owner: ProcessMark) => {
    const lock = lockOf(owner);
    await lock.hold(0, nothing, { leaving: AbortSignal.abort() });
    await lock.release();
  };
  const released = async () => {
    while (readdirSync(path).length > 0) await sleep(20);
  };
  const msOf = async (work: Promise<unknown>) => {
    const from = Date.now();
    await work;
    return Date.now() - from;
  };

  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), "pulumi-platform-locks-"));
  });
  afterEach(() => {
    assert.deepEqual(readdirSync(path), []);
    rmSync(path, { recursive: true });
  });

  it("says after a while whom it waits for, and waits no longer than the engine does", async () => {
    leave(container);
    const lines: string[] = [];
    const leaving = new AbortController();
    const waiting = { leaving: leaving.signal, show: (line: string) => lines.push(line) };
    const beating = setInterval(() => leave(container), 100);
    const holding = lockOf(here).hold(60_000, nothing, waiting);
    try {
      const ended = assert.rejects(holding, { code: "interrupted" });
      while (lines.length === 0) await sleep(20);
      assert.match(
        lines[0] ?? "",
        /^Pulumi waits .*: process \d+ on host container is still working/,
      );
      leaving.abort();
      await ended;
    } finally {
      clearInterval(beating);
      rmSync(join(path, "stack-left.lock"));
    }
    assert.equal(lines.length, 1);
  });

  it("keeps a container waiting that has the same process id, and says who works", async () => {
    const theirs = lockOf(container);
    await theirs.hold(0, async () => {
      await assert.rejects(lockOf(here).hold(0, nothing), {
        code: "journal_unusable",
        message: /process \d+ on host container is still working on it/,
      });
      assert.ok(await theirs.isHeld());
    });
    await theirs.release();
  });

  it("keeps a process on the same host waiting no longer than it wants, whatever the stale time", async () => {
    const theirs = lockOf({ ...here, engine: "theirs" });
    await theirs.hold(0, async () => {
      const waiting = lockOf(here, { ...times, staleMs: 600_000 });
      await assert.rejects(waiting.hold(0, nothing), { code: "journal_unusable" });
    });
    await theirs.release();
  });

  it("keeps no other process of the same engine waiting", async () => {
    const other = { ...here, pid: process.ppid, started: "" };
    leave(other, 3_600_000);
    await holdingAtOnce(here);
    rmSync(join(path, "stack-left.lock"));
  });

  it("keeps an engine of the same address on another host waiting", async () => {
    leave({ ...here, host: "container another" });
    const lock = lockOf(here, { beatMs: 100, staleMs: 60_000 });
    const waiting = lock.hold(0, nothing);
    await sleep(300);
    assert.ok(existsSync(join(path, "stack-left.lock")));
    assert.ok(!(await lock.isHeld()));
    rmSync(join(path, "stack-left.lock"));
    await waiting;
    await lock.release();
  });

  it("has heartbeats also after the clock of the machine went back", async () => {
    const { now } = Date;
    const lock = lockOf(here, { beatMs: 100, staleMs: 60_000 });
    await lock.hold(0, async () => {
      Date.now = () => now() - 3_600_000;
      try {
        const [name = ""] = readdirSync(path);
        const before = new Date(now() - 7_200_000);
        utimesSync(join(path, name), before, before);
        await sleep(350);
        assert.notEqual(statSync(join(path, name)).mtimeMs, before.getTime());
      } finally {
        Date.now = now;
      }
    });
    await lock.release();
  });

  it("keeps nobody waiting who works on another stack", async () => {
    writeFileSync(join(path, "other-left.lock"), JSON.stringify(container));
    await holdingAtOnce(here);
    rmSync(join(path, "other-left.lock"));
  });

  it("names a container that works as soon as it has a heartbeat, and one that ended not at all", async () => {
    leave(container);
    const beating = setInterval(() => leave(container), times.beatMs);
    const working = await lockOf(here)
      .workingOwners()
      .finally(() => clearInterval(beating));
    assert.deepEqual(working, [container]);
    const from = Date.now();
    assert.deepEqual(await lockOf(here).workingOwners(), []);
    assert.ok(Date.now() - from > times.staleMs - 200);
  });

  it("goes from a container that had no heartbeat for the stale time, and not before", async () => {
    leave(container);
    const ms = await msOf(holding(here));
    assert.ok(ms > times.staleMs - 200, `${ms} ms`);
  });

  it("goes at once when nobody on its host had a heartbeat for ten minutes", async () => {
    leave(container, times.staleMs * 41);
    await holdingAtOnce(here);
  });

  for (const [clock, aheadMs] of [
    ["behind", -10_000],
    ["ahead", 3_600_000],
  ] as const) {
    it(`stays while a host has heartbeats whose clock is ${clock}, and goes when they end`, async () => {
      leave(container, -aheadMs);
      const beating = setInterval(() => leave(container, -aheadMs), times.beatMs);
      const from = Date.now();
      const lock = lockOf(here);
      const waiting = lock.hold(30_000, nothing);
      await sleep(times.staleMs * 1.5);
      assert.ok(existsSync(join(path, "stack-left.lock")));
      clearInterval(beating);
      await waiting;
      await lock.release();
      assert.ok(Date.now() - from > times.staleMs * 2);
    });
  }

  it("goes at once when its process on this host was killed", async () => {
    const ended = { ...here, engine: "earlier", pid: 2 ** 22 + 1 };
    const reused = { ...here, engine: "earlier", started: "1" };
    for (const owner of [ended, reused]) {
      leave(owner);
      await holdingAtOnce(here);
    }
  });

  it("stays with a process on this host that lives, however long it hangs", async () => {
    leave({ ...here, engine: "earlier", pid: process.ppid, started: "" }, 3_600_000);
    await assert.rejects(lockOf(here).hold(0, nothing), /is still working on it/);
    rmSync(join(path, "stack-left.lock"));
  });

  it("goes when a kill cut it off and it had no heartbeat for the stale time", async () => {
    leave('{"host":"con');
    const ms = await msOf(holding(here));
    assert.ok(ms > times.staleMs - 200, `${ms} ms`);
  });

  it("is one for all that a process does, and is given back a moment after the last of it", async () => {
    const lock = lockOf(here);
    await lock.hold(0, async () => {
      await Promise.all([lock.hold(0, nothing), lock.hold(0, nothing)]);
      assert.equal(readdirSync(path).length, 1);
    });
    assert.ok(await lock.isHeld());
    await released();
    assert.ok(!(await lock.isHeld()));
  });

  it("leaves no file where the disk is full, and says to make room", async () => {
    const { writeFileSync: write } = fs;
    fs.writeFileSync = (file, ...rest) => {
      if (typeof file !== "string" || !file.startsWith(path)) {
        write(file, ...rest);
        return;
      }
      write(file, "");
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    };
    try {
      await assert.rejects(lockOf(here).hold(0, nothing), {
        code: "journal_unusable",
        message: /no space left on device, write '\S+-locks-.*Make room on the disk/,
      });
    } finally {
      fs.writeFileSync = write;
    }
    assert.deepEqual(readdirSync(path), []);
  });

  it("is given back when the work fails", async () => {
    const failing = () => Promise.reject(new Error("the work failed"));
    await assert.rejects(lockOf(here).hold(0, failing), /the work failed/);
    await released();
  });

  it("is held by one of many engines at a time", async () => {
    let working = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++working);
      await sleep(5);
      working--;
    };
    const engines = Array.from({ length: 6 }, (_, n) =>
      lockOf({ ...container, host: `container ${n}`, engine: `${n}` }),
    );
    await Promise.all(
      engines.map(async (lock) => {
        await lock.hold(60_000, work);
        await lock.release();
      }),
    );
    assert.equal(most, 1);
  });

  it("lets no unrepeatable request go once another container took the stack", async () => {
    const settings = {
      baseUrl: "https://example.com",
      token: "t",
      writeDeadlineSeconds: 1,
      textDeadlineSeconds: 1,
    };
    const one = new StackJournal(new FolderJournalStore(path), "stack-", { owner: here, times });
    const journal = new (class extends Journal {
      override stackOf() {
        return one;
      }
    })({ ...settings, journal: path });
    const entry = { content: "", sentAt: Date.now() };
    await journal.withLock("one", async () => {
      const [own = ""] = readdirSync(path);
      rmSync(join(path, own));
      await assert.rejects(journal.during("one", entry, nothing), {
        code: "journal_unusable",
        message: /another process took over this stack/,
      });
    });
    // Whoever comes afterwards takes it again.
    await journal.withLock("one", () => journal.during("one", entry, nothing));
    one.close();
    for (const file of readdirSync(path)) {
      assert.match(readFileSync(join(path, file), "utf8"), /"sending"/);
      rmSync(join(path, file));
    }
  });

  it("is kept to the end of the work when a signal ends the process, and no longer", async () => {
    const engine = createServer().listen(0, "127.0.0.1");
    await once(engine, "listening");
    const { port } = engine.address() as AddressInfo;
    const dist = join(__dirname, "..", "..", "..", "..", "provider", "dist");
    const program = `
      const { ProviderProcess } = require(${JSON.stringify(join(dist, "process", "providerProcess"))});
      const { FolderJournalStore } = require(${JSON.stringify(join(dist, "stores", "folderStore"))});
      const { stackJournal } = require(${JSON.stringify(join(dist, "journal", "stackJournal"))});
      const { readdirSync } = require("node:fs");
      const host = new ProviderProcess();
      host.watch("127.0.0.1:${port}");
      const stack = stackJournal(new FolderJournalStore(${JSON.stringify(path)}), "stack-");
      host.run(() => stack.withLock("key", 0, async () => {
        console.log("working");
        await new Promise((resolve) => setTimeout(resolve, 500));
        console.log("done", readdirSync(${JSON.stringify(path)}).length);
      }));`;
    const child = spawn(process.execPath, ["-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    child.stdout.on("data", (data: Buffer) => {
      if (printed === "") child.kill("SIGINT");
      printed += data.toString();
    });
    const [code, signal] = (await once(child, "close")) as [number | null, string | null];
    engine.close();
    assert.deepEqual([printed, code, signal], ["working\ndone 1\n", 0, null]);
  });
});

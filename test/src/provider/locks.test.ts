import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Journal } from "../../../provider/dist/lifecycle/journal";
import { JournalFolder } from "../../../provider/dist/lifecycle/journalFolder";
import { Locks } from "../../../provider/dist/lifecycle/locks";
import { thisProcess } from "../../../provider/dist/lifecycle/processes";

/** As short as the library lets them be. */
const times = { beatMs: 1_000, staleMs: 2_000 };

describe("a lock between processes", () => {
  let folder: string;
  let path: string;
  const here = thisProcess();
  /** Another container: its process has the same id and start. */
  const container = { ...here, host: "container another" };
  const nothing = () => Promise.resolve();
  /** What a process leaves that was killed this long after its last heartbeat. */
  const leave = (holder: unknown, agoMs = 0) => {
    writeFileSync(path, JSON.stringify(holder));
    const beat = new Date(Date.now() - agoMs);
    utimesSync(path, beat, beat);
  };
  const msOf = async (work: Promise<unknown>) => {
    const from = Date.now();
    await work;
    return Date.now() - from;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "pulumi-platform-locks-"));
    path = join(folder, "one.lock");
  });
  afterEach(() => {
    assert.deepEqual(readdirSync(folder), []);
    rmSync(folder, { recursive: true });
  });

  it("stays with a container that lives, although its process id is ours", async () => {
    const theirs = new Locks(container, times);
    await theirs.hold(path, 0, async () => {
      const ours = new Locks(here, times).hold(path, 0, nothing);
      await assert.rejects(ours, {
        code: "journal_unusable",
        message: /process \d+ on host container is still working on it/,
      });
      assert.ok(theirs.isHeld(path));
    });
  });

  it("is taken from a container that had no heartbeat for the stale time, and not before", async () => {
    leave(container);
    const ms = await msOf(new Locks(here, times).hold(path, 0, nothing));
    assert.ok(ms > times.staleMs - 200 && ms < times.staleMs + times.beatMs, `${ms} ms`);
  });

  it("is free at once when its process on this host was killed", async () => {
    const ended = { ...here, pid: 2 ** 22 + 1 };
    const reused = { ...here, started: "1" };
    for (const holder of [ended, reused]) {
      leave(holder);
      const ms = await msOf(new Locks(here).hold(path, 0, nothing));
      assert.ok(ms < 500, `${ms} ms`);
    }
  });

  it("stays with a process on this host that lives, however long it hangs", async () => {
    leave({ ...here, pid: process.ppid, started: "" }, 3_600_000);
    await assert.rejects(new Locks(here, times).hold(path, 0, nothing), /is still working on it/);
    rmSync(path);
  });

  it("is open to the process that has it, until its last use ends", async () => {
    const locks = new Locks(here);
    await locks.hold(path, 0, async () => {
      await Promise.all([locks.hold(path, 0, nothing), locks.hold(path, 0, nothing)]);
      assert.ok(locks.isHeld(path));
    });
    assert.ok(!existsSync(path));
  });

  it("is released when the work fails", async () => {
    const failing = () => Promise.reject(new Error("the work failed"));
    await assert.rejects(new Locks(here).hold(path, 0, failing), /the work failed/);
  });

  it("leaves no file behind, however many there are", async () => {
    const locks = new Locks(here);
    const paths = Array.from({ length: 400 }, (_, n) => join(folder, `${n}.lock`));
    await Promise.all(paths.map((one) => locks.hold(one, 0, nothing)));
  });

  for (const [when, waitMs] of [
    ["before its next heartbeat", 0],
    ["and its heartbeat finds that out", times.beatMs + 300],
  ] as const) {
    it(`refuses the next unrepeatable request when another container took it, ${when}`, async () => {
      const settings = {
        baseUrl: "https://example.com",
        writeDeadlineSeconds: 1,
        textDeadlineSeconds: 1,
      };
      const locks = new Locks(here, times);
      const journal = new Journal(settings, undefined, new JournalFolder(folder), locks);
      const lock = journal.lockPath("one");
      await journal.withLock("one", async () => {
        writeFileSync(lock, JSON.stringify(container));
        utimesSync(lock, new Date(), new Date());
        await sleep(waitMs);
        const entry = { content: "", sentAt: Date.now() };
        assert.throws(() => journal.begin("one", entry), {
          code: "journal_unusable",
          message: /another process took over this object/,
        });
      });
      // The lock of the other container stays.
      assert.deepEqual(JSON.parse(readFileSync(lock, "utf8")), container);
      rmSync(lock);
    });
  }

  it("is held to the end of the work when a signal ends the process", async () => {
    const engine = createServer().listen(0, "127.0.0.1");
    await once(engine, "listening");
    const { port } = engine.address() as AddressInfo;
    const lifecycle = join(__dirname, "..", "..", "..", "provider", "dist", "lifecycle");
    const program = `
      const { Host } = require(${JSON.stringify(join(lifecycle, "host"))});
      const { Locks } = require(${JSON.stringify(join(lifecycle, "locks"))});
      const host = new Host();
      host.watch("127.0.0.1:${port}");
      host.run(() => new Locks().hold(${JSON.stringify(path)}, 0, async () => {
        console.log("working");
        await new Promise((resolve) => setTimeout(resolve, 500));
        console.log("done");
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
    assert.deepEqual([printed, code, signal], ["working\ndone\n", 0, null]);
  });
});

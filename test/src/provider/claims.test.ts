import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs, {
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
import { Claim, thisClaimant } from "../../../provider/dist/lifecycle/claims";
import type { ClaimMark } from "../../../provider/dist/lifecycle/claims";
import { Journal } from "../../../provider/dist/lifecycle/journal";
import { JournalFolder } from "../../../provider/dist/lifecycle/journalFolder";
import { StackJournal } from "../../../provider/dist/lifecycle/stackJournal";

const times = { beatMs: 200, staleMs: 1_000 };

describe("the claim of a process to a stack", () => {
  let path: string;
  const here = { ...thisClaimant(), engine: "ours" };
  /** Another container: its process has the same id and start. */
  const container = { ...here, host: "container another", engine: "theirs" };
  const nothing = () => Promise.resolve();
  const claimOf = (owner: ClaimMark, waits = times) =>
    new Claim(
      new JournalFolder(path),
      "stack-",
      { taken: nothing, released: () => undefined },
      owner,
      waits,
    );
  /** What a process leaves that was killed this long after its last heartbeat. */
  const leave = (owner: unknown, agoMs = 0) => {
    const file = join(path, "stack-left.claim");
    writeFileSync(file, typeof owner === "string" ? owner : JSON.stringify(owner));
    const beat = new Date(Date.now() - agoMs);
    utimesSync(file, beat, beat);
  };
  const holding = async (owner: ClaimMark, waits?: typeof times) => {
    const claim = claimOf(owner, waits);
    await claim.hold(0, nothing);
    claim.release();
  };
  const msOf = async (work: Promise<unknown>) => {
    const from = Date.now();
    await work;
    return Date.now() - from;
  };

  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), "pulumi-platform-claims-"));
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
    const holding = claimOf(here).hold(60_000, nothing, waiting);
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
      rmSync(join(path, "stack-left.claim"));
    }
    assert.equal(lines.length, 1);
  });

  it("keeps a container waiting that has the same process id, and says who works", async () => {
    const theirs = claimOf(container);
    await theirs.hold(0, async () => {
      await assert.rejects(claimOf(here).hold(0, nothing), {
        code: "journal_unusable",
        message: /process \d+ on host container is still working on it/,
      });
      assert.ok(theirs.isHeld);
    });
    theirs.release();
  });

  it("keeps no other process of the same engine waiting", async () => {
    const other = { ...here, pid: process.ppid, started: "" };
    leave(other, 3_600_000);
    assert.ok((await msOf(holding(here))) < 500);
    rmSync(join(path, "stack-left.claim"));
  });

  it("keeps an engine of the same address on another host waiting", async () => {
    leave({ ...here, host: "container another" });
    const claim = claimOf(here, { beatMs: 100, staleMs: 60_000 });
    const waiting = claim.hold(0, nothing);
    await sleep(300);
    assert.ok(existsSync(join(path, "stack-left.claim")));
    assert.ok(!claim.isHeld);
    rmSync(join(path, "stack-left.claim"));
    await waiting;
    claim.release();
  });

  it("keeps nobody waiting who works on another stack", async () => {
    writeFileSync(join(path, "other-left.claim"), JSON.stringify(container));
    assert.ok((await msOf(holding(here))) < 500);
    rmSync(join(path, "other-left.claim"));
  });

  it("goes from a container that had no heartbeat for the stale time, and not before", async () => {
    leave(container);
    const ms = await msOf(holding(here));
    assert.ok(ms > times.staleMs - 200 && ms < times.staleMs + 600, `${ms} ms`);
  });

  it("goes at once when nobody on its host had a heartbeat for ten minutes", async () => {
    leave(container, times.staleMs * 41);
    assert.ok((await msOf(holding(here))) < 500);
  });

  for (const [clock, aheadMs] of [
    ["behind", -10_000],
    ["ahead", 3_600_000],
  ] as const) {
    it(`stays while a host has heartbeats whose clock is ${clock}, and goes when they end`, async () => {
      leave(container, -aheadMs);
      const beating = setInterval(() => leave(container, -aheadMs), times.beatMs);
      const from = Date.now();
      const claim = claimOf(here);
      const waiting = claim.hold(30_000, nothing);
      await sleep(times.staleMs * 1.5);
      assert.ok(existsSync(join(path, "stack-left.claim")));
      clearInterval(beating);
      await waiting;
      claim.release();
      assert.ok(Date.now() - from > times.staleMs * 2);
    });
  }

  it("goes at once when its process on this host was killed", async () => {
    const ended = { ...here, engine: "earlier", pid: 2 ** 22 + 1 };
    const reused = { ...here, engine: "earlier", started: "1" };
    for (const owner of [ended, reused]) {
      leave(owner);
      assert.ok((await msOf(holding(here))) < 500);
    }
  });

  it("stays with a process on this host that lives, however long it hangs", async () => {
    leave({ ...here, engine: "earlier", pid: process.ppid, started: "" }, 3_600_000);
    await assert.rejects(claimOf(here).hold(0, nothing), /is still working on it/);
    rmSync(join(path, "stack-left.claim"));
  });

  it("goes when a kill cut it off and it had no heartbeat for the stale time", async () => {
    leave('{"host":"con');
    const ms = await msOf(holding(here));
    assert.ok(ms > times.staleMs - 200, `${ms} ms`);
  });

  it("is one for all that a process does, and is given back a moment after the last of it", async () => {
    const claim = claimOf(here);
    await claim.hold(0, async () => {
      await Promise.all([claim.hold(0, nothing), claim.hold(0, nothing)]);
      assert.equal(readdirSync(path).length, 1);
    });
    assert.ok(claim.isHeld);
    await sleep(200);
    assert.ok(!claim.isHeld);
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
      await assert.rejects(claimOf(here).hold(0, nothing), {
        code: "journal_unusable",
        message: /no space left on device, write '\S+-claims-.*Make room on the disk/,
      });
    } finally {
      fs.writeFileSync = write;
    }
    assert.deepEqual(readdirSync(path), []);
  });

  it("is given back when the work fails", async () => {
    const failing = () => Promise.reject(new Error("the work failed"));
    await assert.rejects(claimOf(here).hold(0, failing), /the work failed/);
    await sleep(200);
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
      claimOf({ ...container, host: `container ${n}`, engine: `${n}` }),
    );
    await Promise.all(
      engines.map(async (claim) => {
        await claim.hold(60_000, work);
        claim.release();
      }),
    );
    assert.equal(most, 1);
  });

  it("lets no unrepeatable request go once another container took the stack", async () => {
    const settings = {
      baseUrl: "https://example.com",
      writeDeadlineSeconds: 1,
      textDeadlineSeconds: 1,
    };
    const one = new StackJournal(new JournalFolder(path), "stack-", { owner: here, times });
    const journal = new Journal({ ...settings, journal: path }, undefined, () => one);
    await journal.withLock("one", async () => {
      const [own = ""] = readdirSync(path);
      rmSync(join(path, own));
      await assert.rejects(journal.begin("one", { content: "", sentAt: Date.now() }), {
        code: "journal_unusable",
        message: /another process took over this stack/,
      });
    });
    // Whoever comes afterwards takes it again.
    await journal.withLock("one", () => journal.begin("one", { content: "", sentAt: Date.now() }));
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
    const lifecycle = join(__dirname, "..", "..", "..", "provider", "dist", "lifecycle");
    const program = `
      const { Host } = require(${JSON.stringify(join(lifecycle, "host"))});
      const { JournalFolder } = require(${JSON.stringify(join(lifecycle, "journalFolder"))});
      const { stackJournal } = require(${JSON.stringify(join(lifecycle, "stackJournal"))});
      const { readdirSync } = require("node:fs");
      const host = new Host();
      host.watch("127.0.0.1:${port}");
      const stack = stackJournal(new JournalFolder(${JSON.stringify(path)}), "stack-");
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

import assert from "node:assert/strict";
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { call, schedule, schedulesPath } from "./client.js";

const folder = dirname(require.resolve("pulumi-platform-simulator/package.json"));
const command = join(folder, "bin", "pulumi-platform-simulator.js");

interface Run {
  child: ChildProcessWithoutNullStreams;
  out: () => string;
  err: () => string;
  end: Promise<number | null>;
}

function run(...args: string[]): Run {
  const child = spawn(process.execPath, [command, ...args]);
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => (out += String(chunk)));
  child.stderr.on("data", (chunk) => (err += String(chunk)));
  const end = once(child, "close").then(([code]) => code as number | null);
  return { child, out: () => out, err: () => err, end };
}

async function listening(started: Run): Promise<string> {
  while (!started.out().includes("\n")) await once(started.child.stdout, "data");
  return /^listening (http:\/\/127\.0\.0\.1:\d+)$/m.exec(started.out())?.[1] ?? assert.fail();
}

describe("The simulator's command", () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    it(`prints its address, and on ${signal} writes the data file and exits with 0`, async () => {
      const data = join(mkdtempSync(join(tmpdir(), "simulator-")), "state.json");
      const started = run("--data", data, "--log", "--token", "secret-token");
      const simulator = { url: await listening(started), token: "secret-token" };
      await call(simulator, "POST", schedulesPath, schedule("T"));
      started.child.kill(signal);
      assert.equal(await started.end, 0);
      assert.match(readFileSync(data, "utf8"), /"title": "T"/);
      assert.match(started.err(), /^1 POST \/api\/content\/v1\/reportschedules 200 \d+ ms SPEC$/m);
      assert.ok(!started.err().includes("secret-token"));
    });
  }

  it("exits with 1 and one line when the port is in use", async () => {
    const first = run();
    const port = new URL(await listening(first)).port;
    const second = run("--port", port);
    assert.equal(await second.end, 1);
    assert.equal(second.err(), `pulumi-platform-simulator: port ${port} is in use\n`);
    first.child.kill("SIGTERM");
    await first.end;
  });

  it("exits with 1 and one line when the data file is malformed, and does not change the file", async () => {
    const data = join(mkdtempSync(join(tmpdir(), "simulator-")), "state.json");
    writeFileSync(data, "[");
    const started = run("--data", data);
    assert.equal(await started.end, 1);
    assert.equal(started.err(), `pulumi-platform-simulator: ${data} is not valid JSON\n`);
    assert.equal(readFileSync(data, "utf8"), "[");
  });

  it("exits with 1 and one line when the data file cannot be written", async () => {
    const folder = mkdtempSync(join(tmpdir(), "simulator-"));
    for (const data of [folder, join(folder, "nowhere", "state.json")]) {
      const started = run("--data", data);
      assert.equal(await started.end, 1);
      assert.match(started.err(), /^pulumi-platform-simulator: \S+ cannot be used: .+\n$/);
      assert.ok(started.err().includes(data));
    }
  });

  it("refuses unknown and invalid options", async () => {
    for (const args of [
      ["--colour"],
      ["--profile", "other"],
      ["--port", "x"],
      ["--page-cap", "0"],
      ["--variant", "text-ids,text-id"],
    ]) {
      const started = run(...args);
      assert.equal(await started.end, 1);
      assert.match(started.err(), /^error: .+/);
    }
  });

  it("takes variants, and names them all where one is unknown", async () => {
    const args = ["--variant", "text-ids,text-errors", "--variant", "slow-text:3", "--log"];
    const started = run(...args, "--token", "T");
    const simulator = { url: await listening(started), token: "T" };
    const { json } = await call(simulator, "GET", "/_control/variants");
    assert.deepEqual(json, ["text-ids", "text-errors", "slow-text:3"]);
    await call(simulator, "GET", "/api/authorization/v1/roles");
    started.child.kill("SIGTERM");
    assert.equal(await started.end, 0);
    assert.match(started.err(), / 200 \d+ ms SPEC \[text-ids\]$/m);

    const refused = run("--variant", "text-ids,text-id");
    assert.equal(await refused.end, 1);
    assert.match(refused.err(), /Unknown variant "text-id"\. The variants are .*odd-rows/);
  });
});

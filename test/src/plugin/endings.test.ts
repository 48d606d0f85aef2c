import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { seedIds, startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { weekly } from "../engine/stacks/declarations";
import { root } from "../engine/stacks/stack";
import type { Stack } from "../engine/stacks/stack";
import { accessTo, apply } from "./stack";
import { stackOn } from "../engine/stacks/hosted";

describe("a run on the plugin that is ended early", () => {
  let platform: Simulator;
  let stack: Stack;

  beforeEach(async () => {
    platform = await startSimulator({ profile: "extended" });
    stack = await stackOn("plugin", { ...accessTo(platform), PLATFORM_OPERATIONS: "extended" });
  });
  afterEach(async () => {
    await platform.close();
    stack.remove();
  });

  it("waits again for what goes on in the next run, and does not start it again", async () => {
    platform.state.timing.executionMs = 600_000;
    const args = { streamId: String(seedIds.stream), waitMinutes: 5 };
    stack.declare([{ type: "StreamExecution", name: "run", args }]);
    const running = stack.told("up", ...apply);
    const isWaitedFor = () => platform.calls.some(({ route }) => route.endsWith("{executionId}"));
    while (!isWaitedFor()) await new Promise((resolve) => setTimeout(resolve, 50));
    const { engine, providers } = stack.running();
    // As a terminal sends it.
    for (const pid of [engine, ...providers]) process.kill(pid, "SIGINT");
    const { code, errors } = await running;
    assert.notEqual(code, 0);
    assert.match(errors.get("run") ?? "", /Pulumi stopped this run, and execution 1 is ACTIVE/);
    const { pending_operations: pending } = await stack.deployment();
    assert.deepEqual(pending ?? [], []);

    platform.state.timing.executionMs = 0;
    await stack.ok("up", ...apply);
    assert.equal(platform.state.executions.length, 1);
    assert.equal((await stack.state()).run?.outputs?.currentState, "SUCCESS");
  });

  it("ends a search for what an earlier run sent, and the next run goes on with it", async () => {
    stack.env.PLATFORM_VISIBILITY_DELAY_SECONDS = "300";
    stack.declare([{ ...weekly(), opts: { customTimeouts: { create: "1s" } } }]);
    platform.fault({ method: "POST", kind: "status", status: 500, moment: "before" });
    await stack.told("up", ...apply);
    platform.clearFaults();
    stack.declare([weekly()]);
    const running = stack.told("up", ...apply);
    const listed = platform.calls.length;
    // The preview and the check make three calls, and the search looks at the list again and again.
    while (platform.calls.length < listed + 7) await sleep(50);
    const { engine, providers } = stack.running();
    for (const pid of [engine, ...providers]) process.kill(pid, "SIGINT");
    const { code, errors } = await running;
    assert.notEqual(code, 0);
    assert.match(errors.get("weekly") ?? "", /Pulumi is stopping this run.*\[interrupted\]/);
    assert.deepEqual(platform.state.schedules.length, 0);
  });

  it("keeps to customTimeouts, and the next run finds what was made after all", async () => {
    stack.declare([{ ...weekly(), opts: { customTimeouts: { create: "1s" } } }]);
    platform.fault({ method: "POST", kind: "delay", delayMs: 3000, moment: "after" });
    const { code, errors } = await stack.told("up", ...apply);
    assert.notEqual(code, 0);
    assert.match(
      errors.get("weekly") ?? "",
      /Could not finish the create: it took longer than its customTimeouts of 1 s\. .*To check what happened, run the command again\. \[timed_out\]/,
    );
    await stack.ok("up", ...apply);
    assert.equal(platform.state.schedules.length, 1);
    assert.deepEqual(await stack.steps("preview"), []);
  });
});

describe("a plugin that the engine cancels", () => {
  it("still answers what the engine asks meanwhile, and ends when the engine ends it", async () => {
    const command = join(root, "provider", "bin", "pulumi-resource-platform");
    const engine = createServer((socket) => socket.on("error", () => undefined)).listen(0);
    const { port: enginePort } = engine.address() as AddressInfo;
    const args = [command, `127.0.0.1:${enginePort}`];
    const plugin = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(plugin, "exit");
    const [port] = (await once(plugin.stdout, "data")) as [Buffer];
    const at = `127.0.0.1:${String(port).trim()}`;
    const client = new ResourceProviderClient(at, credentials.createInsecure());
    const ask = (verb: "cancel" | "getPluginInfo") =>
      new Promise<void>((resolve, reject) => {
        client[verb](new Empty(), (error) => (error === null ? resolve() : reject(error)));
      });
    await ask("cancel");
    // Longer than the process takes to end.
    await sleep(400);
    await ask("getPluginInfo");
    client.close();
    plugin.kill("SIGINT");
    assert.deepEqual(await ended, [0, null]);
    engine.close();
  });
});

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { Peers } from "../../../provider/dist/plugin/peer";
import { root } from "../engine/stacks/stack";
import { structOf } from "../harness/sessions/wire";

/** Passes on what it gets, as the user who runs it. */
const relay = `
  const net = require("node:net");
  const server = net.createServer((from) => {
    const to = net.connect(Number(process.argv[1]), "127.0.0.1");
    from.pipe(to).pipe(from);
  });
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

const nobody = 65534;

async function portOf(child: ChildProcess): Promise<number> {
  const [port] = (await once(child.stdout ?? child, "data")) as [Buffer];
  return Number(String(port).trim());
}

/** The failure of a call, in words; undefined if it succeeds. */
const failureOf = (call: (done: (error: Error | null) => void) => unknown) =>
  new Promise<string | undefined>((resolve) => call((error) => resolve(error?.message)));

describe("a process of the plugin", () => {
  const children: ChildProcess[] = [];
  let platform: Simulator;
  let plugin: number;

  const start = (command: string, args: readonly string[], uid?: number) => {
    const child = spawn(command, args, {
      cwd: "/",
      stdio: ["ignore", "pipe", "inherit"],
      ...(uid !== undefined && { uid }),
    });
    children.push(child);
    return child;
  };
  const clientAt = (port: number) =>
    new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  const configured = (args: Record<string, string>) =>
    new messages.ConfigureRequest().setArgs(structOf({ ...accessArgs(), ...args }));
  const accessArgs = () => ({ baseUrl: platform.url, token: platform.token });
  const roles = () =>
    new messages.InvokeRequest().setTok("platform:index:getRoles").setArgs(structOf({}));

  before(async () => {
    platform = await startSimulator();
    const executable = join(root, "provider", "bin", "pulumi-resource-platform");
    plugin = await portOf(start(process.execPath, [executable]));
  });
  after(async () => {
    for (const child of children) child.kill("SIGKILL");
    await platform.close();
  });

  it("takes no other address, token or header once it is configured", async () => {
    const client = clientAt(plugin);
    const configure = (args: Record<string, string>) =>
      failureOf((done) => client.configure(configured(args), done));
    assert.equal(await configure({}), undefined);
    assert.equal(await configure({ mail: "muted" }), undefined);
    const others: Record<string, string>[] = [
      { baseUrl: "https://other.example" },
      { token: "other" },
      { tokenHeader: "X-Other" },
      { apiUrl: "https://other.example" },
    ];
    for (const other of others) {
      assert.match(String(await configure(other)), /already configured for another instance/);
    }
    assert.equal(await failureOf((done) => client.invoke(roles(), done)), undefined);
    client.close();
  });

  it("answers no other user of the machine", async function () {
    if (process.platform !== "linux" || process.getuid?.() !== 0) this.skip();
    for (const [uid, expected] of [
      [nobody, /belongs to another user/],
      [0, /^undefined$/],
    ] as const) {
      const through = await portOf(start(process.execPath, ["-e", relay, String(plugin)], uid));
      const client = clientAt(through);
      const calls = platform.calls.length;
      const failures = [
        await failureOf((done) => client.configure(configured({}), done)),
        await failureOf((done) => client.invoke(roles(), done)),
      ];
      for (const failure of failures) assert.match(String(failure), expected);
      if (uid === nobody) assert.equal(platform.calls.length, calls);
      client.close();
    }
  });
});

describe("the user at the other end of a connection", () => {
  const table = [
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
    "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0",
    "   1: 0100007F:9DDC 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 2 1 0",
    "   2: 0100007F:9DDD 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 3 1 0",
  ].join("\n");
  const peersOf = (own?: number, read = () => table) =>
    Object.assign(new Peers(read, own), { port: 8080 });
  const mayCall = (peer: string, own?: number, read = () => table) =>
    peersOf(own, read).mayCall(peer);

  it("is the one that Linux lists, and must be the own one or a superuser", () => {
    assert.equal(mayCall("127.0.0.1:40412", 1001), true);
    assert.equal(mayCall("127.0.0.1:40412", 1000), false);
    assert.equal(mayCall("127.0.0.1:40413", 1000), true);
  });

  it("is not asked where the system does not tell it", () => {
    const fails = () => {
      throw new Error("ENOENT");
    };
    assert.equal(mayCall("127.0.0.1:40412", 1000, fails), true);
    assert.equal(mayCall("127.0.0.1:40414", 1000), true);
    assert.equal(mayCall("[::1]:40412", 1000), true);
  });

  it("is not that of a closed connection to another port", () => {
    const closed =
      "   9: 0100007F:9DDC 0100007F:0050 06 00000000:00000000 03:00000EFC 00000000     0        0 0 3 0";
    assert.equal(
      mayCall("127.0.0.1:40412", 1000, () => `${closed}\n${table}`),
      false,
    );
  });

  it("is looked up once for each connection", () => {
    let count = 0;
    const peers = peersOf(1001, () => {
      count++;
      return table;
    });
    for (let call = 0; call < 100; call++) peers.mayCall("127.0.0.1:40412");
    assert.equal(count, 1);
  });
});

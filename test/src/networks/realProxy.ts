import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

/** A proxy for everybody, one with a password, and one that allows only the usual port of TLS. */
export type RealKind = "open" | "password" | "refusing";

const command = "tinyproxy";
export const howToInstall = "apt-get install tinyproxy";

/** Whether a real proxy is installed. */
export const hasRealProxy = (): Promise<boolean> =>
  promisify(execFile)(command, ["-v"]).then(
    () => true,
    () => false,
  );

/** A real proxy, which runs until it is closed. */
export async function openRealProxy(kind: RealKind, user: string, password: string) {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-proxy-"));
  const port = await freePort();
  const log = join(folder, "log");
  const file = join(folder, "tinyproxy.conf");
  const lines = [
    ...[`Port ${port}`, "Listen 127.0.0.1", "Timeout 60", `LogFile "${log}"`, "LogLevel Connect"],
    ...(kind === "password" ? [`BasicAuth ${user} ${password}`] : []),
    ...(kind === "refusing" ? ["ConnectPort 443"] : []),
    ...(userInfo().uid === 0 ? ["User root", "Group root"] : []),
  ];
  writeFileSync(log, "");
  writeFileSync(file, `${lines.join("\n")}\n`);
  const child = spawn(command, ["-d", "-c", file], { stdio: "ignore" });
  await listens(port);
  return {
    host: `127.0.0.1:${port}`,
    asked: () => [...readFileSync(log, "utf8").matchAll(/CONNECT \S+/g)].length,
    close: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listens(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true));
      socket.on("error", () => resolve(false)).on("connect", () => socket.destroy());
    });
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error("the real proxy did not start");
}

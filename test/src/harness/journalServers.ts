import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { createServer, connect } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, plainEnvironment, startServer } from "../gitops/processes";
import type { Command } from "../gitops/processes";

/** A server that keeps journals, behind a network that tests can disturb. */
export interface JournalServer {
  network: Network;
  /** The address of a new place for journals. */
  address(name: string): string;
  /** Makes all objects of a place this old, where a test can do that. */
  age?(name: string, days: number): void;
  stop(): Promise<void>;
}

/** The network between this machine and a server. */
export class Network {
  /** The server is gone: every connection ends, and no new one opens. */
  isGone = false;
  /** How long each answer takes. */
  delayMs = 0;
  /** How many of the next answers are lost with their connections. */
  lostAnswers = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(readonly target: number) {
    this.#server = createServer((client) => this.#connect(client));
  }

  static async to(target: number): Promise<Network> {
    const network = new Network(target);
    network.#server.listen(0, "127.0.0.1");
    await once(network.#server, "listening");
    return network;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.isGone = true;
    for (const one of this.#sockets) one.destroy();
  }

  mend(): void {
    Object.assign(this, { isGone: false, delayMs: 0, lostAnswers: 0 });
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #connect(client: Socket): void {
    client.on("error", () => undefined);
    if (this.isGone) {
      client.destroy();
      return;
    }
    const server = connect({ port: this.target, host: "127.0.0.1" });
    server.on("error", () => undefined);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one);
      one.on("close", () => {
        this.#sockets.delete(one);
        setTimeout(() => other.destroy(), this.delayMs);
      });
    }
    client.on("data", (data) => server.write(data));
    server.on("data", (data) => {
      if (this.lostAnswers > 0) {
        this.lostAnswers--;
        client.destroy();
      } else if (this.delayMs === 0) client.write(data);
      else setTimeout(() => client.write(data), this.delayMs);
    });
  }
}

const postgresRoot = "/usr/lib/postgresql";
/** The user that the package of PostgreSQL made. */
export const postgresUser = "postgres";
export const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root. A job of a pipeline can have a path without the programs of root. */
export const asPostgres = (program: string, args: string[]): [string, string[]] =>
  isRoot ? ["/usr/sbin/runuser", ["-u", postgresUser, "--", program, ...args]] : [program, args];

/** A PostgreSQL server; undefined if it is not installed. */
export async function startPostgres(): Promise<JournalServer | undefined> {
  const bin = (existsSync(postgresRoot) ? readdirSync(postgresRoot) : [])
    .map((version) => join(postgresRoot, version, "bin"))
    .find((folder) => existsSync(join(folder, "initdb")));
  if (bin === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-postgres-"));
  if (isRoot) execFileSync("chown", [`${postgresUser}:`, folder]);
  const command = (name: string, ...args: string[]) => asPostgres(join(bin, name), args);
  const data = join(folder, "data");
  const cwd = "/";
  execFileSync(...command("initdb", "-D", data, "-U", "tester", "--no-sync", "--auth=trust"), {
    cwd,
    stdio: "ignore",
  });
  const port = await freePort();
  const psql = (sql: string) =>
    execFileSync(
      join(bin, "psql"),
      ["-h", "127.0.0.1", "-p", `${port}`, "-U", "tester"].concat("-d", "postgres", "-qc", sql),
      { stdio: "pipe" },
    );
  const listening = [
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "fsync=off",
    "-k",
    folder,
    "-c",
    "max_connections=500",
  ];
  const server = await startServer(
    ...command("postgres", "-D", data, "-p", `${port}`, ...listening),
    async () => {
      psql("select 1");
      return true;
    },
    { cwd, env: plainEnvironment() },
  );
  const network = await Network.to(port);
  return {
    network,
    address: (name) => {
      psql(`create database "${name}"`);
      return `postgres://tester@127.0.0.1:${network.port}/${name}?sslmode=disable`;
    },
    stop: () => stop(server, network, folder),
  };
}

const versity = "versitygw";

/** A server with the interface of S3 that obeys conditions; undefined if it is not installed. */
export async function startS3(): Promise<JournalServer | undefined> {
  if (spawnSync(versity, ["--version"]).status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-s3-"));
  const port = await freePort();
  const server = await startServer(
    versity,
    ["--port", `127.0.0.1:${port}`, "posix", folder],
    async () => (await fetch(`http://127.0.0.1:${port}/`)).status > 0,
    { env: plainEnvironment({ ROOT_ACCESS_KEY: s3User, ROOT_SECRET_KEY: s3User }) },
  );
  const network = await Network.to(port);
  return {
    network,
    address: (name) => {
      mkdirSync(join(folder, name));
      return `s3://${name}/journal?endpoint=127.0.0.1:${network.port}&region=us-east-1&s3ForcePathStyle=true&disableSSL=true`;
    },
    age: (name, days) => {
      const then = Date.now() / 1000 - days * 86_400;
      const place = join(folder, name, "journal");
      for (const one of readdirSync(place)) utimesSync(join(place, one), then, then);
    },
    stop: () => stop(server, network, folder),
  };
}

const s3User = "tester-of-journals";
/** The credentials of the server. They are not secret. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: s3User, AWS_SECRET_ACCESS_KEY: s3User };

async function stop(server: Command, network: Network, folder: string): Promise<void> {
  await network.close();
  server.kill();
  await server.ended;
  rmSync(folder, { recursive: true, force: true });
}

export const journalKinds = { postgres: startPostgres, s3: startS3 };
export type JournalKind = keyof typeof journalKinds;

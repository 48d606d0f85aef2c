import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asPostgres, isRoot, postgresUser } from "../harness/journalServers";
import { freePort, plainEnvironment, run, startServer } from "./processes";

/** A PostgreSQL server. Each project gets a database of its own. */
export class Postgres {
  private constructor(
    readonly password: string,
    private readonly port: number,
    private readonly psql: string,
  ) {}

  static async start(bin: string, folder: string): Promise<Postgres> {
    const port = await freePort();
    const password = randomBytes(12).toString("hex");
    const data = join(folder, "data");
    mkdirSync(data, { recursive: true, mode: 0o700 });
    const passwordFile = join(folder, "password");
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (isRoot) {
      const [uid, gid] = ["-u", "-g"].map((flag) =>
        Number(execFileSync("id", [flag, postgresUser], { encoding: "utf8" })),
      ) as [number, number];
      for (const path of [folder, data, passwordFile]) chownSync(path, uid, gid);
    }
    const command = (name: string, ...args: string[]) => asPostgres(join(bin, name), args);
    const settings = { cwd: "/", env: plainEnvironment() };
    const auth = ["--auth=scram-sha-256", `--pwfile=${passwordFile}`];
    await run(...command("initdb", "-D", data, "-U", "pulumi", "--no-sync", ...auth), settings);
    const listening = ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-k", folder];
    const server = new Postgres(password, port, join(bin, "psql"));
    await startServer(
      ...command("postgres", "-D", data, "-p", String(port), ...listening),
      async () => (await server.#query("postgres", "select 1")) !== "",
      settings,
    );
    return server;
  }

  #query(database: string, query: string): Promise<string> {
    return run(this.psql, ["--tuples-only", "--command", query, this.#url(database)], {
      env: plainEnvironment(),
    });
  }

  #url(database: string): string {
    return `postgres://pulumi:${this.password}@127.0.0.1:${this.port}/${database}?sslmode=disable`;
  }

  /** The address of a new backend. */
  async backend(name: string): Promise<string> {
    await this.#query("postgres", `create database "${name}"`);
    return this.#url(name);
  }

  /** The address of a new journal. Its password is in PGPASSWORD. */
  async journal(name: string): Promise<string> {
    return (await this.backend(name)).replace(`:${this.password}@`, "@");
  }
}

/** A server with the API of S3, which obeys the conditions of writes. Each project gets a bucket of its own. */
export class S3 {
  private constructor(
    readonly credentials: Record<"AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY", string>,
    private readonly port: number,
    private readonly folder: string,
  ) {}

  static async start(program: string, folder: string): Promise<S3> {
    const port = await freePort();
    const [id, secret] = [randomBytes(8).toString("hex"), randomBytes(12).toString("hex")];
    mkdirSync(folder, { recursive: true });
    await startServer(
      program,
      ["--port", `127.0.0.1:${port}`, "posix", folder],
      async () => (await fetch(`http://127.0.0.1:${port}/`)).status > 0,
      { env: plainEnvironment({ ROOT_ACCESS_KEY: id, ROOT_SECRET_KEY: secret }) },
    );
    return new S3({ AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret }, port, folder);
  }

  /** The address of a new bucket. */
  backend(bucket: string): string {
    mkdirSync(join(this.folder, bucket));
    return this.#url(bucket);
  }

  /** The address of a new journal. */
  journal(bucket: string): string {
    mkdirSync(join(this.folder, bucket));
    return this.#url(`${bucket}/journal`);
  }

  #url(path: string): string {
    return `s3://${path}?endpoint=127.0.0.1:${this.port}&disableSSL=true&s3ForcePathStyle=true&region=us-east-1`;
  }
}

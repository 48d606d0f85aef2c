import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, plainEnvironment, run, startServer } from "./processes";

/** PostgreSQL refuses to run as root, so it then runs as the user that its package made. */
const isRoot = process.getuid?.() === 0;
const postgresUser = "postgres";

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
    const command = (name: string, ...args: string[]): [string, string[]] => {
      const program = join(bin, name);
      return isRoot ? ["runuser", ["-u", postgresUser, "--", program, ...args]] : [program, args];
    };
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

/** A server with the API of S3. Each project gets a bucket of its own. */
export class S3 {
  /** The credentials that this server accepts. They are not secret. */
  readonly credentials = {
    AWS_ACCESS_KEY_ID: "S3RVER",
    AWS_SECRET_ACCESS_KEY: "S3RVER",
    AWS_REGION: "us-east-1",
  };

  private constructor(private readonly port: number) {}

  static async start(program: string, folder: string, buckets: readonly string[]): Promise<S3> {
    const port = await freePort();
    mkdirSync(folder, { recursive: true });
    const names = buckets.flatMap((bucket) => ["--configure-bucket", bucket]);
    const listening = ["--address", "127.0.0.1", "--port", String(port)];
    await startServer(
      program,
      ["--directory", folder, ...listening, ...names],
      async () => (await fetch(`http://127.0.0.1:${port}/`)).status > 0,
      { env: plainEnvironment() },
    );
    return new S3(port);
  }

  backend(bucket: string): string {
    const region = `region=${this.credentials.AWS_REGION}`;
    return `s3://${bucket}?endpoint=127.0.0.1:${this.port}&disableSSL=true&s3ForcePathStyle=true&${region}`;
  }
}

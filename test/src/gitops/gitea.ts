import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, plainEnvironment, run, startServer } from "./processes";

/** Everybody who works with the repository. */
export const people = ["bot", "author", "reviewer", "reader", "outsider"] as const;
export type Person = (typeof people)[number] | "admin";

const scopes = ["write:repository", "write:issue", "read:user"];
const tokenScopes: Partial<Record<Person, string[]>> = {
  reader: ["read:repository", "read:issue", "read:user"],
};

/** A real forge on this machine, with a user and a token for each person. */
export class Gitea {
  readonly tokens = {} as Record<Person, string>;

  private constructor(readonly url: string) {}

  static async start(part: string, folder: string): Promise<Gitea> {
    const port = await freePort();
    const forge = new Gitea(`http://127.0.0.1:${port}`);
    mkdirSync(folder, { recursive: true });
    const settings = join(folder, "app.ini");
    writeFileSync(settings, configuration(part, folder, port));
    const env = plainEnvironment({
      HOME: folder,
      USER: process.env.USER ?? "root",
      GITEA_WORK_DIR: folder,
    });
    const program = join(part, "gitea");
    const gitea = (...args: string[]) => run(program, ["--config", settings, ...args], { env });
    await gitea("migrate");
    const password = randomBytes(16).toString("hex");
    await gitea(
      ...["admin", "user", "create", "--admin", "--username", "admin", "--password", password],
      ...["--email", "admin@example.com", "--must-change-password=false"],
    );
    const made = await gitea(
      ...["admin", "user", "generate-access-token", "--username", "admin"],
      ...["--scopes", "all", "--raw"],
    );
    forge.tokens.admin = made.trim().split("\n").at(-1) ?? "";
    const isReady = async () => (await fetch(`${forge.url}/api/v1/version`)).ok;
    await startServer(program, ["--config", settings, "web"], isReady, { env });
    for (const person of people) await forge.#add(person, password);
    return forge;
  }

  get api(): string {
    return `${this.url}/api/v1`;
  }

  async #add(username: string, password: string): Promise<void> {
    const email = `${username}@example.com`;
    const user = { username, email, password, must_change_password: false };
    await this.call("admin", "POST", "/admin/users", user);
    const answer = await fetch(`${this.api}/users/${username}/tokens`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
      },
      body: JSON.stringify({ name: "test", scopes: tokenScopes[username as Person] ?? scopes }),
    });
    if (!answer.ok) throw new Error(`Gitea gave no token: ${await answer.text()}`);
    this.tokens[username as Person] = ((await answer.json()) as { sha1: string }).sha1;
  }

  /** Sends a request that must succeed. Gitea works some answers out later and asks to try again. */
  async call<Answer>(as: Person, method: string, path: string, body?: unknown): Promise<Answer> {
    for (let left = 40; ; left--) {
      const { status, text } = await this.request(as, method, path, body);
      if (status < 300) return (text === "" ? undefined : JSON.parse(text)) as Answer;
      if (status !== 405 || left === 0 || !/try again later/i.test(text)) {
        throw new Error(`${method} ${path} answered ${status}: ${text}`);
      }
      await sleep(250);
    }
  }

  async request(
    as: Person,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; text: string }> {
    const answer = await fetch(`${this.api}${path}`, {
      method,
      headers: {
        Authorization: `token ${this.tokens[as]}`,
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  /** The address of a repository for git, with the token of a person. */
  remote(as: Person, repository: string): string {
    return `${this.url.replace("//", `//${as}:${this.tokens[as]}@`)}/${repository}.git`;
  }
}

const secret = () => randomBytes(32).toString("hex");

const configuration = (part: string, folder: string, port: number): string => `
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
RUN_USER = ${process.env.USER ?? "root"}
RUN_MODE = prod
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = http://127.0.0.1:${port}/
STATIC_ROOT_PATH = ${part}
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = sqlite3
PATH = ${join(folder, "gitea.db")}
[security]
INSTALL_LOCK = true
SECRET_KEY = ${secret()}
INTERNAL_TOKEN = ${secret()}
PASSWORD_HASH_ALGO = pbkdf2_v1
[repository]
ROOT = ${join(folder, "repositories")}
DEFAULT_BRANCH = main
[service]
DISABLE_REGISTRATION = true
[indexer]
ISSUE_INDEXER_TYPE = db
[actions]
ENABLED = false
[log]
LEVEL = Warn
ROOT_PATH = ${join(folder, "log")}
`;

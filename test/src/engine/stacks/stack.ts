import { promptly } from "../../harness/sessions/deadlines";
import { spawn } from "node:child_process";
import type { ChildProcess, ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { announcedMs } from "./announcedWait";
import { eventsIn } from "./eventLog";
import { processes } from "./processes";
import { PulumiStack } from "./pulumiStack";
import type { Declared, Deployment, Run, Told } from "./pulumiStack";
import { secretsKeeper, secretsProvider } from "./secretsKeeper";

export type { Declared, Deployment, Run, StateResource, Told } from "./pulumiStack";

const lastWordsMs = 2_000;

export const root = join(__dirname, "..", "..", "..", "..");

const { PLATFORM_TEST_PLUGIN: archive } = process.env;

/** Programs are compiled and started without what no test is about; other tests check the types of those that are shown. */
export const shortcuts: Record<string, string> = {
  NODE_OPTIONS: `--require=${join(__dirname, "leanRuntime.js")}`,
  PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  ...(archive !== undefined && { PLATFORM_TEST_PLUGIN: archive }),
};

/** Whose death interrupts a run. */
export const victims = ["engine", "provider", "both"] as const;
export type Victim = (typeof victims)[number];

/** Ids of the processes of one command. */
export interface Running {
  engine: number;
  /** Several where the engine asks a second one about the provider itself. */
  providers: number[];
  /** The language host, which outlives an engine that is killed. */
  language?: number;
}

/** A program that makes the resources that a test declares, with the classes of a package. */
export const programOf = (name: string) => `
const platform = require("${name}");
const { resources } = JSON.parse(require("fs").readFileSync("resources.json", "utf8"));
for (const { type, name, args, opts } of resources) new platform[type](name, args, opts);
`;

/**
 * A Pulumi project of its own with one stack, run by the real engine against an instance. Everything that
 * the engine writes stays in one temporary folder.
 */
export class Stack extends PulumiStack {
  readonly folder = mkdtempSync(join(tmpdir(), "pulumi-platform-"));
  readonly env: Record<string, string | undefined>;

  constructor(settings: Record<string, string>, source = programOf("pulumi-platform")) {
    super();
    mkdirSync(join(this.folder, "state"));
    mkdirSync(join(this.folder, "home"));
    symlinkSync(join(root, "node_modules"), join(this.folder, "node_modules"));
    this.write("package.json", JSON.stringify({ name: "program", main: "index.js" }));
    this.write(
      "Pulumi.yaml",
      "name: program\nruntime: { name: nodejs, options: { typescript: false } }\n",
    );
    this.write("index.js", source);
    this.declare([]);
    const engine = process.env.PLATFORM_TEST_ENGINE;
    if (engine === undefined) throw new Error("PLATFORM_TEST_ENGINE is not set: run `npm test`");
    this.env = {
      ...process.env,
      PATH: `${engine}:${process.env.PATH}`,
      PULUMI_HOME: join(this.folder, "home"),
      PULUMI_BACKEND_URL: `file://${join(this.folder, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: "passphrase",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      // Without it the CLI does not know --event-log.
      PULUMI_DEBUG_COMMANDS: "true",
      NO_COLOR: "1",
      ...shortcuts,
      ...promptly,
      ...settings,
    };
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Sets what the program declares from now on. */
  declare(resources: readonly Declared[]): void {
    const { isInOrder } = this;
    this.write("resources.json", JSON.stringify({ resources, isInOrder }));
  }

  /** Whether a hosted program registers its resources one after the other, which Pulumi's runtime does not. */
  isInOrder = false;

  provide(providers: Record<string, object>): void {
    this.write("providers.json", JSON.stringify(providers));
  }

  /** Leaves its program to one process from now on, instead of one for each command. */
  async host(entry: string): Promise<void> {
    this.#host = spawn(process.execPath, [join(__dirname, "program-host.js"), entry], {
      cwd: this.folder,
      env: { ...process.env, ...shortcuts },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const [port] = (await once(this.#host.stdout, "data")) as [Buffer];
    this.#port = Number(port.toString());
  }
  #host?: ChildProcessByStdio<Writable, Readable, null>;
  #port?: number;

  /** Runs the CLI; the first run makes the stack. */
  async pulumi(...args: string[]): Promise<Run> {
    this.#made ??= this.#make();
    await this.#made;
    return this.#spawn(args);
  }
  #made?: Promise<Run>;

  /** Runs all commands as users run them: with a passphrase, and with all that Pulumi's runtime loads. */
  withoutShortcuts(): this {
    this.#hasShortcuts = false;
    for (const name of Object.keys(shortcuts)) this.env[name] = undefined;
    return this;
  }
  #hasShortcuts = true;

  async #make(): Promise<Run> {
    if (!this.#hasShortcuts) return this.#spawn(["stack", "init", "test"]);
    Object.assign(this.env, await secretsKeeper());
    return this.#spawn(["stack", "init", "test", secretsProvider]);
  }

  async #spawn(args: string[]): Promise<Run> {
    const runsProgram = args.includes("--run-program") || ["up", "preview"].includes(args[0] ?? "");
    const hosted = this.#port !== undefined && runsProgram;
    const client = hosted ? [`--client=127.0.0.1:${this.#port}`] : [];
    const child = spawn("pulumi", [...args, ...client, "--non-interactive"], {
      cwd: this.folder,
      env: this.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#running = child;
    let text = "";
    let lastAt = Date.now();
    let expectedMs = 0;
    this.silentMs = 0;
    const hear = (chunk = "") => {
      text += chunk;
      this.silentMs = Math.max(this.silentMs, Date.now() - lastAt - expectedMs);
      lastAt = Date.now();
      expectedMs = announcedMs(chunk);
    };
    child.stdout.on("data", (chunk: Buffer) => hear(chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => hear(chunk.toString()));
    const closed = once(child, "close");
    const [code] = (await once(child, "exit")) as [number | null];
    hear();
    // Its last words may come after its end. Whoever outlives one that was killed keeps the pipe open.
    if (code !== null) await Promise.race([closed, sleep(lastWordsMs, undefined, { ref: false })]);
    this.#said.push(text);
    return { code: code ?? -1, text };
  }

  /** The longest time in which the last command printed nothing, beyond the waits that it announced. */
  silentMs = 0;

  /** Ends the command that runs as a crash does, with whatever it started. */
  abort(): void {
    const engine = this.#running?.pid ?? -1;
    const all = processes().filter(({ pid, ancestors }) => [pid, ...ancestors].includes(engine));
    for (const { pid } of all) endIfThere(pid);
  }

  /** Kills processes of the command that runs, as soon as the moment has come. */
  async kill(victim: Victim, moment: () => boolean): Promise<void> {
    while (!moment()) await new Promise((resolve) => setTimeout(resolve, 5));
    end(victim, this.running());
  }

  /** The processes of the command that runs. */
  running(): Running {
    const engine = this.#running?.pid;
    if (engine === undefined) throw new Error("nothing runs that could be killed");
    const started = processes().filter(({ ancestors }) => ancestors.includes(engine));
    const idsOf = (part: RegExp) =>
      started.filter(({ command }) => part.test(command)).map(({ pid }) => pid);
    const providers = idsOf(
      /cmd\/dynamic-provider|bin\/pulumi-resource-platform|plugin\/start\.cjs/,
    );
    if (providers.length === 0) throw new Error("there is no provider that could be killed");
    return { engine, providers, language: idsOf(/\/pulumi-language-/)[0] };
  }
  #running?: ChildProcess;

  /** What a person does after the engine was killed: takes its lock away, and its half-written state back. */
  async recover(): Promise<void> {
    const states = join(this.folder, "state", ".pulumi", "stacks", "program");
    for (const file of readdirSync(states).filter((name) => name.endsWith(".bak"))) {
      const checkpoint = join(states, file.replace(/\.bak$/, ""));
      const { code } = await this.pulumi("stack", "export");
      if (code === 0) continue;
      // The file backend keeps a file of attributes with each, and either may be the one that was cut.
      for (const part of ["", ".attrs"]) {
        copyFileSync(join(states, file + part), checkpoint + part);
      }
    }
    await this.pulumi("cancel", "--yes");
  }

  readonly #said: string[] = [];

  /** Where a secret stands in the clear: in what the engine said, in the state, or in a written file. */
  async leaks(secret: string): Promise<string[]> {
    const texts = new Map([["output", this.#said.join("\n")]]);
    texts.set("state", (await this.pulumi("stack", "export")).text);
    const own = realpathSync(this.folder);
    for (const entry of readdirSync(own, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      // Node.js 22 and newer also list what the links to the packages of this tree lead to.
      if (entry.isFile() && realpathSync(path).startsWith(own))
        texts.set(path, readFileSync(path, "utf8"));
    }
    return [...texts].filter(([, text]) => text.includes(secret)).map(([place]) => place);
  }

  /** Runs a command, which may fail, and sorts what it tells by the resource that it is about. */
  async told(...args: string[]): Promise<Told> {
    const log = join(this.folder, "events.json");
    rmSync(log, { force: true });
    const run = await this.pulumi(...args, "--event-log", log);
    return { ...run, ...eventsIn(log) };
  }

  /** The state as `stack export` shows it. Where the folder has only one stack, its file has the same, at once. */
  async deployment(): Promise<Deployment> {
    const states = join(this.folder, "state/.pulumi/stacks");
    const files = existsSync(states) ? readdirSync(states, { recursive: true }) : [];
    const [file, ...others] = files.map(String).filter((name) => name.endsWith(".json"));
    if (file !== undefined && others.length === 0) {
      const text = readFileSync(join(states, file), "utf8");
      return (JSON.parse(text) as { checkpoint: { latest?: Deployment } }).checkpoint.latest ?? {};
    }
    const exported = await this.ok("stack", "export");
    return (JSON.parse(exported) as { deployment: Deployment }).deployment;
  }

  /** Removes one of its files, or everything. */
  remove(file = ""): void {
    if (file === "") this.#host?.kill();
    rmSync(join(this.folder, file), { recursive: true, force: true });
  }
}

/**
 * Ends processes as a crash does: nothing of them gets to say anything. With a killed engine goes its language
 * host, which would stay for ever.
 */
export function end(victim: Victim, { engine, providers, language }: Running): void {
  if (victim !== "provider") [engine, language].forEach(endIfThere);
  if (victim !== "engine") providers.forEach(endIfThere);
}

function endIfThere(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

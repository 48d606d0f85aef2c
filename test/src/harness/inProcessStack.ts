import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PulumiStack } from "../engine/pulumiStack";
import type { Declared, Deployment as Exported, Run, Told } from "../engine/pulumiStack";
import type { Values } from "../lifecycle/row";
import { readCommand } from "./commandLine";
import type { Command } from "./commandLine";
import { Configuration } from "./configuration";
import { Deployment } from "./deployment";
import { Steps } from "./steps";
import { registrations } from "./program";
import { Report } from "./report";
import type { Entry } from "./session";
import { Sessions } from "./sessions";
import { State } from "./state";
import { EngineProcess } from "./virtual/engineProcess";
import { Machine } from "./virtual/machine";

const project = "program";
/** Where stacks run that name no machine. */
const anyMachine = new Machine();

export interface Options {
  /** The name of the stack; with the names of its resources it tells them from all others. */
  name?: string;
  /** The journal of all stacks that name the same folder is one. */
  home?: string;
  /** Where its commands run. */
  machine?: Machine;
}

/**
 * A stack without an engine process: this stands in for Pulumi's engine, and calls the real code of the
 * provider as the engine would. That takes milliseconds where the engine takes seconds. What it does not have:
 * a program of its own (only what is declared), plans, imports, components, languages, and processes that can be
 * killed. Tests of those use the real engine.
 */
export class InProcessStack extends PulumiStack {
  readonly env: Record<string, string | undefined>;
  readonly #config = new Configuration();
  readonly #printed: string[] = [];
  #state = new State();
  #declared: readonly Declared[] = [];
  #providers: Record<string, object> = {};

  constructor(
    readonly entry: Entry,
    settings: Record<string, string> = {},
    readonly options: Options = {},
  ) {
    super();
    const home = options.home ?? mkdtempSync(join(tmpdir(), "pulumi-platform-home-"));
    this.env = { PULUMI_HOME: home, ...settings };
  }

  declare(resources: readonly Declared[]): void {
    this.#declared = structuredClone(resources);
  }

  provide(providers: Record<string, object>): void {
    this.#providers = structuredClone(providers);
  }

  async pulumi(...args: string[]): Promise<Run> {
    const { code, text } = await this.told(...args);
    return { code, text };
  }

  async told(...args: string[]): Promise<Told> {
    const command = readCommand(args);
    const report = new Report();
    for (const one of command.config) this.#config.set(...keyAndValue(one));
    await this.#run(command, report);
    const told = report.told();
    if (command.expectNoChanges && report.changes > 0) told.code = 255;
    this.#printed.push(told.text);
    return told;
  }

  deployment(): Promise<Exported> {
    return Promise.resolve({ resources: this.#state.exported() });
  }

  leaks(secret: string): Promise<string[]> {
    const texts = {
      output: this.#printed.join("\n"),
      state: JSON.stringify(this.#state.exported()),
    };
    const found = Object.entries(texts).filter(([, text]) => text.includes(secret));
    return Promise.resolve(found.map(([place]) => place));
  }

  /** Calls functions, as a program does between its other lines. */
  async invoke(
    calls: readonly { name: string; args: Values }[],
    { preview = false } = {},
  ): Promise<{ results: (Values | undefined)[]; told: Told }> {
    const report = new Report();
    const results = await this.#within(report, async (sessions) => {
      const session = await sessions.of("default", this.#defaultArgs());
      return Promise.all(calls.map(async ({ name, args }) => session?.invoke(name, args, preview)));
    });
    return { results, told: report.told() };
  }

  remove(): void {
    if (this.options.home === undefined) {
      rmSync(this.env.PULUMI_HOME ?? "", { recursive: true, force: true });
    }
  }

  async #run(command: Command, report: Report): Promise<void> {
    const [key = "", value = ""] = command.args;
    switch (command.name) {
      case "config set":
        this.#config.set(key, value, command);
        return;
      case "config rm":
        this.#config.remove(key);
        return;
      case "preview":
      case "up":
      case "refresh":
      case "destroy":
        return this.#within(report, (sessions) => this.#deploy(command, report, sessions));
      default:
        throw new Error(`only the real engine knows "pulumi ${command.name}"`);
    }
  }

  /** One run of the engine, with providers of its own. */
  async #within<Result>(
    report: Report,
    work: (sessions: Sessions) => Promise<Result>,
  ): Promise<Result> {
    const { entry, env } = this;
    const { machine = anyMachine } = this.options;
    const engine = new EngineProcess(machine, (line) => report.line(line));
    const configuration = this.#config.ours();
    const sessions = new Sessions(entry, this.#name, project, engine, env, report, configuration);
    try {
      return await work(sessions);
    } finally {
      sessions.close();
      engine.end();
    }
  }

  async #deploy(command: Command, report: Report, sessions: Sessions): Promise<void> {
    const preview = command.name === "preview";
    const state = preview ? this.#state.copy() : this.#state;
    const program = new Map<string, Values>([
      ["default", this.#defaultArgs()],
      ...Object.entries(this.#providers as Record<string, Values>),
    ]);
    // A look before the program runs is with what is known of the providers by then.
    const earlier = command.runProgram
      ? new Map([...state.providers, ...program])
      : state.providers;
    let known = earlier;
    const steps = new Steps(
      state,
      report,
      { preview, triesInPreviews: this.entry === "plugin" },
      (name, reads) => sessions.of(name, (reads ? earlier : known).get(name) ?? {}),
    );
    const deployment = new Deployment(steps, command);
    if (command.refresh || command.name === "refresh") await deployment.refresh();
    if (report.hasErrors() || command.name === "refresh") return;
    if (command.name === "destroy") return deployment.destroy();
    known = new Map([...state.providers, ...program]);
    // They are made before the resources that use them.
    for (const [name, args] of program) await sessions.of(name, args);
    if (report.hasErrors()) return;
    if (!preview) this.#state.providers = known;
    await deployment.update(
      registrations(this.#declared, { entry: this.entry, stack: this.#name, project }),
    );
  }

  get #name(): string {
    return this.options.name ?? "test";
  }

  #defaultArgs(): Values {
    return this.entry === "dynamic" ? this.#config.whole() : this.#config.ofDefaultProvider();
  }
}

function keyAndValue(text: string): [string, string] {
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
}

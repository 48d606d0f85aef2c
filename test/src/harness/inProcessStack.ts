import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { PulumiStack } from "../engine/stacks/pulumiStack";
import type {
  Declared,
  Deployment as Exported,
  Run as Ran,
  Told,
} from "../engine/stacks/pulumiStack";
import type { Victim } from "../engine/stacks/stack";
import type { Values } from "../lifecycle/tables/row";
import { Backend } from "./states/backend";
import { readCommand } from "./commandLine";
import { promptly } from "./sessions/deadlines";
import type { Command } from "./commandLine";
import { Operation } from "./steps/operation";
import { recording } from "./sessions/providerCalls";
import type { ProviderCall } from "./sessions/providerCalls";
import { dynamicPackage } from "./sessions/providers";
import { quickFolder } from "./quickFolder";
import { Report } from "./report";
import type { Entry, ProviderSession } from "./sessions/session";
import { Sessions } from "./sessions/sessions";
import { providerTypeOf, urnOf } from "./states/urns";
import { runStackCommand } from "./stackCommands";
import { EngineProcess } from "./virtual/engineProcess";
import { Machine } from "./virtual/machine";
import type { VirtualProcess } from "./virtual/virtualProcess";
import { Workspace } from "./states/workspace";

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
  /** Several projects can keep their stacks in one backend. */
  backend?: Backend;
  /**
   * What is deleted first of what can be deleted at the same time, as references of URN and id: the real engine
   * has no certain order, and a comparison follows the one that it took.
   */
  deleteOrder?: () => readonly string[];
  /** Called whenever a person sees something new. */
  onShown?: (line?: string) => void;
  /** Gets each call of the engine to a provider. */
  onCall?: (call: ProviderCall) => void;
}

/**
 * A project without an engine process: this stands in for Pulumi's engine, and calls the real code of the
 * provider as the engine would. That takes milliseconds where the engine takes seconds. What it does not have:
 * a program of its own (only what is declared), languages, and processes that can be killed. Tests of those use
 * the real engine.
 */
export class InProcessStack extends PulumiStack {
  /** The folder of Pulumi, with the journal. */
  readonly home: string;
  readonly env: Record<string, string | undefined>;
  readonly backend: Backend;
  readonly #workspace: Workspace;
  readonly #printed: string[] = [];
  #declared: readonly Declared[] = [];
  #providers: Record<string, object> = {};
  #operation?: Operation;

  constructor(
    readonly entry: Entry,
    settings: Record<string, string> = {},
    readonly options: Options = {},
  ) {
    super();
    this.home = options.home ?? quickFolder("home");
    this.env = { PULUMI_HOME: this.home, ...promptly, ...settings };
    this.backend = options.backend ?? new Backend();
    this.#workspace = new Workspace(this.backend, project);
    const { name = "test" } = options;
    if (!this.backend.names().includes(name)) this.backend.create(name);
    this.#workspace.select(name);
  }

  declare(resources: readonly Declared[]): void {
    this.#declared = structuredClone(resources);
  }

  provide(providers: Record<string, object>): void {
    this.#providers = structuredClone(providers);
  }

  async pulumi(...args: string[]): Promise<Ran> {
    const { code, text } = await this.told(...args);
    return { code, text };
  }

  async told(...args: string[]): Promise<Told> {
    const command = readCommand(args);
    const report = new Report(command.name === "refresh", this.options.onShown);
    try {
      await this.#run(command, report);
    } catch (error) {
      report.error("", (error as Error).message);
    }
    const told = report.told();
    if (command.options["expect-no-changes"] && report.changes > 0) told.code = 255;
    this.#printed.push(told.text);
    return told;
  }

  /** Ctrl-C: the steps under way finish, and no new ones begin. The second one ends the run at once. */
  interrupt(): void {
    this.#operation?.interrupt();
  }

  /**
   * Ends the run at once, as a crash does: the state is as the last checkpoint had it, and the lock stays. Its
   * providers finish what they are at, or die with it.
   */
  kill(victims: Victim = "both"): void {
    if (victims === "provider") {
      for (const one of this.providers()) one.kill();
      return;
    }
    this.#victims = victims;
    this.#operation?.kill();
  }
  #victims: "none" | "engine" | "both" = "none";

  /** Whom the command that runs lost. */
  #died = () => this.#victims;

  /** The processes of the providers of the command that runs. */
  providers(): VirtualProcess[] {
    return this.#sessions.flatMap((sessions) => sessions.alive());
  }
  #sessions: Sessions[] = [];

  deployment(): Promise<Exported> {
    return Promise.resolve(this.backend.deployment(this.#workspace.stack()));
  }

  leaks(secret: string): Promise<string[]> {
    const texts = {
      output: this.#printed.join("\n"),
      state: JSON.stringify(this.backend.deployment(this.#workspace.stack())),
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
    const stack = this.#workspace.stack();
    const results = await this.#within(stack, report, async (start) => {
      const session = start(this.entry);
      const name = "default";
      const urn = urnOf({ stack, project }, { parent: "", type: providerTypeOf("platform"), name });
      const args = this.#defaultArgs(stack, this.entry);
      const { inputs, failures } = await session.checkConfig({ urn, name }, undefined, args);
      for (const { reason } of failures) report.error(urn, reason);
      if (failures.length > 0) return calls.map(() => undefined);
      await session.configure({ urn, name }, inputs);
      return Promise.all(calls.map(async ({ name, args }) => session.invoke(name, args, preview)));
    });
    return { results, told: report.told() };
  }

  remove(): void {
    if (this.options.home === undefined) rmSync(this.home, { recursive: true, force: true });
  }

  async #run(command: Command, report: Report): Promise<void> {
    const { name, args, options } = command;
    const [key = "", value = ""] = args;
    const configuration = () => this.#workspace.configuration(this.#workspace.stack(options.stack));
    for (const one of options.config) configuration().set(...keyAndValue(one));
    switch (name) {
      case "config set":
        configuration().set(key, value, options);
        return;
      case "config rm":
        configuration().remove(key);
        return;
      case "preview":
      case "up":
      case "refresh":
      case "destroy":
      case "import":
        return this.#operate(command, report);
      default: {
        if (options.file !== "") options.file = this.#file(options.file);
        const of = { backend: this.backend, workspace: this.#workspace, report };
        if (runStackCommand(command, of)) return;
        throw new Error(`only the real engine knows "pulumi ${name}"`);
      }
    }
  }

  /** A file of the project. */
  #file(name: string): string {
    return resolve(this.env.PULUMI_HOME ?? "", name);
  }

  async #operate(command: Command, report: Report): Promise<void> {
    const { plan, "save-plan": savePlan, stack: named } = command.options;
    const stack = this.#workspace.stack(named);
    await this.#within(stack, report, async (start) => {
      const operation = new Operation(command, {
        backend: this.backend,
        stack: { stack, project },
        entry: this.entry,
        report,
        declared: this.#declared,
        providers: this.#providers,
        plan: plan === "" ? undefined : readFileSync(this.#file(plan), "utf8"),
        skipsCheckpoints: this.env.PULUMI_SKIP_CHECKPOINTS === "true",
        start: (pack) => {
          const session = start(entryOf(pack));
          const { onCall } = this.options;
          return onCall ? recording(session, onCall) : session;
        },
        defaultArgs: (pack) => this.#defaultArgs(stack, entryOf(pack)),
        deleteOrder: this.options.deleteOrder?.() ?? [],
        onCancel: () => {
          for (const sessions of this.#sessions) sessions.cancel();
        },
      });
      this.#operation = operation;
      const made = await operation.run();
      this.#operation = undefined;
      if (savePlan !== "" && made !== undefined) writeFileSync(this.#file(savePlan), made);
    });
  }

  /** One run of the engine, with providers of its own: each that it starts is a process. */
  async #within<Result>(
    stack: string,
    report: Report,
    work: (start: StartSession) => Promise<Result>,
  ): Promise<Result> {
    const { machine = anyMachine } = this.options;
    const engine = new EngineProcess(machine, (line) => report.line(line));
    const configuration = this.#workspace.configuration(stack).ours();
    this.#sessions = [];
    this.#victims = "none";
    try {
      return await work((entry) => {
        const own = new Sessions(entry, engine, { ...this.env }, report, configuration);
        this.#sessions.push(own);
        return own.start();
      });
    } finally {
      if (this.#died() === "none") await Promise.all(this.#sessions.map((one) => one.close()));
      engine.end();
      if (this.#died() === "both") for (const one of this.providers()) one.kill();
    }
  }

  #defaultArgs(stack: string, entry: Entry): Values {
    const configuration = this.#workspace.configuration(stack);
    return entry === "dynamic" ? configuration.whole() : configuration.ofDefaultProvider();
  }
}

type StartSession = (entry: Entry) => ProviderSession;

const entryOf = (pack: string): Entry => (pack === dynamicPackage ? "dynamic" : "plugin");

function keyAndValue(text: string): [string, string] {
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
}

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulator } from "pulumi-platform-simulator";
import type { FaultRule, Simulator, State } from "pulumi-platform-simulator";
import type { Declared, StateResource } from "../engine/stacks/pulumiStack";
import { end } from "../engine/stacks/stack";
import type { Stack } from "../engine/stacks/stack";
import type { Entry } from "../harness/sessions/session";
import { pluginStack } from "../plugin/stack";
import { schedulesPath, call } from "../simulator/client";
import { weekly } from "../engine/stacks/declarations";
import { addressOf, connectTo, places } from "./addresses";
import type { Place } from "./addresses";
import * as programs from "./programs";
import type { Recording } from "./recording";
import { withoutMachine } from "./withoutMachine";

const up = ["up", "--yes", "--skip-preview", "--parallel", "1"];

/** The settings of the instance that resources name. */
export const elsewhere = {
  baseUrl: addressOf("elsewhere"),
  token: "simulator-token",
  operations: "documented",
};

/** Runs a stack on the real engine, and records what it leaves behind. */
export class Recorder {
  readonly #startedMs = Date.now();
  #declared: readonly Declared[] = [];
  #providers: Record<string, object> = {};

  private constructor(
    readonly entry: Entry,
    readonly instances: Readonly<Record<Place, Simulator>>,
    readonly stack: Stack,
    readonly config: Record<string, string>,
  ) {}

  static async open(entry: Entry): Promise<Recorder> {
    const instances = {
      main: await startSimulator({ profile: "extended" }),
      elsewhere: await startSimulator({ profile: "extended" }),
    };
    // A stack of the dynamic resources can move to the plugin.
    const stack = pluginStack({ ...connectTo(instances), PLATFORM_TOKEN: elsewhere.token });
    await stack.host(entry);
    stack.isInOrder = true;
    const config = {
      baseUrl: addressOf("main"),
      operations: "extended",
      // The next run waits so long for requests that got no answer.
      writeDeadlineSeconds: "2",
      ...(entry === "dynamic" && { instances: JSON.stringify({ elsewhere }) }),
    };
    for (const [name, value] of Object.entries(config)) {
      await stack.ok("config", "set", "--plaintext", `platform:${name}`, value);
    }
    const recorder = new Recorder(entry, instances, stack, config);
    recorder.provide(entry === "plugin" ? { elsewhere } : {});
    return recorder;
  }

  /** The providers that the program makes on the plugin. */
  provide(providers: Record<string, object>): void {
    this.#providers = providers;
    this.stack.provide(providers);
  }

  declare(resources: readonly Declared[]): void {
    this.#declared = resources;
    this.stack.declare(resources);
  }

  up = () => this.stack.ok(...up);

  /** Puts the objects on the instances that people made by hand. */
  async makeByHand(): Promise<void> {
    for (const platform of Object.values(this.instances)) {
      for (const id of Object.values(programs.byHand)) {
        const title = programs.titleByHand(id);
        await call(platform, "POST", schedulesPath, { ...weekly().args, title });
        const made = platform.state.schedules.find((one) => one.title === title);
        if (made !== undefined) made.id = id;
      }
    }
  }

  /** Kills a command when each of these requests is under way. */
  async kill(command: readonly string[], ...rules: Omit<FaultRule, "kind">[]): Promise<void> {
    const { stack } = this;
    const { main } = this.instances;
    const faults = rules.map((rule) => main.fault({ ...rule, kind: "hang" }));
    const run = stack.pulumi(...command, "--yes", "--skip-preview", "--parallel", "8");
    const ended = run.then(({ text }) => text);
    while (faults.some(({ injected }) => injected === 0)) {
      const text = await Promise.race([ended, sleep(5, undefined)]);
      if (text !== undefined) throw new Error(`the command ended before its kill: ${text}`);
    }
    // The engine saves what was answered just before.
    await sleep(200);
    end("both", stack.running());
    await run;
    await stack.recover();
    main.clearFaults();
  }

  async recording(): Promise<Recording> {
    const exported = await this.stack.ok("stack", "export", "--show-secrets");
    const state = JSON.parse(exported) as Recording["state"];
    // Its secrets are readable, so no key belongs to them.
    Reflect.deleteProperty(state.deployment, "secrets_providers");
    const { resources = [], pending_operations: pending = [] } = state.deployment;
    for (const one of [...resources, ...pending.map(({ resource }) => resource)]) tidy(one);
    state.deployment.manifest = { ...state.deployment.manifest, time: "2026-01-01T00:00:00Z" };
    pending.sort((a, b) => (a.resource.urn < b.resource.urn ? -1 : 1));
    const fresh = await startSimulator({ profile: "extended" });
    await fresh.close();
    const program = {
      entry: this.entry,
      config: this.config,
      providers: this.#providers,
      resources: this.#declared,
    };
    const recording: Recording = {
      program,
      state,
      instances: {
        main: ownOf(this.instances.main.state, fresh.state),
        elsewhere: ownOf(this.instances.elsewhere.state, fresh.state),
      },
      journal: this.#journal(),
    };
    const constant = JSON.stringify([program, fresh.state]);
    const text = withoutMachine(JSON.stringify(recording), this.#startedMs, constant);
    return JSON.parse(text) as Recording;
  }

  /** The files of the journal, with the random parts of their names numbered in the order of their age. */
  #journal(): Record<string, string> {
    const folder = join(this.stack.folder, "home/platform/journal");
    const files = existsSync(folder) ? readdirSync(folder) : [];
    const lines = files
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => ({ name, path: join(folder, name) }))
      .sort((a, b) => statSync(a.path).mtimeMs - statSync(b.path).mtimeMs);
    return Object.fromEntries(
      lines.map(({ name, path }, at) => [
        `${name.slice(0, name.indexOf("-"))}-${at + 1}-0.jsonl`,
        readFileSync(path, "utf8"),
      ]),
    );
  }

  async close(): Promise<void> {
    this.stack.remove();
    for (const place of places) await this.instances[place].close();
  }
}

/** Removes what is of the machine. */
function tidy(resource: StateResource): void {
  for (const key of ["created", "modified", "sourcePosition", "stackTrace"]) {
    Reflect.deleteProperty(resource, key);
  }
}

/** What a state has that a new one does not have. */
const ownOf = (state: State, fresh: State): Partial<State> =>
  Object.fromEntries(
    Object.entries(state).filter(
      ([name, value]) => !isDeepStrictEqual(value, fresh[name as keyof State]),
    ),
  );

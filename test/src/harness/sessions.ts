import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Values } from "../lifecycle/row";
import { DynamicSession } from "./dynamicSession";
import { PluginSession } from "./pluginSession";
import type { Report } from "./report";
import type { Entry, ProviderSession } from "./session";
import type { EngineProcess } from "./virtual/engineProcess";
import { VirtualProcess } from "./virtual/virtualProcess";

/** How long a process has between the signal that ends it and its end. */
const cooldownMs = 1_000;

/** The processes of the providers of one engine run: one for each provider and its arguments. */
export class Sessions {
  readonly #open = new Map<string, Promise<ProviderSession | undefined>>();
  readonly processes: VirtualProcess[] = [];

  constructor(
    readonly entry: Entry,
    readonly stack: string,
    readonly project: string,
    readonly engine: EngineProcess,
    readonly env: Readonly<Record<string, string | undefined>>,
    readonly report: Report,
    /** The configuration of the stack, as a plugin is told it. */
    readonly configuration: Values,
  ) {}

  /** Undefined where the provider refuses its arguments, which is then said. */
  of(name: string, args: Values): Promise<ProviderSession | undefined> {
    const key = JSON.stringify([name, args]);
    const known = this.#open.get(key) ?? this.#start(name, args);
    this.#open.set(key, known);
    return known;
  }

  /** Ends the processes as the engine does when it has nothing left for them. */
  async close(): Promise<void> {
    for (const one of this.alive()) one.signal("SIGINT");
    const patient = Date.now() + cooldownMs;
    while (this.alive().length > 0 && Date.now() < patient) {
      for (const one of this.alive()) one.hurry();
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const one of this.alive()) one.kill();
  }

  /** Tells the plugins that the run is cancelled; the host of dynamic providers has no way to hear of it. */
  cancel(): void {
    for (const one of this.alive()) {
      const cancelled = one.run(async () => one.server?.call("cancel", new Empty()));
      // One that is gone cannot be told.
      cancelled.catch(() => undefined);
    }
  }

  alive(): VirtualProcess[] {
    return this.processes.filter(({ isAlive }) => isAlive);
  }

  async #start(name: string, args: Values): Promise<ProviderSession | undefined> {
    const env = { ...this.env, PULUMI_CONFIG: JSON.stringify(this.configuration) };
    const process = new VirtualProcess(this.engine, env);
    this.processes.push(process);
    if (this.entry === "dynamic") {
      return new DynamicSession(process, args, (text) =>
        this.report.line({ urn: "", severity: "warning", text }),
      );
    }
    const urn = `urn:pulumi:${this.stack}::${this.project}::pulumi:providers:platform::${name}`;
    const session = new PluginSession(process);
    const failures = await session
      .configure(urn, name, args)
      // It was killed before it was ready.
      .catch((error: unknown) => [{ property: "", reason: (error as Error).message }]);
    for (const { reason } of failures) {
      this.report.error(urn, `provider '${name}' has a problem: ${reason}`);
    }
    return failures.length === 0 ? session : undefined;
  }
}

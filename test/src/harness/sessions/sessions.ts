import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Values } from "../../lifecycle/tables/row";
import { DynamicSession } from "./dynamicSession";
import { PluginSession } from "./pluginSession";
import type { Report } from "../report";
import type { Entry, ProviderSession } from "./session";
import type { EngineProcess } from "../virtual/engineProcess";
import { VirtualProcess } from "../virtual/virtualProcess";

/** How long a process has between the signal that ends it and its end. */
const cooldownMs = 1_000;

/** The processes of the providers of one engine run. */
export class Sessions {
  readonly processes: VirtualProcess[] = [];

  constructor(
    readonly entry: Entry,
    readonly engine: EngineProcess,
    readonly env: Readonly<Record<string, string | undefined>>,
    readonly report: Report,
    /** The configuration of the stack, as a plugin is told it. */
    readonly configuration: Values,
  ) {}

  /** Starts the process of a provider, which is not configured yet. */
  start(): ProviderSession {
    const env = { ...this.env, PULUMI_CONFIG: JSON.stringify(this.configuration) };
    const process = new VirtualProcess(this.engine, env);
    this.processes.push(process);
    if (this.entry === "plugin") return new PluginSession(process);
    return new DynamicSession(process, (text) =>
      this.report.line({ urn: "", severity: "warning", text }),
    );
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
}

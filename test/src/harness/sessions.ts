import type { Values } from "../lifecycle/row";
import { DynamicSession } from "./dynamicSession";
import { PluginSession } from "./pluginSession";
import type { Report } from "./report";
import type { Entry, ProviderSession } from "./session";

/** The processes of the providers of one engine run: one for each provider and its arguments. */
export class Sessions {
  readonly #open = new Map<string, ProviderSession | undefined>();

  constructor(
    readonly entry: Entry,
    readonly stack: string,
    readonly project: string,
    readonly engineAddress: string,
    readonly report: Report,
    /** The configuration of the stack, as a plugin is told it. */
    readonly configuration: Values,
  ) {}

  /** Undefined where the provider refuses its arguments, which is then said. */
  of(name: string, args: Values): ProviderSession | undefined {
    const key = JSON.stringify([name, args]);
    if (!this.#open.has(key)) this.#open.set(key, this.#start(name, args));
    return this.#open.get(key);
  }

  /** Ends the processes. */
  close(): void {
    for (const session of this.#open.values()) session?.close?.();
  }

  #start(name: string, args: Values): ProviderSession | undefined {
    if (this.entry === "dynamic") {
      return new DynamicSession(args, this.engineAddress, (text) =>
        this.report.line({ urn: "", severity: "warning", text }),
      );
    }
    const urn = `urn:pulumi:${this.stack}::${this.project}::pulumi:providers:platform::${name}`;
    const session = new PluginSession(this.engineAddress);
    const failures = session.configure(urn, name, args, this.configuration);
    for (const { reason } of failures) {
      this.report.error(urn, `provider '${name}' has a problem: ${reason}`);
    }
    return failures.length === 0 ? session : undefined;
  }
}

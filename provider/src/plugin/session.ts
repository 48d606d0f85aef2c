import { AsyncLocalStorage } from "node:async_hooks";
import type { Host } from "../lifecycle/host";
import { Lifecycle } from "../lifecycle/lifecycle";
import type { Told } from "../lifecycle/results";
import { Configuration } from "./configuration";
import type { Engine } from "./engine";

/** The URN that the request under way is about; empty for the stack. */
const currentUrn = new AsyncLocalStorage<string>();

/** What one process knows of the provider that it serves, and how it speaks to people. */
export class Session {
  #configuration = new Configuration("default", {});
  #lifecycle?: Lifecycle;

  constructor(
    readonly engine: Engine,
    readonly host: Host,
  ) {}

  /** The name of a provider that the program made itself. */
  get providerName(): string | undefined {
    return this.#configuration.providerName;
  }

  configure(configuration: Configuration): void {
    this.#configuration = configuration;
    this.#lifecycle = undefined;
  }

  /** Whether `platform:mail` is set, and not only its default. */
  get isMailSet(): boolean {
    return this.#configuration.isSet("mail");
  }

  /** Wrong settings come to light with the first object that needs them. */
  get lifecycle(): Lifecycle {
    return (this.#lifecycle ??= new Lifecycle(
      this.#configuration.settings(),
      (line) => void this.#say("inform", currentUrn.getStore() ?? "", line),
      this.host.leaving,
      this.providerName,
      this.host.memory,
      (text) => this.addressed(text),
    ));
  }

  /** Answers a request about this URN: runs a verb, shows what it tells, and translates its result. */
  answer<Result extends Partial<Told> | undefined, Response>(
    urn: string,
    verb: () => Result | Promise<Result>,
    translate: (result: Result) => Response,
  ): Promise<Response> {
    return currentUrn.run(urn, async () => {
      try {
        const result = await this.host.run(async () => verb());
        const { warnings = [], notices = [], instance } = result ?? {};
        // Lines of one result stay together.
        await Promise.all([
          ...(instance === undefined ? [] : [this.#say("inform", "", instance)]),
          ...warnings.map((line) => this.#say("warn", urn, line)),
          ...notices.map((line) => this.#say("inform", "", line)),
        ]);
        return translate(result);
      } catch (cause) {
        const { message } = cause instanceof Error ? cause : new Error(String(cause));
        throw new Error(this.addressed(message), { cause });
      }
    });
  }

  /** A text with the settings as the person can change them. */
  addressed(text: string): string {
    return this.#configuration.addressed(text);
  }

  #say(how: "inform" | "warn", urn: string, line: string): Promise<void> {
    return this.engine.say(how, urn, this.addressed(line));
  }
}

import { AsyncLocalStorage } from "node:async_hooks";
import type { Resource } from "../definition/resource";
import { Lifecycle } from "../lifecycle/lifecycle";
import { redactor } from "../wire/redact";
import type { Host } from "../lifecycle/host";
import { Configuration } from "./configuration";
import type { Engine } from "./engine";
import { identityOf, resourceOf } from "./subject";
import type { ResourceRequest } from "./subject";
import { secretTexts } from "./values";
import type { Given } from "./values";

/** What a call of the engine is about, for all that is said meanwhile. */
interface Subject {
  urn: string;
  hide: (text: string) => string;
}

const hideNothing = (text: string) => text;

/** What one process knows of the provider that it serves, and how it speaks to people. */
export class Session {
  readonly #subject = new AsyncLocalStorage<Subject>();
  #configuration = new Configuration("default", {});
  #lifecycle?: Lifecycle;

  constructor(
    readonly engine: Engine,
    readonly host: Host,
  ) {}

  /** The name of a provider that the program made itself. */
  get via(): string | undefined {
    return this.#configuration.isDefault ? undefined : this.#configuration.name;
  }

  configure(configuration: Configuration): void {
    this.#configuration = configuration;
    this.#lifecycle = undefined;
  }

  /** Whether somebody said what is to become of mail. */
  get saysMail(): boolean {
    return this.#configuration.says("mail");
  }

  /** Wrong settings come to light with the first object that needs them. */
  get lifecycle(): Lifecycle {
    return (this.#lifecycle ??= new Lifecycle(
      this.#configuration.settings(),
      (line) => void this.say("inform", line),
      this.host.leaving,
    ));
  }

  /** Does what a request asks of a resource; nothing that is said of it holds a secret of the program. */
  work<Result>(
    request: ResourceRequest,
    given: readonly Given[],
    verb: (
      subject: Subject & { resource: Resource; identity?: string },
    ) => Result | Promise<Result>,
  ): Promise<Result> {
    const urn = request.getUrn();
    return this.about(urn, given, (hide) =>
      verb({ urn, hide, resource: resourceOf(request), identity: identityOf(urn) }),
    );
  }

  /** Does something about what has this URN. */
  about<Result>(
    urn: string,
    given: readonly Given[],
    verb: (hide: (text: string) => string) => Result | Promise<Result>,
  ): Promise<Result> {
    const texts = given.flatMap(secretTexts);
    const hide = texts.length === 0 ? hideNothing : redactor(texts);
    return this.#subject.run({ urn, hide }, async () => {
      try {
        return await this.host.run(async () => verb(hide));
      } catch (cause) {
        const { message } = cause instanceof Error ? cause : new Error(String(cause));
        throw new Error(hide(this.#addressed(message)), { cause });
      }
    });
  }

  /** Messages speak of the settings of a stack; a provider of the program has arguments of the same names. */
  #addressed(text: string): string {
    return this.via === undefined || !/platform:\w|PLATFORM_/.test(text)
      ? text
      : `${text} For provider "${this.via}" its arguments in the program take the place of these settings.`;
  }

  /** Shows a line under what this is about. */
  say(how: "inform" | "warn", line: string): Promise<void> {
    const { urn, hide } = this.#subject.getStore() ?? { urn: "", hide: hideNothing };
    return this.engine.say(how, urn, hide(this.#addressed(line)));
  }
}

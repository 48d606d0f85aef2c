import type { Resource } from "../definition/resource";
import type { ProviderProcess } from "../process/providerProcess";
import type { Lifecycle } from "../lifecycle/lifecycle";
import { MessageFile } from "../report/messageFile";
import type { MessageSubject } from "../report/messageFile";
import { diagnosticsOf } from "../report/notices";
import { refusedStoredToken } from "../report/messages/runMessages";
import type { Failure, Diagnostics } from "../report/diagnostics";
import { SettingsFailures } from "../settings/errors";
import type { PlatformError } from "../messages/errors";
import { variableFor, withPlaces } from "../messages/settingPlaces";
import { Configuration } from "./configuration";
import type { Engine } from "./engine";
import { RequestStorage } from "../requestStorage";

/** The subject of a request. */
export interface About {
  /** Empty for the stack. */
  urn: string;
  identity?: string;
  /** For a function, its name. */
  resource?: Pick<Resource, "name">;
  id?: string;
}

/** The subject of the running request. */
const current = new RequestStorage<About>();

/** The configured provider of one process, and its messages to people. */
export class Session {
  #configuration = new Configuration("default", {});
  #isConfigured = false;
  #lifecycle?: Lifecycle;
  #loaded?: Readonly<{ Lifecycle: typeof Lifecycle }>;
  readonly #messageFile = new MessageFile();
  readonly #settingsFailures = new SettingsFailures();

  constructor(
    readonly engine: Engine,
    readonly providerProcess: ProviderProcess,
  ) {}

  /** Whether the program gave the arguments. Otherwise they are those of the last update. */
  isOfProgram = false;

  /** The name of an explicit provider. */
  get providerName(): string | undefined {
    return this.#configuration.providerName;
  }

  /** A process serves one engine, which configures it for one instance. */
  configure(configuration: Configuration): void {
    if (this.#isConfigured && !configuration.hasAccessOf(this.#configuration)) {
      throw new Error("this plugin is already configured for another instance or token");
    }
    this.#isConfigured = true;
    this.#configuration = configuration;
    this.#lifecycle = undefined;
  }

  /** The failure, if the platform refused the token that an explicit provider had at the last update. */
  refusedStoredToken(error: unknown): PlatformError | undefined {
    const { providerName: name } = this;
    const isStored = name !== undefined && !this.isOfProgram && this.#configuration.isSet("token");
    if (!isStored) return undefined;
    const note = `Pulumi used the token that provider "${name}" had at the last \`pulumi up\`.`;
    return refusedStoredToken(error, note, variableFor("token", name));
  }

  /** Whether `platform:mail` is set explicitly. */
  get isMailSet(): boolean {
    return this.#configuration.isSet("mail");
  }

  /** Created on first use, so wrong settings fail with the first object that needs them. */
  get lifecycle(): Lifecycle {
    if (this.#loaded === undefined) throw new Error("answer() loads the lifecycle.");
    const { leaving, memory } = this.providerProcess;
    const { providerName } = this;
    return (this.#lifecycle ??= new this.#loaded.Lifecycle(this.#configuration.settings(), {
      show: (text) => {
        const about = current.get() ?? { urn: "" };
        this.#messageFile.diagnostics(this.#subjectOf(about), diagnosticsOf([], [{ text }]));
        void this.engine.show("inform", about.urn, text);
      },
      ...{ leaving, memory, providerName, previewsCreates: true },
    }));
  }

  /** The line about the instance of this run. The flags of `pulumi do` name the instance already. */
  tellInstance(): string | undefined {
    return this.#configuration.kind === "flags" ? undefined : this.lifecycle.tellInstance();
  }

  /** Shows the instance of a command without a program, and the warnings about its settings. */
  async tell(): Promise<void> {
    // Wrong settings fail with the first object that needs them.
    if (this.#configuration.kind === "flags" || this.#configuration.failures().length > 0) return;
    const told = () => ({
      instanceLine: this.tellInstance(),
      ...diagnosticsOf(
        this.lifecycle.takeWarnings().map((text) => ({ text })),
        [],
      ),
    });
    await this.answer({ urn: "" }, told, () => undefined);
  }

  /** Answers a request: runs a verb, shows its diagnostics, and translates its result. */
  answer<
    Result extends (Partial<Diagnostics> & { failures?: readonly Failure[] }) | undefined,
    Response,
  >(
    about: About,
    verb: () => Result | Promise<Result>,
    translate: (result: Result) => Response,
  ): Promise<Response> {
    const { urn } = about;
    const subject = this.#subjectOf(about);
    const answered = async () => {
      try {
        const result = await this.providerProcess.run(async () => {
          // The engine starts processes that only check arguments.
          this.#loaded ??= await import("../lifecycle/lifecycle.js");
          return verb();
        });
        const { warnings = [], notices = [], failures = [], instanceLine } = result ?? {};
        this.#messageFile.diagnostics(subject, result ?? {});
        this.#messageFile.failures(subject, failures);
        // Lines of one result stay together.
        await Promise.all([
          ...(instanceLine === undefined ? [] : [this.engine.showOnce("inform", "", instanceLine)]),
          ...warnings.map((line) => this.engine.showOnce("warn", urn, line)),
          ...notices.map((line) => this.engine.showOnce("inform", "", line, urn)),
        ]);
        return translate(result);
      } catch (cause) {
        const { message } = cause instanceof Error ? cause : new Error(String(cause));
        const { code } = (cause ?? {}) as Partial<PlatformError>;
        const text = this.#settingsFailures.textOf(message, code);
        this.#messageFile.error(subject, cause, text);
        throw new Error(text, { cause });
      }
    };
    return current.run(about, () => withPlaces(this.#configuration.placeOf, answered));
  }

  /** Writes failures of provider arguments to the message file. */
  noteFailures(urn: string, failures: readonly Failure[]): void {
    this.#messageFile.failures(this.#subjectOf({ urn }), failures);
  }

  #subjectOf({ urn, identity, resource, id }: About): MessageSubject {
    const { providerName: provider } = this;
    const ofResource = urn === "" ? {} : { urn, identity };
    return { resource: resource?.name, ...ofResource, id: id || undefined, provider };
  }
}

import { verbsOf } from "../definition/object";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { Creation } from "../duplicates/creation";
import { ProgramTwins } from "../duplicates/programTwins";
import { Ownership } from "../duplicates/ownership";
import type { RunMemory } from "../journal/runMemory";
import { GroupReach } from "../mail/groupReach";
import { Instance } from "../platform/instance";
import { diagnosticsOf } from "../report/diagnostics";
import type { Diagnostics } from "../report/diagnostics";
import { hideSecrets, hiding, hidingNow } from "../report/hiding";
import { failureFrom, ImpossibleChangeLog } from "../report/impossibleChangeLog";
import { Notices } from "../report/notices";
import type { Settings } from "../settings/index";
import { cannotDeleteKey, writtenByKey } from "../state/bookkeeping";
import { changedPaths, defined } from "../state/compare";
import { InstanceIdentity } from "../state/instanceIdentity";
import type { State } from "../state/instanceIdentity";
import { check } from "./check";
import type { Context } from "./context";
import { create } from "./create";
import { withDeclaredInputs } from "./declaredInputs";
import { remove } from "./delete";
import { differencesOf } from "./diff";
import { importObject, listForImport } from "./import";
import { mustBeHere } from "./moves";
import { NewResources } from "./newResources";
import { ObjectsElsewhere } from "./objectsElsewhere";
import { previewCreate, previewUpdate } from "./preview";
import { Reads } from "./read";
import type * as requests from "./requests";
import type * as results from "./results";
import { tellInstance } from "./tellInstance";
import { update } from "./update";

/**
 * Answers all requests of Pulumi about resources of any definition. The plugin and the dynamic resources only
 * translate their protocols, and decide nothing.
 */
export class Lifecycle {
  readonly instance: Instance;
  readonly creation: Creation;
  readonly ownership: Ownership;
  readonly instanceIdentity: InstanceIdentity;
  readonly #warnings: string[] = [];
  readonly #context: Context;
  readonly #reads: Reads;

  constructor(
    readonly settings: Settings,
    /** Shows a line while an operation runs. */
    show: (line: string) => void = () => undefined,
    /** The engine wants this process to end. */
    leaving?: AbortSignal,
    /** The name of the explicit provider of the program; absent for the default one. */
    readonly providerName?: string,
    readonly memory?: RunMemory,
    /** The engine previews creates. */
    readonly previewsCreates = false,
    /** Another lifecycle of this process for the same instance. Both share the knowledge about its objects. */
    sibling?: Lifecycle,
  ) {
    this.instance = new Instance(settings, {
      show: (line) => show(hideSecrets(line)),
      warn: (line) => this.#warnings.push(hideSecrets(line)),
    });
    const { href } = new URL(settings.baseUrl);
    const { reporter } = this.instance;
    this.ownership = sibling?.ownership ?? new Ownership(memory, href, reporter.show);
    const mutex = sibling?.creation.mutex;
    this.creation = new Creation(this.instance, settings, this.ownership, leaving, mutex);
    this.instanceIdentity = new InstanceIdentity(settings.baseUrl);
    const { instance, creation, ownership, instanceIdentity: here } = this;
    this.#context = {
      ...{ instance, settings, creation, ownership, here, leaving },
      elsewhere: new ObjectsElsewhere(here),
      newResources: new NewResources(settings, creation, previewsCreates),
      twins: new ProgramTwins(settings),
      groupReach: new GroupReach(),
      impossibleLog: new ImpossibleChangeLog(process.env, memory),
      notices: new Notices(memory),
    };
    this.#reads = new Reads(this.#context);
  }

  /** The problems of the inputs, and the inputs with the values that the policy sets. */
  check(request: requests.CheckRequest): Promise<results.CheckResult> {
    return hiding(request.hidden, async () => {
      this.#context.impossibleLog.open();
      await this.instance.connection.test();
      const tell = this.#tellAbout(request);
      const checked = await check(withDeclaredInputs(request), this.#context, tell);
      return { ...checked, ...this.#diagnostics(checked) };
    });
  }

  /** The differences in meaning, the replacements and their order, and the notices about e-mail. */
  diff(request: requests.DiffRequest): results.DiffResult {
    return hidingNow(request.hidden, () => {
      this.#noteStored(request);
      const { resource, id, identity, storedIdentity } = request;
      if (id !== undefined) this.ownership.noteFormer(resource, id, storedIdentity, identity);
      const tell = this.#tellAbout(request);
      const result = differencesOf(withDeclaredInputs(request), this.#context, tell);
      return this.#context.notices.withAdvice(result);
    });
  }

  create(request: requests.CreateRequest): Promise<results.CreateResult> {
    return hiding(request.hidden, async () => {
      const declared = withDeclaredInputs(request);
      const { resource, inputs } = declared;
      if (request.isPreview === true) return this.#previewCreate(declared);
      this.#context.impossibleLog.refuse("create", resource, inputs);
      const { id, state, warning } = await create(declared, this.#context);
      const warnings = this.#tellAbout(request)(warning);
      return { id, state: this.#written(resource, state), ...this.#diagnostics({ warnings }) };
    });
  }

  async #previewCreate(request: requests.CreateRequest): Promise<results.CreateResult> {
    const { resource, inputs, identity } = request;
    const { newResources, impossibleLog } = this.#context;
    const { notice, stop } = await newResources.preview(resource, inputs, identity);
    if (stop !== undefined) {
      if (!impossibleLog.isEnabled) throw stop;
      impossibleLog.collect(request, [failureFrom(stop)]);
    }
    const { id = "", state } = previewCreate(resource, inputs);
    const notices = this.#tellAbout(request)(notice);
    return { id, state: this.#remembered(resource, state), ...this.#diagnostics({ notices }) };
  }

  /** Reads the object; undefined if there is evidence that it is deleted. */
  read(request: requests.ReadRequest): Promise<results.ReadResult | undefined> {
    return hiding(request.hidden, async () => {
      const { resource, id, identity } = request;
      this.#noteStored(request);
      const read = await this.#reads.read(request);
      if (read === undefined) {
        this.#context.newResources.noteGone(id, identity);
        this.ownership.noteGone(resource, id);
        return undefined;
      }
      this.#context.elsewhere.note(resource, id, read.state, identity);
      const state = this.#remembered(resource, read.state);
      const warnings = (read.warnings ?? []).flatMap(this.#tellAbout(request));
      return { id, state, inputs: read.inputs, ...this.#diagnostics({ warnings }) };
    });
  }

  #noteStored(
    stored: Pick<requests.DiffRequest, "resource" | "id" | "identity" | "urn" | "state">,
  ): void {
    this.creation.stored.noteObject(stored, this.instanceIdentity);
    if (stored.id !== undefined) {
      const { resource, id, state, identity } = stored;
      this.#context.elsewhere.note(resource, id, state, identity);
    }
  }

  import(request: requests.ImportRequest): Promise<results.ReadResult> {
    return hiding(request.hidden, async () => {
      const { id, state, inputs, notices } = await importObject(request, this.#context);
      const remembered = this.#remembered(request.resource, state);
      return { id, state: remembered, inputs, ...this.#diagnostics({ notices }) };
    });
  }

  list(request: requests.ListRequest): Promise<results.ListResult> {
    return hiding(undefined, async () => {
      const objects = await listForImport(request, this.#context);
      return { objects, ...this.#diagnostics() };
    });
  }

  update(request: requests.UpdateRequest): Promise<results.UpdateResult> {
    return hiding(request.hidden, async () => {
      const change = withDeclaredInputs(request);
      const { resource, state, inputs } = change;
      mustBeHere({ ...change, here: this.instanceIdentity });
      if (request.isPreview === true) {
        const changed = changedPaths(resource.inputs, state, inputs);
        const expected = previewUpdate(resource, state, inputs, changed);
        return { state: this.#written(resource, expected), ...diagnosticsOf() };
      }
      this.#context.impossibleLog.refuse("update", resource, inputs);
      const { state: written, warning } = await update(change, this.#context);
      const warnings = this.#tellAbout(request)(warning);
      return { state: this.#written(resource, written), ...this.#diagnostics({ warnings }) };
    });
  }

  delete(request: requests.DeleteRequest): Promise<results.DeleteResult> {
    return hiding(request.hidden, async () => {
      this.#context.impossibleLog.refuse("delete", request.resource, request.state);
      mustBeHere({ ...request, here: this.instanceIdentity });
      const { warning } = await remove(request, this.#context);
      return this.#diagnostics({ warnings: this.#tellAbout(request)(warning) });
    });
  }

  /** The line about the instance of this run; undefined if this command has shown it. */
  tellInstance(): string | undefined {
    return tellInstance(this.settings, this.#context.notices);
  }

  /** The warnings about the instance that were not shown yet. */
  takeWarnings(): string[] {
    return this.#warnings.splice(0);
  }

  /** The messages of a verb, after it, with the warnings about the instance. */
  #diagnostics({ warnings = [], notices = [] }: Partial<Diagnostics> = {}): Diagnostics {
    const ofInstance = this.takeWarnings().flatMap(
      this.#context.notices.about(this.settings.baseUrl),
    );
    return this.#context.notices.withAdvice({ warnings: [...warnings, ...ofInstance], notices });
  }

  /** Returns a function that shows or counts lines about the resource of a request. */
  #tellAbout(request: { resource: Resource; identity?: string; id?: string; inputs?: Values }) {
    const { resource, identity, id, inputs } = request;
    return this.#context.notices.about(
      identity ?? `${resource.name} ${id ?? JSON.stringify(inputs)}`,
    );
  }

  /**
   * Whether every preview reads the object. Requires a list, so that one call serves all objects, and the setting
   * `driftInPreviews`.
   */
  showsDrift(resource: Resource): boolean {
    const { driftInPreviews, operations } = this.settings;
    const isShared = resource.kind === "object" && verbsOf(resource, operations).list !== undefined;
    return driftInPreviews && isShared;
  }

  canDelete(resource: Resource): boolean {
    return (
      resource.kind === "action" || verbsOf(resource, this.settings.operations).delete !== undefined
    );
  }

  #written(resource: Resource, state: State): State {
    return this.#remembered(resource, this.instanceIdentity.mark(state));
  }

  /** The state with the provider that wrote it, and with the mark of an object that cannot be deleted. */
  #remembered(resource: Resource, state: State): State {
    return defined({
      ...state,
      [writtenByKey]: this.providerName,
      [cannotDeleteKey]: this.canDelete(resource) ? undefined : true,
    });
  }
}

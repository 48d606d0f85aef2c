import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { verbsOf } from "../definition/object";
import { Instance } from "../platform/instance";
import type { Settings } from "../settings/index";
import { cannotDeleteKey, writtenByKey } from "../state/bookkeeping";
import { differencesOf } from "./diff";
import { Checks } from "./check";
import { ImpossibleChangeLog } from "../report/impossibleChangeLog";
import { changedPaths, defined } from "../state/compare";
import { Creation } from "../duplicates/creation";
import { hideSecrets, hiding, hidingNow } from "../report/hiding";
import { InstanceIdentity } from "../state/instanceIdentity";
import type { State } from "../state/instanceIdentity";
import { applyMailPolicy, policyNotice, mailFailures } from "../mail/mailPolicy";
import * as messages from "../report/messages";
import { moveOf } from "./moves";
import { Notices } from "../report/notices";
import { withoutBookkeeping } from "./withoutBookkeeping";
import { Ownership } from "../duplicates/ownership";
import { NewResources, previewCreate, previewUpdate } from "./preview";
import { Reads } from "./read";
import { ObjectsElsewhere } from "./objectsElsewhere";
import type * as requests from "./requests";
import { diagnosticsOf } from "../report/diagnostics";
import type { Diagnostics } from "../report/diagnostics";
import type { RunMemory } from "../journal/runMemory";
import type * as results from "./results";
import { create } from "./create";
import { remove } from "./delete";
import { update } from "./update";
import type { WriteContext } from "./writing";

/**
 * Answers all requests of Pulumi about resources of any definition. The plugin and the dynamic resources only
 * translate their protocols, and decide nothing.
 */
export class Lifecycle {
  readonly instance: Instance;
  readonly creation: Creation;
  readonly ownership: Ownership;
  readonly instanceIdentity: InstanceIdentity;
  readonly #notices: Notices;
  readonly #collection: ImpossibleChangeLog;
  readonly #newResources: NewResources;
  readonly #warnings: string[] = [];
  readonly #checks: Checks;
  readonly #elsewhere: ObjectsElsewhere;
  readonly #reads: Reads;
  readonly #writing: WriteContext;

  constructor(
    readonly settings: Settings,
    /** Shows a line while an operation runs. */
    show: (line: string) => void = () => undefined,
    /** The engine wants this process to end. */
    leaving?: AbortSignal,
    /** The name of the explicit provider of the program; absent for the default one. */
    readonly providerName?: string,
    readonly memory?: RunMemory,
    /** Another lifecycle of this process for the same instance. Both share the knowledge about its objects. */
    sibling?: Lifecycle,
  ) {
    this.#collection = new ImpossibleChangeLog(process.env, memory);
    this.#notices = new Notices(memory);
    this.instance = new Instance(settings, {
      show: (line) => show(hideSecrets(line)),
      warn: (line) => this.#warnings.push(hideSecrets(line)),
    });
    const { href } = new URL(settings.baseUrl);
    const { reporter } = this.instance;
    this.ownership = sibling?.ownership ?? new Ownership(memory, href, reporter.show);
    const mutex = sibling?.creation.mutex;
    this.creation = new Creation(this.instance, settings, this.ownership, leaving, mutex);
    this.#newResources = new NewResources(settings, this.creation);
    this.instanceIdentity = new InstanceIdentity(settings.baseUrl);
    this.#elsewhere = new ObjectsElsewhere(this.instanceIdentity);
    this.#checks = new Checks(this.instance, settings, this.ownership, this.#elsewhere);
    this.#reads = new Reads(this.instance, settings, this.instanceIdentity, this.creation);
    const { instance, creation, ownership } = this;
    this.#writing = { instance, settings, creation, ownership, leaving };
  }

  /** The problems of the inputs, and the inputs with the values that the policy sets. */
  check(request: requests.CheckRequest): Promise<results.CheckResult> {
    return hiding(request.hidden, async () => {
      this.#collection.open();
      await this.instance.connection.test();
      const { resource, identity, choice, stateless, old: known } = request;
      const programInputs = withoutBookkeeping(resource, request.inputs);
      const move =
        known && moveOf({ resource, id: "", state: known, here: this.instanceIdentity, choice });
      if (move?.kind === "refused") {
        const property = choice?.property ?? "";
        const failures = [messages.refusalOf(move, property)];
        return {
          inputs: programInputs,
          failures: this.#collection.take(request, failures),
          ...diagnosticsOf(),
        };
      }
      // On another instance, the object is new.
      const isMoved = move?.kind === "replace";
      if (isMoved) this.#elsewhere.noteMove(identity);
      const old = isMoved ? undefined : known;
      if (identity !== undefined) this.creation.stored.noteDeclared(resource, identity, old);
      const inputs = applyMailPolicy(resource, programInputs, this.settings);
      const checked = await this.#checks.check({
        ...{ resource, old, inputs, identity, urn: request.urn },
        ids: this.creation.knownState.of(identity)?.ids,
        isReplaced: old === undefined && this.creation.knownState.of(identity)?.isDeclared === true,
        isStateless: stateless !== undefined,
      });
      const declared = { resource, programInputs, inputs, old, identity };
      const failures = mailFailures(checked.failures, declared, stateless, this.settings);
      const isValid = failures.length === 0;
      const tell = this.#tellAbout(request);
      const isNew = isValid && old === undefined;
      const { warning, notices } = await this.#newResources.tell(isNew ? declared : undefined);
      const forMail = isValid ? policyNotice(declared, this.settings) : undefined;
      const warnings = [...checked.warnings, warning].flatMap(tell);
      const used = messages.instanceInUse(this.settings);
      const instance = stateless ? undefined : this.#notices.tell(used, used.first);
      const left = this.#collection.take(request, failures, warning);
      const lines = this.#diagnostics(warnings, [...notices, forMail].flatMap(tell));
      return { inputs, failures: left, instance, ...lines };
    });
  }

  /** The differences in meaning, the replacements and their order, and the notices about e-mail. */
  diff(request: requests.DiffRequest): results.DiffResult {
    const { settings, ownership, creation, instanceIdentity: here } = this;
    return hidingNow(request.hidden, () => {
      this.#noteStored(request);
      const { resource, id, identity, storedIdentity } = request;
      if (id !== undefined) this.ownership.noteFormer(resource, id, storedIdentity, identity);
      const [tell, collection] = [this.#tellAbout(request), this.#collection];
      const elsewhere = this.#elsewhere;
      const context = { settings, ownership, creation, elsewhere, here, tell, collection };
      return this.#notices.withAdvice(differencesOf(declaring(request), context));
    });
  }

  create(request: requests.CreateRequest): Promise<results.CreateResult> {
    return hiding(request.hidden, async () => {
      const { resource } = request;
      const inputs = withoutBookkeeping(resource, request.inputs);
      if (request.isPreview === true) {
        const { id = "", state } = previewCreate(resource, inputs);
        return { id, state: this.#remembered(resource, state), ...diagnosticsOf() };
      }
      this.#collection.refuse("create", resource, inputs);
      const { id, state, warning } = await create(this.#writing, { ...request, inputs });
      const warnings = this.#tellAbout(request)(warning);
      return { id, state: this.#written(resource, state), ...this.#diagnostics(warnings) };
    });
  }

  /** Reads the object; undefined if there is evidence that it is deleted. */
  read(request: requests.ReadRequest): Promise<results.ReadResult | undefined> {
    return hiding(request.hidden, async () => {
      const { resource, id } = request;
      this.#noteStored(request);
      const read = await this.#reads.read(request);
      if (read === undefined) {
        this.#newResources.noteGone(id, request.identity);
        this.ownership.noteGone(resource, id, request.identity);
        return undefined;
      }
      const { inputs, warning } = read;
      this.#elsewhere.note(resource, id, read.state, request.identity);
      const warnings = this.#tellAbout(request)(warning);
      return {
        id,
        state: this.#remembered(resource, read.state),
        inputs,
        ...this.#diagnostics(warnings),
      };
    });
  }

  #noteStored(stored: Pick<requests.DiffRequest, "resource" | "id" | "identity" | "state">): void {
    this.creation.stored.noteObject(stored, this.instanceIdentity);
    if (stored.id !== undefined) {
      const { resource, id, state, identity } = stored;
      this.#elsewhere.note(resource, id, state, identity);
    }
  }

  /** Imports an object. Each object is imported only once. */
  async import(request: requests.ImportRequest): Promise<results.ReadResult> {
    const { resource, key, identity, isStateless } = request;
    const { id, state, inputs, notice } = await this.#reads.import(resource, key, (found) =>
      this.ownership.reserve(resource, found, identity),
    );
    // In the same run, Pulumi may delete the former resource of this object.
    if (isStateless !== true) this.ownership.keep(resource, id);
    const notices = notice === undefined || isStateless === true ? [] : [notice];
    return {
      id,
      state: this.#remembered(resource, state),
      inputs,
      ...this.#diagnostics([], notices),
    };
  }

  async list({ resource, query = {} }: requests.ListRequest): Promise<results.ListResult> {
    const objects = await this.#reads.list(resource, query);
    return { objects, ...this.#diagnostics() };
  }

  update(request: requests.UpdateRequest): Promise<results.UpdateResult> {
    return hiding(request.hidden, async () => {
      const change = declaring(request);
      const { resource, id, state, inputs } = change;
      this.#mustBeHere(resource, id, state);
      if (request.isPreview === true) {
        const changed = changedPaths(resource.inputs, state, inputs);
        const expected = previewUpdate(resource, state, inputs, changed);
        return { state: this.#written(resource, expected), ...diagnosticsOf() };
      }
      this.#collection.refuse("update", resource, inputs);
      const { state: written, warning } = await update(this.#writing, change);
      const warnings = this.#tellAbout(request)(warning);
      return { state: this.#written(resource, written), ...this.#diagnostics(warnings) };
    });
  }

  delete(request: requests.DeleteRequest): Promise<results.DeleteResult> {
    return hiding(request.hidden, async () => {
      const { resource, id, state } = request;
      this.#collection.refuse("delete", resource, state);
      this.#mustBeHere(resource, id, state);
      const { warning } = await remove(this.#writing, request);
      return this.#diagnostics(this.#tellAbout(request)(warning));
    });
  }

  /** The warnings about the instance that were not shown yet. */
  takeWarnings(): string[] {
    return this.#warnings.splice(0);
  }

  #diagnostics(warnings: readonly string[] = [], notices: readonly string[] = []): Diagnostics {
    const ofInstance = this.takeWarnings().flatMap(this.#notices.about(this.settings.baseUrl));
    return this.#notices.withAdvice({ warnings: [...warnings, ...ofInstance], notices });
  }

  /** Returns a function that shows or counts lines about the resource of a request. */
  #tellAbout(request: { resource: Resource; identity?: string; id?: string; inputs?: Values }) {
    const { resource, identity, id, inputs } = request;
    return this.#notices.about(identity ?? `${resource.name} ${id ?? JSON.stringify(inputs)}`);
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

  /** Throws if the object is on another instance. */
  #mustBeHere(resource: Resource, id: string, state: State): void {
    const move = moveOf({ resource, id, state, here: this.instanceIdentity });
    if (move.kind === "addressChanged") throw move.error;
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

/** A request with the inputs that its program declares. */
const declaring = <Request extends { resource: Resource; inputs: Values }>(request: Request) => ({
  ...request,
  inputs: withoutBookkeeping(request.resource, request.inputs),
});

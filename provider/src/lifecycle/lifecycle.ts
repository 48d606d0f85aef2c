import { verbsOf } from "../definition/object";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { adopted } from "../duplicates/adoption";
import { Creation } from "../duplicates/creation";
import { Ownership } from "../duplicates/ownership";
import type { StoredResource } from "../duplicates/storedResources";
import type { RunMemory } from "../process/runMemory";
import { GroupReach } from "../mail/groupReach";
import { placesIn, withPlaces } from "../messages/settingPlaces";
import { Instance } from "../platform/instance";
import type { Diagnostics, ShownLine } from "../report/diagnostics";
import { hideSecrets, withRedaction } from "../report/redaction";
import type { RequestSecrets } from "../report/redaction";
import { ImpossibleChangeLog } from "../report/impossibleChangeLog";
import { diagnosticsOf, Notices } from "../report/notices";
import { RequestStorage } from "../requestStorage";
import type { Settings } from "../settings/index";
import {
  cannotDeleteKey,
  declaredBeforeDriftKey,
  keptValuesKey,
  writtenByKey,
} from "../state/bookkeeping";
import { defined } from "../state/compare";
import { InstanceIdentity } from "../state/instanceIdentity";
import { withoutNulls } from "../state/nulls";
import { check } from "./check";
import type { Context, Lines } from "./context";
import { create } from "./create";
import { remove } from "./delete";
import { differencesOf } from "./diff";
import { importObject, listForImport } from "./import";
import { tellInstance } from "./invoke";
import { MassDeletionGuard } from "./massDeletionGuard";
import { mustBeHere, ObjectsElsewhere } from "./moves";
import { NewResources } from "./newResources";
import { previewCreate, previewUpdate } from "./preview";
import { read } from "./read";
import type * as requests from "./requests";
import type * as results from "./results";
import { foreseeUpdate, update } from "./update";

export interface LifecycleOptions {
  /** Shows a line while an operation runs. */
  show?: (line: string) => void;
  /** The engine wants this process to end. */
  leaving?: AbortSignal;
  /** What the processes of one command share. */
  memory?: RunMemory;
  /** The name of the explicit provider of the program; absent for the default one. */
  providerName?: string;
  /** The engine also previews each create. */
  previewsCreates?: boolean;
  /** Another lifecycle of this process for the same instance. Both share the knowledge about its objects. */
  sibling?: Lifecycle;
}

/** Answers all requests about resources. The plugin and the dynamic resources only translate their protocols. */
export class Lifecycle {
  readonly instance: Instance;
  readonly creation: Creation;
  readonly instanceIdentity: InstanceIdentity;
  /** The warnings of no request, and those of requests that failed. */
  readonly #warnings: string[] = [];
  readonly #warningsOfRequest = new RequestStorage<string[]>();
  readonly #context: Context;

  constructor(
    readonly settings: Settings,
    readonly options: LifecycleOptions = {},
  ) {
    const { show = () => undefined, leaving, memory, previewsCreates = false, sibling } = options;
    this.instance = new Instance(settings, {
      show: (line) => show(hideSecrets(line)),
      warn: (line) => (this.#warningsOfRequest.get() ?? this.#warnings).push(hideSecrets(line)),
    });
    this.#warnings.push(...(settings.misplaced ?? []).map(({ text }) => text));
    const { href } = new URL(settings.baseUrl);
    const { reporter } = this.instance;
    const known: Partial<Creation> = sibling?.creation ?? {};
    const { ownership = new Ownership(memory, href, reporter.show), mutex } = known;
    this.creation = new Creation(this.instance, settings, ownership, leaving, mutex);
    this.instanceIdentity = new InstanceIdentity(settings.baseUrl);
    const { instance, creation, instanceIdentity } = this;
    const { journal, stored } = creation;
    this.#context = {
      ...{ instance, settings, creation, ownership, journal, stored, instanceIdentity },
      objectsElsewhere: new ObjectsElsewhere(instanceIdentity),
      massDeletionGuard: new MassDeletionGuard(ownership),
      newResources: new NewResources(creation, previewsCreates),
      groupReach: new GroupReach(),
      impossibleLog: new ImpossibleChangeLog(process.env, memory),
      notices: new Notices(memory),
    };
  }

  /** The problems of the inputs, and the inputs with the values that the policy sets. */
  check(request: requests.CheckRequest): Promise<results.CheckResult> {
    return this.#answer(request.hidden, async () => {
      this.#context.impossibleLog.open();
      await this.#loadForReport(request.identity);
      await this.instance.connection.test();
      const { inputs, failures, ...lines } = await check(declaredIn(request), this.#context);
      const instanceLine = request.stateless ? undefined : this.tellInstance();
      return { inputs, failures, instanceLine, ...this.#diagnostics(request, lines) };
    });
  }

  /** Reads the journal of a resource's stack. Meanwhile, the engine's report of the resource counts as going on. */
  #loadForReport(identity: string | undefined): Promise<void> {
    const { quietPeriod } = this.#context.ownership;
    return quietPeriod.holding(this.creation.journal.load(identity));
  }

  /** The differences in meaning, with their notices. */
  diff(request: requests.DiffRequest): Promise<results.DiffResult> {
    return this.#answer(request.hidden, async () => {
      await this.#loadForReport(request.identity);
      this.#noteStored(request);
      const { resource, id, identity, storedIdentity } = request;
      const { ownership } = this.#context;
      if (id !== undefined) ownership.noteFormer(resource, id, storedIdentity, identity);
      const result = differencesOf(declaredIn(request), this.#context);
      return { ...result, ...this.#told(request, result) };
    });
  }

  create(request: requests.CreateRequest): Promise<results.CreateResult> {
    return this.#answer(request.hidden, async () => {
      await this.creation.journal.load(request.identity);
      const declared = declaredIn(request);
      const { resource, inputs } = declared;
      const { newResources, impossibleLog } = this.#context;
      if (request.isPreview === true) {
        const { warning, notice, stop } = await newResources.preview(declared);
        if (stop !== undefined) impossibleLog.collectOrThrow(declared, stop);
        return {
          id: adopted(inputs) ?? "",
          state: this.#withWriter(resource, previewCreate(resource, inputs)),
          ...this.#diagnostics(request, { warnings: [warning], notices: [notice] }),
        };
      }
      impossibleLog.refuse("create", resource, inputs);
      const { id, state, warnings } = await create(declared, this.#context);
      const written = this.#written(resource, state);
      return { id, state: written, ...this.#diagnostics(request, { warnings }) };
    });
  }

  /** Reads the object; undefined if there is evidence that it is deleted. */
  read(request: requests.ReadRequest): Promise<results.ReadResult | undefined> {
    return this.#answer(request.hidden, async () => {
      await this.#loadForReport(request.identity);
      const { resource, id, identity } = request;
      this.#noteStored(request);
      const found = await read(request, this.#context);
      if (found === undefined) {
        this.#context.newResources.noteGone(id, identity);
        this.#context.ownership.noteGone(resource, id);
        return undefined;
      }
      const { inputs, warnings } = found;
      this.#context.objectsElsewhere.note(resource, id, found.state, identity);
      const state = this.#withWriter(resource, found.state);
      return { id, state, inputs, ...this.#diagnostics(request, { warnings }) };
    });
  }

  /** Warnings that a request causes are shown with its resource. */
  async #answer<Result>(hidden: RequestSecrets | undefined, verb: () => Promise<Result>) {
    const own: string[] = [];
    return this.#warningsOfRequest
      .run(own, () => withPlaces(placesIn(this.settings), () => withRedaction(hidden, verb)))
      .finally(() => this.#warnings.push(...own));
  }

  #noteStored(stored: StoredResource): void {
    this.creation.stored.noteObject(stored, this.instanceIdentity);
    const { resource, id, state, identity } = stored;
    if (id !== undefined) this.#context.objectsElsewhere.note(resource, id, state, identity);
  }

  import(request: requests.ImportRequest): Promise<results.ReadResult> {
    return this.#answer(request.hidden, async () => {
      await this.#loadForReport(request.identity);
      const { id, state, inputs, notices } = await importObject(request, this.#context);
      const saved = this.#withWriter(request.resource, state);
      return { id, state: saved, inputs, ...this.#diagnostics(request, { notices }) };
    });
  }

  list(request: requests.ListRequest): Promise<results.ListResult> {
    return this.#answer(undefined, async () => {
      const { objects, warnings } = await listForImport(request, this.#context);
      return { objects, ...this.#diagnostics(request, { warnings }) };
    });
  }

  update(request: requests.UpdateRequest): Promise<results.UpdateResult> {
    return this.#answer(request.hidden, async () => {
      await this.creation.journal.load(request.identity);
      const change = declaredIn(request);
      const { resource, state, inputs } = change;
      mustBeHere({ ...change, here: this.instanceIdentity });
      if (request.isPreview === true) {
        const expected = previewUpdate(resource, state, inputs);
        await foreseeUpdate(change, this.#context);
        return { state: this.#written(resource, expected), ...this.#diagnostics(request) };
      }
      this.#context.impossibleLog.refuse("update", resource, inputs);
      const { state: updated, warnings } = await update(change, this.#context);
      const written = this.#written(resource, updated);
      return { state: written, ...this.#diagnostics(request, { warnings }) };
    });
  }

  delete(request: requests.DeleteRequest): Promise<Diagnostics> {
    return this.#answer(request.hidden, async () => {
      await this.creation.journal.load(request.identity);
      this.#context.impossibleLog.refuse("delete", request.resource, request.state);
      mustBeHere({ ...request, here: this.instanceIdentity });
      return this.#diagnostics(request, await remove(request, this.#context));
    });
  }

  /** The line about the instance of this run; undefined if this command has shown it. */
  tellInstance(): string | undefined {
    return tellInstance(this.settings, this.#context.notices);
  }

  /** The warnings about the instance that were not shown yet. */
  takeWarnings(): string[] {
    return [...(this.#warningsOfRequest.get()?.splice(0) ?? []), ...this.#warnings.splice(0)];
  }

  /** The messages of a verb, after it, with the warnings about the instance. */
  #diagnostics(request: requests.Subject, lines: Lines = {}): Diagnostics {
    const about = this.#context.notices.about(this.settings.baseUrl);
    return this.#told(request, lines, this.takeWarnings().flatMap(about));
  }

  /** The lines about the resource of a request that are shown now. The others are counted. */
  #told(
    { resource, identity, id, inputs }: requests.Subject,
    { warnings = [], notices = [], ofOthers = [] }: Lines,
    ofInstance: readonly ShownLine[] = [],
  ): Diagnostics {
    const key = identity ?? `${resource.name} ${id ?? JSON.stringify(inputs)}`;
    const tell = this.#context.notices.about(key);
    return diagnosticsOf(
      [...warnings.flatMap(tell), ...ofInstance],
      [...notices.flatMap(tell), ...ofOthers],
    );
  }

  /** Whether every preview reads the object. Requires a list, so that one call serves all objects. */
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

  #written(resource: Resource, state: Values): Values {
    return this.#withWriter(resource, this.instanceIdentity.mark(state));
  }

  /** The state with the provider that wrote it, and with the mark of an object that cannot be deleted. */
  #withWriter(resource: Resource, state: Values): Values {
    return defined({
      ...state,
      [writtenByKey]: this.options.providerName,
      [cannotDeleteKey]: this.canDelete(resource) ? undefined : true,
    });
  }
}

/** The request with declared values, without hashes of earlier ones. The check needs what an import could not read. */
function declaredIn<Request extends { resource: Resource; inputs: Values }>(
  request: Request,
): Request {
  const { [declaredBeforeDriftKey]: _, [keptValuesKey]: __, ...declared } = request.inputs;
  return { ...request, inputs: withoutNulls(request.resource.inputs, declared) };
}

import { get } from "../definition/paths";
import { holdsUnknown } from "../definition/unknowns";
import type { JournalEntry } from "../journal/journal";
import { sourceOf } from "../objects/list";
import { canAdopt } from "../report/messages/messageParts";
import * as messages from "../report/messages/index";
import { contentOfInputs, hashOfNaturalKey, naturalKeyOf } from "../state/likeness";
import { hasCode } from "../messages/errors";
import type { PlatformError } from "../messages/errors";
import { adopted, manageExisting } from "./adoption";
import { CreateEvidence } from "./createEvidence";
import type { Foreseen, Phase } from "./createEvidence";
import { CreateServices } from "./createServices";
import type { CreatedObject, ObjectCreate, Requested } from "./objectCreate";
import { stopped } from "./stopped";

/** Creates an object once, also after a lost answer or a kill: it carries out what `decideCreate` decides. */
export class Creation extends CreateServices {
  /** The types whose list this process could not read for a preview. */
  readonly #unlistable = new Set<string>();
  /** The objects that this process created, by natural key. The shared list is too old to show them. */
  readonly #created = new Map<string, string[]>();

  /** Creates objects with the same natural key one after the other, so that their lost answers stay distinguishable. */
  async create(request: ObjectCreate): Promise<CreatedObject> {
    const { resource, verbs, inputs, identity } = request;
    if (verbs.create.repeatable === true) return verbs.create.run(this.instance, inputs);
    return this.mutex.runExclusive(naturalKeyOf(resource, inputs), async () => {
      const earlier = this.journal.read(identity);
      const evidence = new CreateEvidence(this, request, "up", earlier);
      const verdict = await evidence.verdict();
      if (verdict.do === "create") return this.#send(request, evidence);
      if (verdict.do !== "takeOver" || earlier === undefined) throw stopped({ verdict, evidence });
      // Before the look at the object is over, so that no resource adopts it in the meantime.
      this.ownership.noteManager(resource, verdict.id, identity);
      const { reading } = evidence;
      const content = contentOfInputs(resource, inputs);
      // Paths that the read does not show can still have values of an earlier program.
      const wasWritten = earlier.content === content;
      const managed =
        reading?.found === "present"
          ? await manageExisting(request, inputs, reading, wasWritten)
          : evidence.asCreated(verdict.id);
      this.ownership.keep(resource, managed.id);
      const takenOver = { ...managed, takenOverFrom: earlier.sentAt };
      return this.#finish(request, { ...earlier, content }, takenOver);
    });
  }

  /** The create of an object that must happen once; undefined for anything else, and before what it needs is known. */
  onceOf(
    { resource, inputs, identity }: Requested,
    needed: unknown = inputs,
  ): ObjectCreate | undefined {
    if (resource.kind === "action" || holdsUnknown(needed)) return undefined;
    const source = sourceOf(resource, this.instance);
    const { create, ...verbs } = source.verbs;
    if (create === undefined || create.repeatable === true) return undefined;
    return { ...source, verbs: { ...verbs, create }, inputs, identity };
  }

  /** What a create that must happen once will do, by the list that it needs anyway; undefined for anything else. */
  async preview(requested: Requested, phase: Exclude<Phase, "up">): Promise<Foreseen | undefined> {
    // An object with the same natural key is worth a message, whatever the other inputs will be.
    const { naturalKey: paths = [] } = requested.resource;
    const key = paths.map((path) => get(requested.inputs, path));
    const request = this.onceOf(requested, key);
    if (request === undefined || adopted(request.inputs) !== undefined) return undefined;
    const { resource, verbs, inputs, identity } = request;
    if (this.#unlistable.has(resource.name)) return undefined;
    const earlier = this.journal.read(identity);
    // What an earlier request sent is compared as a whole.
    if (earlier !== undefined && holdsUnknown(inputs)) return undefined;
    const evidence = new CreateEvidence(this, request, phase, earlier);
    try {
      return { verdict: await evidence.verdict(), evidence };
    } catch (error) {
      if (hasCode(error, "journal_unusable")) throw error;
      if (verbs.list !== undefined) this.#unlistable.add(resource.name);
      return undefined;
    }
  }

  async #send(request: ObjectCreate, { shown: { ids } }: CreateEvidence): Promise<CreatedObject> {
    const { resource, inputs, identity } = request;
    const entry = {
      type: resource.name,
      content: contentOfInputs(resource, inputs),
      naturalKey: hashOfNaturalKey(resource, inputs),
      caller: this.journal.caller,
      idsBefore: ids && [...ids, ...this.#createdLike(request)],
      sentAt: Date.now(),
    };
    const sent = await this.journal.during(identity, entry, () => this.#run(request));
    const created = sent.answer ?? (await this.#find(request, entry, sent.lost));
    return this.#finish(request, entry, created);
  }

  async #run({ resource, verbs, inputs }: ObjectCreate): Promise<CreatedObject> {
    try {
      return await verbs.create.run(this.instance, inputs);
    } catch (error) {
      const isRefused = hasCode(error, "rejected") && !error.mayHaveWorked;
      if (!isRefused || verbs.list || !canAdopt(resource)) throw error;
      const replacing = messages.ifReplacing(resource, verbs.delete !== undefined);
      throw messages.refusedUnseen(resource, inputs, error, replacing);
    }
  }

  /** The object of a request whose answer was lost. */
  async #find(
    request: ObjectCreate,
    entry: Omit<JournalEntry, "phase">,
    lost: PlatformError,
  ): Promise<CreatedObject> {
    const { resource, inputs } = request;
    const evidence = new CreateEvidence(this, request, "up", { ...entry, phase: "sending" }, lost);
    const verdict = await evidence.verdict().catch((failed: unknown) => {
      throw messages.cannotLook(resource, inputs, lost, failed);
    });
    if (verdict.do !== "takeOver") throw stopped({ verdict, evidence });
    // A list that lied before the request can make the replaced object look new.
    this.ownership.keep(resource, verdict.id);
    return evidence.asCreated(verdict.id);
  }

  #createdLike({ resource, inputs }: ObjectCreate): string[] {
    const key = naturalKeyOf(resource, inputs);
    const created = this.#created.get(key) ?? [];
    this.#created.set(key, created);
    return created;
  }

  async #finish(
    request: ObjectCreate,
    entry: Omit<JournalEntry, "phase">,
    created: CreatedObject,
  ): Promise<CreatedObject> {
    this.#createdLike(request).push(created.id);
    this.ownership.setKnownOrigin(request.resource, created.id);
    const warning = await this.noteResult(request, { ...entry, id: created.id });
    return { ...created, warning };
  }
}

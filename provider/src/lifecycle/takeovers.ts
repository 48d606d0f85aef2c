import type { Instance } from "../platform/instance";
import type { Settings } from "../settings/index";
import { differingPaths } from "./compare";
import { contentOfInputs } from "./content";
import type { JournalEntry } from "./journal";
import type { KnownState } from "./knownState";
import * as messages from "./messages";
import type { Ownership } from "./ownership";
import type { CreatedObject, CreateRequest, Witness } from "./witness";

/** What a create will make of the entry of an earlier run, as far as a preview can see. */
export type Foreseen =
  | { kind: "takesOver" | "refuses"; id: string; at: number }
  | { kind: "looksFor" | "cannotLook"; at: number };

type Created = JournalEntry & { id: string };

/**
 * What earlier runs of a stack created for resources that its state does not hold. The journal is no proof: an
 * object can have moved to another resource or stack since.
 */
export class Takeovers {
  constructor(
    readonly instance: Instance,
    readonly settings: Settings,
    readonly ownership: Ownership,
    readonly state: KnownState,
    readonly witness: Witness,
  ) {}

  /** The object that a request of an earlier run created; undefined when it did not, or the object is not for this create. */
  async recover(request: CreateRequest, earlier: JournalEntry): Promise<CreatedObject | undefined> {
    const { resource, inputs, identity } = request;
    if (isCreated(earlier)) {
      const isFound = () => this.#isElsewhere(request, earlier);
      await this.ownership.told(isFound);
      if (isFound()) return undefined;
      if (earlier.savedBy === undefined) return this.#takeOver(request, earlier.id);
      if (await this.#isLost(request, earlier)) {
        throw messages.savedElsewhere(request, earlier.id, earlier.sentAt);
      }
      return undefined;
    }
    const confirmed = this.settings.confirmAbsent;
    if (identity !== undefined && confirmed.includes(identity)) return undefined;
    if (!canLookFor(request, earlier)) {
      throw messages.unknownCreate(resource, inputs, identity, confirmed);
    }
    // One list serves all that the earlier run left open, where it shows them.
    return this.witness.findNew(request, earlier, "baseline");
  }

  /** The same for a preview, which changes nothing and asks for no more than the create will. */
  async foresee(request: CreateRequest, earlier: JournalEntry): Promise<Foreseen | undefined> {
    const { sentAt: at } = earlier;
    if (!isCreated(earlier)) {
      if (this.settings.confirmAbsent.includes(request.identity ?? "")) return undefined;
      return { kind: canLookFor(request, earlier) ? "looksFor" : "cannotLook", at };
    }
    const { id } = earlier;
    if (this.#isElsewhere(request, earlier)) return undefined;
    if (earlier.savedBy !== undefined) {
      return (await this.#isLost(request, earlier)) ? { kind: "refuses", id, at } : undefined;
    }
    return (await this.#isThere(request, id)) ? { kind: "takesOver", id, at } : undefined;
  }

  /** Whether the state holds the object, for this resource or for another one. */
  #isElsewhere({ resource, identity }: CreateRequest, { id }: Created): boolean {
    return (
      this.state.of(identity)?.ids.has(id) === true ||
      this.ownership.hasSeen(resource, id, identity) ||
      this.ownership.isHeldElsewhere(resource, id, identity)
    );
  }

  /** Whether an object exists that was in a state which this run does not have. */
  async #isLost(request: CreateRequest, { id }: Created): Promise<boolean> {
    const isNew = this.state.of(request.identity) === undefined;
    return isNew && request.inputs.allowDuplicate !== true && this.#isThere(request, id);
  }

  async #isThere({ verbs, inputs }: CreateRequest, id: string): Promise<boolean> {
    return (await verbs.read?.run(this.instance, id, inputs))?.found === "present";
  }

  /** Takes over an object that an earlier run created, and updates it to what the program says now. */
  async #takeOver(
    { resource, verbs, inputs }: CreateRequest,
    id: string,
  ): Promise<CreatedObject | undefined> {
    const reading = await verbs.read?.run(this.instance, id, inputs);
    if (reading === undefined || reading.found === "absent") return undefined;
    if (reading.found === "unknown") {
      const confirmed = this.settings.confirmAbsent;
      throw messages.unknownState(resource, id, inputs, reading.why, { confirmed });
    }
    const changed = differingPaths(resource.inputs, inputs, reading.live);
    if (changed.length > 0) {
      if (verbs.update === undefined) {
        throw messages.cannotTakeOver(resource, id, inputs, reading.live, changed);
      }
      const state = { ...inputs, ...reading.live };
      const change = { id, inputs, state, changed, ownedElsewhere: [] };
      const updated = await verbs.update.run(this.instance, change);
      return { id, outputs: { ...reading.outputs, ...updated } };
    }
    return { id, outputs: reading.outputs };
  }
}

/** Whether lists can show what became of a request of an earlier run. */
const canLookFor = (
  { resource, inputs, verbs }: CreateRequest,
  { content, idsBefore }: JournalEntry,
): boolean =>
  content === contentOfInputs(resource, inputs) &&
  idsBefore !== undefined &&
  verbs.create.witness !== undefined;

const isCreated = (entry: JournalEntry): entry is Created =>
  entry.phase === "done" && entry.id !== undefined;

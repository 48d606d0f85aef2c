import type { Reading } from "../definition/verbs";
import type { Instance } from "../platform/instance";
import type { Settings } from "../settings/index";
import { differingPaths } from "../state/compare";
import { contentOfInputs } from "../state/content";
import { contentOf } from "../state/contentHash";
import type { JournalEntry } from "../journal/journal";
import type { KnownState } from "./knownState";
import { readObject } from "../objects/read";
import * as messages from "../report/messages";
import type { Ownership } from "./ownership";
import { manageExisting } from "./manageExisting";
import type { LostCreateSearch } from "./lostCreate";
import type { CreatedObject, ObjectCreate } from "./objectCreate";

/** What a create will do about the entry of an earlier run, as far as a preview can see. */
export type TakeoverPreview =
  | { kind: "takesOver" | "cannotChange" | "refuses"; id: string; at: number }
  | { kind: "looksFor" | "cannotLook"; at: number }
  | { kind: "unknown"; id: string; at: number; why: string };

type Created = JournalEntry & { id: string };

/**
 * Takes over objects that earlier runs created and that the state does not hold. The journal is no proof, because the
 * object can belong to another resource or stack by now.
 */
export class Takeovers {
  constructor(
    readonly instance: Instance,
    readonly settings: Settings,
    readonly ownership: Ownership,
    readonly knownState: KnownState,
    readonly lostCreates: LostCreateSearch,
  ) {}

  /**
   * The object that an earlier run created; undefined if the run created none, or if the object is not for this
   * create.
   */
  async recover(request: ObjectCreate, earlier: JournalEntry): Promise<CreatedObject | undefined> {
    const { resource, inputs, identity } = request;
    if (isCreated(earlier)) {
      const isFound = () => this.#isElsewhere(request, earlier);
      await this.ownership.quietPeriod.waitForEngine(isFound);
      if (isFound()) return undefined;
      if (earlier.savedBy === undefined) return this.#takeOver(request, earlier);
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
    return this.lostCreates.findNew(request, earlier);
  }

  /** The same for a preview, which changes nothing and reads no more than the create. */
  async preview(
    request: ObjectCreate,
    earlier: JournalEntry,
  ): Promise<TakeoverPreview | undefined> {
    const { sentAt: at } = earlier;
    if (!isCreated(earlier)) {
      if (this.settings.confirmAbsent.includes(request.identity ?? "")) return undefined;
      return { kind: canLookFor(request, earlier) ? "looksFor" : "cannotLook", at };
    }
    const { id } = earlier;
    if (this.#isElsewhere(request, earlier)) return undefined;
    const isSaved = earlier.savedBy !== undefined;
    if (isSaved && !this.#canBeLost(request)) return undefined;
    const reading = await this.#read(request, earlier);
    if (reading.found === "unknown") return { kind: "unknown", id, at, why: reading.why };
    if (reading.found === "absent") return undefined;
    if (isSaved) return { kind: "refuses", id, at };
    const isChanged =
      differingPaths(request.resource.inputs, request.inputs, reading.live).length > 0;
    const isImpossible = isChanged && request.verbs.update === undefined;
    return { kind: isImpossible ? "cannotChange" : "takesOver", id, at };
  }

  /** Whether the state holds the object for any resource, or another resource adopts it. */
  #isElsewhere({ resource, identity }: ObjectCreate, { id }: Created): boolean {
    return (
      this.knownState.of(identity)?.ids.has(id) === true ||
      this.ownership.hadAtStart(resource, id, identity) ||
      this.ownership.isManagedElsewhere(resource, id, identity) ||
      this.ownership.isAdoptedElsewhere(resource, id, identity)
    );
  }

  /** Whether the object exists and was saved in another state than that of this run. */
  async #isLost(request: ObjectCreate, earlier: Created): Promise<boolean> {
    return this.#canBeLost(request) && (await this.#readExisting(request, earlier)) !== undefined;
  }

  #canBeLost({ identity, inputs }: ObjectCreate): boolean {
    return this.knownState.of(identity) === undefined && inputs.allowDuplicate !== true;
  }

  /** The object of an earlier run; undefined if it is deleted. Fails if nothing shows this. */
  async #readExisting(request: ObjectCreate, earlier: Created) {
    const reading = await this.#read(request, earlier);
    if (reading.found === "unknown") {
      const { confirmAbsent: confirmed } = this.settings;
      const { resource, inputs } = request;
      const { id, sentAt } = earlier;
      throw messages.unknownCreated(resource, inputs, id, sentAt, reading.why, confirmed);
    }
    return reading.found === "present" ? reading : undefined;
  }

  async #read(
    { resource, verbs, inputs }: ObjectCreate,
    { id, savedBy, caller }: Created,
  ): Promise<Reading> {
    const { instance } = this;
    if (this.settings.confirmAbsent.includes(id)) return { found: "absent" };
    const reading = await readObject({ resource, verbs, instance }, id, inputs);
    if (reading === undefined) {
      return { found: "unknown", why: `the instance does not offer to read a ${resource.noun}` };
    }
    // Other runs can delete an object that was in a state. The user who created the object would see it.
    const isOwner = savedBy !== undefined && caller === callerOf(this.settings);
    const isAbsent = reading.found === "unknown" && reading.isShownToOwner === true && isOwner;
    return isAbsent ? { found: "absent" } : reading;
  }

  /** Takes over an object that an earlier run created, and updates it to the inputs of the program. */
  async #takeOver(request: ObjectCreate, earlier: Created): Promise<CreatedObject | undefined> {
    const { resource, verbs, inputs } = request;
    const { id } = earlier;
    const reading = await this.#readExisting(request, earlier);
    if (reading === undefined) return undefined;
    // Paths that the read does not show can still have values of an earlier program.
    const wasWritten = earlier.content === contentOfInputs(resource, inputs);
    const { instance } = this;
    const managed = await manageExisting(
      { resource, verbs, instance },
      inputs,
      reading,
      wasWritten,
    );
    if ("id" in managed) return managed;
    throw messages.cannotTakeOver(resource, id, inputs, reading.live, managed.differing);
  }
}

/** Whether lists can show the result of a request of an earlier run. */
const canLookFor = (
  { resource, inputs, verbs }: ObjectCreate,
  { content, idsBefore }: JournalEntry,
): boolean =>
  content === contentOfInputs(resource, inputs) &&
  idsBefore !== undefined &&
  verbs.list !== undefined;

const isCreated = (entry: JournalEntry): entry is Created =>
  entry.phase === "done" && entry.id !== undefined;

/** Identifies the user of a request in the journal. */
export const callerOf = ({ baseUrl, token }: Settings): string => contentOf([baseUrl, token]);

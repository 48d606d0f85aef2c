import { setTimeout as sleep } from "node:timers/promises";
import { decideCreate } from "../decisions/create";
import type { CreateFacts, CreateVerdict, EarlierCreate, ShownObject } from "../decisions/create";
import { decidedByMail } from "../definition/mail";
import type { Existing, Reading } from "../definition/verbs";
import type { JournalEntry } from "../journal/journal";
import { namesakes, withDetails } from "../objects/list";
import { readObject } from "../objects/read";
import type { When } from "../platform/instance";
import { longWaitMs } from "../platform/longWaits";
import * as messages from "../report/messages";
import { contentOfInputs } from "../state/content";
import { contentDifferences, naturalKeyOf, notCompared } from "../state/likeness";
import type { PlatformError } from "../wire/errors";
import type { Creation } from "./creation";
import type { ObjectCreate } from "./objectCreate";
import { callerOf, latestEffect, youngUntil } from "./requestTimes";

const firstPauseMs = 100;
const slowestPauseMs = 2_000;
/** The extra time after the deadline for reading a complete list while others write to it. */
const patienceMs = 30_000;

type Shown = Exclude<CreateFacts["shown"], "refused" | undefined>;

/**
 * How far the facts are looked up. A check must not wait, because the engine asks nothing else meanwhile. A preview
 * waits for the engine, and `up` also for the instance.
 */
export type Phase = "check" | "preview" | "up";

/** The facts about one create, looked up one after the other as the verdict needs them. */
export class CreateEvidence {
  /** The objects of the last list, by id. */
  readonly objects = new Map<string, Existing>();
  reading?: Reading;
  namesakes?: readonly string[];
  /** The ids of listed objects that people can take for the declared one; undefined without a complete list. */
  idsBefore?: string[];
  #shown?: CreateFacts["shown"];
  #listFailure?: unknown;
  #isEngineQuiet = false;
  #proofs = 0;
  readonly #from = Date.now();
  #pauseMs = firstPauseMs;

  constructor(
    readonly creation: Creation,
    readonly request: ObjectCreate,
    readonly phase: Phase,
    readonly earlier: JournalEntry | undefined,
    /** The failure of the request, if this process sent it. */
    readonly lost?: PlatformError,
  ) {}

  async verdict(): Promise<CreateVerdict> {
    for (;;) {
      const verdict = decideCreate(this.#facts());
      if (verdict.do !== "undecided") return verdict;
      switch (verdict.needs) {
        case "engine":
          if (this.phase === "check") return verdict;
          await this.#waitForEngine();
          break;
        case "name":
          this.namesakes = await this.#namesakes();
          break;
        case "object":
          this.reading = await this.#read();
          break;
        case "list":
          await this.#list(this.lost === undefined ? "baseline" : "fresh");
          break;
        case "freshList":
        case "time":
          if (this.phase !== "up") return verdict;
          await this.#lookAgain();
      }
    }
  }

  #facts(): CreateFacts {
    const { resource, verbs, inputs, identity } = this.request;
    const { knownState, ownership } = this.creation;
    const held = knownState.of(identity);
    return {
      can: { list: verbs.list !== undefined, delete: verbs.delete !== undefined },
      hasUniqueName: resource.replacement === "deleteFirst",
      allowsDuplicate: inputs.allowDuplicate === true,
      replaced: this.lost === undefined ? this.#replaced() : "none",
      hasNameOfReplaced:
        held !== undefined &&
        naturalKeyOf(resource, held.inputs) === naturalKeyOf(resource, inputs),
      isNameFree: this.namesakes && this.namesakes.length === 0,
      earlier: this.#earlierCreate(),
      shown: this.#shown && this.#managed(this.#shown),
      isStateKnown: this.creation.isStateKnown(resource),
      // The objects that other resources had are in the list before the request.
      isEngineQuiet: this.#isEngineQuiet || this.lost !== undefined || ownership.quietPeriod.isOver,
    };
  }

  #replaced(): CreateFacts["replaced"] {
    const { resource, identity } = this.request;
    const { knownState, ownership } = this.creation;
    const held = knownState.of(identity);
    const isGone = (id: string) => this.creation.isGone(resource, id, identity);
    if (held === undefined) {
      const isOld = ownership.objectsAtStart(resource, identity).some((id) => !isGone(id));
      return isOld ? "byAnother" : "none";
    }
    if (held.ids.size > 0 && [...held.ids].every(isGone)) return "gone";
    return held.isDeclared ? "held" : "reported";
  }

  #earlierCreate(): EarlierCreate | undefined {
    const { earlier, lost } = this;
    if (earlier === undefined) return undefined;
    const { resource, inputs, identity, verbs } = this.request;
    const { settings, ownership, knownState } = this.creation;
    const { phase, id, content, idsBefore, sentAt, savedBy } = earlier;
    const isConfirmedAbsent = settings.confirmAbsent.includes(id ?? identity ?? "");
    const now = Date.now();
    if (phase === "done" && id !== undefined) {
      const { reading } = this;
      const isManaged =
        knownState.of(identity)?.ids.has(id) === true ||
        ownership.hadAtStart(resource, id, identity) ||
        ownership.isManagedElsewhere(resource, id, identity) ||
        ownership.isAdoptedElsewhere(resource, id, identity);
      return {
        ...{ phase: "answered", id, isConfirmedAbsent, isManaged },
        isSaved: savedBy !== undefined,
        ...(reading && { found: reading.found }),
        isOther:
          reading?.found === "present" &&
          verbs.update === undefined &&
          contentDifferences(resource, inputs, reading.live).length > 0,
        isYoung: now < youngUntil(sentAt, settings),
        isSearchOver: now > this.#from + settings.writeDeadlineSeconds * 1000,
      };
    }
    return {
      ...{ phase: "sent", isConfirmedAbsent, proofs: this.#proofs },
      isSame: content === contentOfInputs(resource, inputs),
      hasListBefore: idsBefore !== undefined,
      canHaveEffect: now <= this.#deadline(sentAt),
      isSearchOver: lost !== undefined || this.phase === "up" ? now > this.#end(sentAt) : false,
    };
  }

  /** Until when a request can have an effect that the instance shows. This run does not wait for a late list. */
  #deadline(sentAt: number): number {
    const { settings } = this.creation;
    return this.lost === undefined
      ? youngUntil(latestEffect(sentAt, settings), settings)
      : latestEffect(sentAt, settings);
  }

  #end = (sentAt: number): number => Math.max(this.#from, this.#deadline(sentAt)) + patienceMs;

  /** The listed objects with their managers as this process knows them now. */
  #managed(shown: Exclude<CreateFacts["shown"], undefined>): CreateFacts["shown"] {
    if (shown === "refused") return shown;
    const objects = shown.objects.map((one) => ({ ...one, manager: this.#managerOf(one.id) }));
    // With `--replace`, the engine reports the inputs of the replaced object, and not its id.
    const { resource, inputs, identity } = this.request;
    const held = this.creation.knownState.of(identity);
    const equal = objects.filter(
      ({ likeness, manager }) =>
        likeness === "equal" && (manager === "nobody" || manager === "stored"),
    );
    const isOwn =
      equal.length === 1 &&
      held?.ids.size === 0 &&
      contentOfInputs(resource, held.inputs) === contentOfInputs(resource, inputs);
    return {
      ...shown,
      objects: isOwn ? objects.filter((one) => !equal.includes(one)) : objects,
    };
  }

  #managerOf(id: string): ShownObject["manager"] {
    const { resource, identity } = this.request;
    const { knownState, ownership, journal, settings } = this.creation;
    if (knownState.of(identity)?.ids.has(id) || ownership.hadAtStart(resource, id, identity))
      return "own";
    const isTaken =
      !ownership.isFree(resource, id) ||
      ownership.isAdoptedElsewhere(resource, id, identity) ||
      ownership.wasDeleted(resource, id) ||
      journal.deletions.isYoung(resource.name, id, identity, settings.visibilityDelaySeconds);
    if (isTaken) return "another";
    if (knownState.undeclaredHolder(resource, id) !== undefined) return "stored";
    // An object that an earlier run created with other content belongs to another resource of the program.
    const isOther = this.#wasSentOther(id);
    const made = isOther ? this.creation.earlierCreateOf(resource, id, identity) : undefined;
    return made?.isDeclared === true ? "another" : "nobody";
  }

  /** Whether an earlier run created the object with other content than this request. No list shows all of it. */
  #wasSentOther(id: string): boolean {
    const { resource, inputs, identity } = this.request;
    const made = this.creation.earlierCreateOf(resource, id, identity);
    return made !== undefined && !made.contents.includes(contentOfInputs(resource, inputs));
  }

  /** Waits for the engine to report its resources, or for reports that change the verdict. */
  async #waitForEngine(): Promise<void> {
    const { quietPeriod } = this.creation.ownership;
    const isEnough = () => {
      const verdict = decideCreate(this.#facts());
      return verdict.do !== "undecided" || verdict.needs !== "engine";
    };
    // What this process creates itself can explain a listed object.
    await (this.#shown === undefined
      ? quietPeriod.waitForEngine(isEnough)
      : quietPeriod.wait(isEnough));
    this.#isEngineQuiet = true;
  }

  /** The ids of the listed objects with the same natural key; undefined if no complete list shows them. */
  async #namesakes(): Promise<readonly string[]> {
    const look = await namesakes(this.#source, this.request.inputs, "fresh").catch(() => undefined);
    return look?.isComplete === true ? look.objects.map(({ id }) => id) : ["unknown"];
  }

  async #read(): Promise<Reading> {
    const { resource, inputs } = this.request;
    const { id = "", savedBy, caller } = this.earlier ?? {};
    const reading = await readObject(this.#source, id, inputs);
    if (reading === undefined) {
      return { found: "unknown", why: messages.notOfferedToRead(resource) };
    }
    // Other runs can delete an object that was in a state. The user who created the object would see it.
    const isOwner = savedBy !== undefined && caller === callerOf(this.creation.settings);
    const isAbsent = reading.found === "unknown" && reading.isShownToOwner === true && isOwner;
    return isAbsent ? { found: "absent" } : reading;
  }

  async #list(when: When): Promise<void> {
    const { resource } = this.request;
    if (this.earlier?.phase === "sending") return this.#listForLost(when);
    const looking = async () => {
      const shown = await this.#look(when);
      const isMissed = shown !== undefined && this.creation.lacksEarlier(this.request, shown);
      return isMissed ? this.#look("fresh") : shown;
    };
    const looked =
      this.phase === "up"
        ? await this.creation.instance.evidence(
            `look before creating ${resource.name}`,
            messages.createsUnseen(resource),
            looking,
          )
        : await looking();
    this.#shown = looked ?? "refused";
  }

  /** A list that cannot be read now may be readable until the deadline. */
  async #listForLost(when: When): Promise<void> {
    const { sentAt = 0 } = this.earlier ?? {};
    const isLate = Date.now() > this.#deadline(sentAt);
    try {
      this.#shown = await this.#look(when);
      this.#listFailure = undefined;
      if (isLate && when === "fresh" && this.#shown?.isComplete) this.#proofs++;
    } catch (error) {
      if (isLate && this.phase === "up") throw error;
      this.#listFailure = error;
      this.#shown = { isComplete: false, objects: [] };
    }
  }

  async #look(when: When): Promise<Shown | undefined> {
    const look = await namesakes(this.#source, this.request.inputs, when);
    if (look === undefined) return undefined;
    const all = [...look.objects, ...look.cut];
    this.objects.clear();
    for (const object of all) this.objects.set(object.id, object);
    const objects = (await Promise.all(all.map((one) => this.#likeness(one)))).flat();
    for (const id of this.creation.youngCreates(this.request)) {
      if (this.objects.has(id) || id === this.earlier?.id) continue;
      objects.push({ id, likeness: "equal", manager: this.#managerOf(id), isWhole: false });
    }
    this.idsBefore = look.isComplete ? all.map(({ id }) => id) : undefined;
    return { isComplete: look.isComplete, objects };
  }

  /** Compares a listed object with the declared inputs, and with its details if nobody manages it. */
  async #likeness(object: Existing): Promise<ShownObject[]> {
    const { id, live } = object;
    const { idsBefore } = this.earlier ?? {};
    const isNew = idsBefore && !idsBefore.includes(id);
    const common = { id, isNew, manager: this.#managerOf(id) };
    const isWhole = (shown: Existing) => notCompared(this.request, shown).length === 0;
    const isNamed =
      naturalKeyOf(this.request.resource, live) ===
      naturalKeyOf(this.request.resource, this.request.inputs);
    const differing = this.differing(object);
    if (!isNamed) {
      const [name] = this.request.resource.naturalKey;
      const isCut = differing.every((path) => path === name);
      return isCut ? [{ ...common, likeness: "cut", isWhole: isWhole(object) }] : [];
    }
    if (differing.length > 0) return [{ ...common, likeness: "namesake", isWhole: true }];
    const isFree = common.manager === "nobody" || common.manager === "stored";
    const detailed = isFree ? await this.#withDetails(object) : object;
    this.objects.set(id, detailed);
    const isEqual = this.differing(detailed).length === 0 && !(isFree && this.#wasSentOther(id));
    const likeness = isEqual ? "equal" : "otherDetails";
    return [{ ...common, likeness, isWhole: isWhole(detailed) }];
  }

  /**
   * The paths that tell a new object from an existing one. A value that `platform:mail` replaced tells nothing: once
   * the stack is live, both objects would e-mail.
   */
  differing({ live }: Pick<Existing, "live">): string[] {
    const { resource, inputs } = this.request;
    const decided = decidedByMail(resource.mail, inputs, this.creation.settings.mail);
    return contentDifferences(resource, inputs, live).filter((path) => !decided.includes(path));
  }

  /** The object with its details, fetched once per run. */
  #withDetails(object: Existing): Promise<Existing> {
    const { name } = this.request.resource;
    return this.creation.instance.lasting(`details of ${name} ${object.id}`, () =>
      withDetails(this.#source, object),
    );
  }

  async #lookAgain(): Promise<void> {
    const { sentAt = 0, phase } = this.earlier ?? {};
    this.#announce(sentAt);
    await sleep(this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, slowestPauseMs);
    if (phase === "done") {
      this.reading = await this.creation.instance.again(() => this.#read());
    } else await this.#list("fresh");
  }

  /** Announces the search once. The search for all other requests without an answer runs at the same time. */
  #announce(sentAt: number): void {
    const now = Date.now();
    const isLate = now > this.#deadline(sentAt);
    const until = isLate ? this.#end(sentAt) : this.#deadline(sentAt);
    const isLong = until - now >= longWaitMs || now - this.#from >= longWaitMs;
    const { resource, inputs } = this.request;
    if (!isLong) return;
    const seconds = Math.max(1, Math.ceil((until - now) / 1000));
    this.creation.announceSearch(messages.looksForCreated(resource, inputs, seconds));
  }

  /** Why no list could be read in the end. */
  get listFailure(): unknown {
    return this.#listFailure;
  }

  get #source() {
    const { resource, verbs } = this.request;
    return { resource, verbs, instance: this.creation.instance };
  }
}

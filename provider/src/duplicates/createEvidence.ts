import { decideCreate } from "../decisions/create";
import type { CreateFacts, CreateVerdict, EarlierCreate, Fact } from "../decisions/create";
import type { Reading } from "../definition/verbs";
import type { JournalEntry } from "../journal/journal";
import { pause } from "../process/stopping";
import { namesakes } from "../objects/list";
import { readObject } from "../objects/read";
import type { When } from "../platform/instance";
import { longWaitMs } from "../platform/longWaits";
import * as messages from "../report/messages/index";
import { differingPaths } from "../state/compare";
import { contentOfInputs, naturalKeyOf } from "../state/likeness";
import type { PlatformError } from "../messages/errors";
import type { CreateServices } from "./createServices";
import type { CreatedObject, ObjectCreate } from "./objectCreate";
import { isYoungAt, latestEffect } from "../state/youngWrite";
import { ShownObjects } from "./shownObjects";
import type { Shown } from "./shownObjects";
import { steadyNow } from "../process/steadyClock";

const firstPauseMs = 100;
const slowestPauseMs = 2_000;
/** The extra time after the deadline for reading a complete list while others write to it. */
const patienceMs = 30_000;

/** How far facts are looked up: a check must not wait, a preview waits for the engine, `up` also for the instance. */
export type Phase = "check" | "preview" | "up";

/** What a create will do, and the facts behind it. */
export interface Foreseen {
  verdict: CreateVerdict;
  evidence: CreateEvidence;
}

/** The facts about one create, looked up one after the other as the verdict needs them. */
export class CreateEvidence {
  readonly shown: ShownObjects;
  /** What a read of the object of the earlier request found. */
  reading?: Reading;
  /** The listed objects with the same natural key; undefined before a look, or without a complete list. */
  namesakes?: readonly string[];
  #isNameFree?: boolean;
  #list?: Shown;
  #isEngineQuiet = false;
  #proofs = 0;
  readonly #from = steadyNow();
  /** Until when a request can have an effect that the instance shows. Its own run does not wait for a late list. */
  readonly #deadline: number;
  /** When the search ends. */
  readonly #end: number;
  /** The object with which the platform answered the earlier request. */
  readonly #answeredId?: string;
  #pauseMs = firstPauseMs;

  constructor(
    readonly services: CreateServices,
    readonly request: ObjectCreate,
    readonly phase: Phase,
    readonly earlier: JournalEntry | undefined,
    /** The failure of the request, if this process sent it. */
    readonly lost?: PlatformError,
  ) {
    this.shown = new ShownObjects(services, request, earlier);
    // Where no call lists objects, only the state can show one.
    if (request.verbs.list === undefined) this.#list = { isComplete: false, objects: [] };
    const { settings } = services;
    if (earlier?.phase === "done" && earlier.id !== undefined) {
      this.#answeredId = earlier.id;
      this.#deadline = latestEffect(this.#from, settings, this.#from);
      this.#end = this.#deadline;
    } else {
      const lateMs = lost === undefined ? settings.visibilityDelaySeconds * 1000 : 0;
      this.#deadline = latestEffect(earlier?.sentAt ?? 0, settings, this.#from) + lateMs;
      this.#end = Math.max(this.#from, this.#deadline) + patienceMs;
    }
    // The list before the request has the objects of all other resources.
    this.#isEngineQuiet = lost !== undefined;
  }

  /** Looks facts up until they decide, as far as the phase allows. */
  async verdict(): Promise<CreateVerdict> {
    for (;;) {
      const verdict = decideCreate(this.#facts());
      if (verdict.do !== "undecided") return verdict;
      const { needs } = verdict;
      // Where the program stopped early, it may still declare what leaves it.
      if (needs === "engine" && (this.phase === "check" || this.#isEngineQuiet)) return verdict;
      if (this.phase !== "up" && !this.#isKnownBefore(needs)) return verdict;
      await this.#lookUp(needs);
      // Another process of this engine can have created or deleted objects meanwhile.
      await this.services.journal.load(this.request.identity);
    }
  }

  /** Whether a preview can know the fact. Before a replacement, the old object always has its name. */
  #isKnownBefore(fact: Fact): boolean {
    const { stored } = this.services;
    const isBegun = stored.of(this.request.identity)?.compared === "same";
    return ["object", "list", "engine"].includes(fact) || (fact === "name" && isBegun);
  }

  async #lookUp(fact: Fact): Promise<void> {
    switch (fact) {
      case "engine":
        return this.#waitForEngine();
      case "name": {
        const { request } = this;
        const look = await namesakes(request, request.inputs, "fresh").catch(() => undefined);
        this.namesakes = look?.isComplete === true ? look.objects.map(({ id }) => id) : undefined;
        this.#isNameFree = this.namesakes?.length === 0;
        return;
      }
      case "object":
        this.reading = await this.#read();
        return;
      case "list":
        return this.#look(this.lost === undefined ? "baseline" : "fresh");
      case "freshList":
      case "time":
        this.#announce();
        // The next run goes on with the search for what an earlier run sent.
        await pause(
          this.#pauseMs,
          this.lost === undefined ? this.services.journal.leaving : undefined,
        );
        this.#pauseMs = Math.min(this.#pauseMs * 2, slowestPauseMs);
        if (this.#answeredId === undefined) return this.#look("fresh");
        this.reading = await this.services.instance.again(() => this.#read());
    }
  }

  #facts(): CreateFacts {
    const { resource, verbs, inputs } = this.request;
    const { stored, ownership } = this.services;
    return {
      can: { list: verbs.list !== undefined, delete: verbs.delete !== undefined },
      hasUniqueName: resource.replacement === "deleteFirst",
      allowsDuplicate: inputs.allowDuplicate === true,
      replaced: this.lost === undefined ? this.#replaced() : "none",
      hasNameOfReplaced: this.#hasNameOfReplaced(),
      isNameFree: this.#isNameFree,
      earlier: this.#earlierCreate(),
      shown: this.#list && this.shown.withManagers(this.#list),
      othersLeave: this.phase === "preview" && stored.undeclaredOf(resource).length > 0,
      isEngineQuiet:
        (this.#isEngineQuiet || ownership.quietPeriod.isOver) &&
        !(this.phase === "preview" && ownership.hasRefused),
    };
  }

  #replaced(): CreateFacts["replaced"] {
    const { resource, identity, verbs } = this.request;
    const { stored, ownership } = this.services;
    const held = stored.of(identity);
    // What other processes know is read from a file, and matters only here.
    const isKnown = verbs.delete === undefined || this.earlier?.savedBy !== undefined;
    if (held === undefined && !isKnown && !this.#hasNameOfReplaced()) return "none";
    // Another provider process of this run can have deleted the object.
    const isGone = (id: string) =>
      stored.isGone(resource, id, identity) || ownership.wasDeleted(resource, id);
    // Nothing is left to replace.
    const ids = this.#idsHeld();
    if ((held === undefined || ids.length > 0) && ids.every(isGone)) return "none";
    return held?.isDeclared === true ? "held" : "reported";
  }

  /** Of an object that only another process of this command knew, the list shows the name. */
  #hasNameOfReplaced(): boolean {
    const { resource, inputs, identity } = this.request;
    const held = this.services.stored.of(identity);
    if (held !== undefined)
      return naturalKeyOf(resource, held.inputs) === naturalKeyOf(resource, inputs);
    const listed = this.#list === undefined || this.#list === "refused" ? [] : this.#list.objects;
    return listed.some(
      ({ id, likeness }) => likeness !== "otherName" && this.#idsHeld().includes(id),
    );
  }

  /** The objects that the state holds for the resource, as far as the engine told a process of this command. */
  #idsHeld(): readonly string[] {
    const { resource, identity } = this.request;
    const { stored, ownership } = this.services;
    return [...(stored.of(identity)?.ids ?? ownership.objectsAtStart(resource, identity))];
  }

  #earlierCreate(): EarlierCreate | undefined {
    if (this.earlier === undefined) return undefined;
    const { resource, inputs, identity, verbs } = this.request;
    const { settings, ownership } = this.services;
    const { content, idsBefore, sentAt, savedBy } = this.earlier;
    const id = this.#answeredId;
    const isConfirmedAbsent = settings.confirmAbsent.includes(this.earlier.id ?? identity ?? "");
    const now = steadyNow();
    if (id !== undefined) {
      const { reading } = this;
      const isOwn = this.shown.managerOf(id) === "own";
      const isShown = reading?.found === "present";
      return {
        ...{ phase: "answered", id, isConfirmedAbsent, found: reading?.found },
        isSaved: savedBy !== undefined,
        isOfAnotherState: !isOwn && this.#idsHeld().length > 0,
        isManaged:
          isOwn ||
          ownership.isManagedElsewhere(resource, id, identity) ||
          ownership.isAdoptedElsewhere(resource, id, identity),
        isOther:
          isShown &&
          verbs.update === undefined &&
          differingPaths(resource.inputs, inputs, reading.live).length > 0,
        isYoung: isYoungAt(sentAt, settings),
        isSearchOver: now > this.#end,
      };
    }
    return {
      ...{ phase: "sent", isConfirmedAbsent, proofs: this.#proofs },
      isSame: content === contentOfInputs(resource, inputs),
      hasListBefore: idsBefore !== undefined,
      canHaveEffect: now <= this.#deadline,
      isSearchOver: this.mayBeHidden
        ? now > this.#deadline
        : this.phase === "up" && now > this.#end,
    };
  }

  /** Waits for the engine to report its resources, or for reports that change the verdict. */
  async #waitForEngine(): Promise<void> {
    const { quietPeriod } = this.services.ownership;
    const isEnough = () => {
      const verdict = decideCreate(this.#facts());
      return verdict.do !== "undecided" || verdict.needs !== "engine";
    };
    // What this process creates itself can explain a listed object.
    await quietPeriod.wait(isEnough, this.#list === undefined ? "engine" : "all");
    this.#isEngineQuiet = true;
  }

  async #read(): Promise<Reading> {
    const { resource, inputs } = this.request;
    const { id = "", savedBy, caller } = this.earlier ?? {};
    const reading = await readObject(this.request, id, inputs);
    if (reading === undefined)
      return { found: "unknown", why: messages.notOfferedToRead(resource) };
    // Other runs can delete an object that was in a state. The user who created the object would see it.
    const isOwner = savedBy !== undefined && caller === this.services.journal.caller;
    const isAbsent = reading.found === "unknown" && reading.isShownToOwner === true && isOwner;
    return isAbsent ? { found: "absent" } : reading;
  }

  async #look(when: When): Promise<void> {
    const { resource } = this.request;
    if (this.earlier?.phase === "sending") return this.#lookForLost(when);
    const name = `look before creating ${resource.name}`;
    const without = messages.createsUnseen(resource);
    const looking = () => this.shown.list(when);
    this.#list = (await this.services.instance.optionalRead(name, without, looking)) ?? "refused";
  }

  /** A list that cannot be read now may be readable until the deadline. */
  async #lookForLost(when: When): Promise<void> {
    const isLate = steadyNow() > this.#deadline;
    try {
      this.#list = await this.shown.list(when);
      const isComplete = this.#list !== "refused" && this.#list.isComplete;
      if (isLate && when === "fresh" && isComplete) this.#proofs++;
    } catch (error) {
      if (isLate && this.phase === "up") throw error;
      this.#list = { isComplete: false, objects: [] };
    }
  }

  /** Another token sent the earlier request, and the last list may lack what its user made. */
  get mayBeHidden(): boolean {
    return typeof this.#list === "object" && this.#list.mayBeHidden === true;
  }

  /** When a search of `up` ends; undefined if it is short. */
  get searchEnd(): number | undefined {
    return this.#deadline - steadyNow() < longWaitMs ? undefined : this.#end;
  }

  /** Announces a long search. Those for all requests without an answer run at the same time. */
  #announce(): void {
    const now = steadyNow();
    if (this.#deadline - now < longWaitMs && now - this.#from < longWaitMs) return;
    const seconds = Math.max(1, Math.ceil((this.#end - now) / 1000));
    const { resource, inputs } = this.request;
    const line =
      this.#answeredId === undefined
        ? messages.looksForCreated(resource, inputs, seconds)
        : messages.waitsForCreated(resource, inputs, this.#answeredId, seconds);
    this.services.announceSearch(this.#end, line);
  }

  /** A listed object as a created one. */
  asCreated(id: string): CreatedObject {
    const { outputs, live } = this.shown.objects.get(id) ?? {};
    return { id, outputs, live };
  }
}

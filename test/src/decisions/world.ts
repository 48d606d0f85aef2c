import assert from "node:assert/strict";
import type {
  CreateFacts,
  EarlierCreate,
  ShownObject,
} from "../../../provider/dist/decisions/create";
import { decideAbsence } from "../../../provider/dist/decisions/absence";
import { decideCreate } from "../../../provider/dist/decisions/create";

/** How long the platform can take for a request, and an instance to show what it did. */
const effectSteps = 2;
const lateSteps = 2;

interface LiveObject {
  id: string;
  content: string;
  /** The resource that a request was sent for; undefined if a person made the object. */
  madeFor?: number;
  shownFrom: number;
}
interface Entry {
  content: string;
  sentAt: number;
  before?: string[];
  id?: string;
  isSaved: boolean;
}
/** What the program declares. A rename changes the name, and the resource stays the same one. */
interface Declared {
  name: string;
  content: string;
  allowsDuplicate: boolean;
}
interface Looked {
  look: ReturnType<World["list"]> | undefined;
  found?: "present" | "absent";
  proofs: number;
  isEngineQuiet: boolean;
  from: number;
}
/** What happens to the request of a create. */
export type Fate =
  | "answered"
  | "lostDone"
  | "lostNotDone"
  | "killedBefore"
  | "killedDone"
  | "killedAnswered";
export interface Sight {
  late: number;
  list: "whole" | "cut" | "refused";
}

/** An instance, a state, a journal and a program of two resources. */
export class World {
  now = 0;
  made = 0;
  live: LiveObject[] = [];
  state = new Map<string, { id: string; writtenAt: number }>();
  journal = new Map<string, Entry>();
  deletesSent = new Set<string>();
  confirmed = new Set<string>();
  declared: Declared[] = ["one", "two"].map((name) => ({
    name,
    content: `${name} 1`,
    allowsDuplicate: false,
  }));
  /** The resources for which a person asked for another object. */
  asked = new Set<number>();

  constructor(readonly can: CreateFacts["can"]) {}

  /** Without a list, only unique names prevent twins: the instance lists all objects of other types. */
  get hasUniqueNames() {
    return !this.can.list;
  }

  /** One `pulumi up`. Returns the resources that stopped. */
  up(fate: Fate, sight: Sight): number[] {
    const stops: number[] = [];
    for (const at of this.declared.keys()) {
      const outcome = this.#create(at, fate, sight);
      if (outcome === "killed") return stops;
      if (outcome === "stopped") stops.push(at);
    }
    const names = this.declared.map(({ name }) => name);
    for (const [name, { id }] of this.state) {
      if (names.includes(name) || stops.length > 0 || !this.can.delete) continue;
      this.live = this.live.filter((one) => one.id !== id);
      this.state.delete(name);
    }
    return stops;
  }

  #create(at: number, fate: Fate, sight: Sight): "done" | "stopped" | "killed" {
    const one = this.declared[at];
    if (one === undefined || this.state.has(one.name)) return "done";
    const { verdict, listed } = this.decide(one, sight);
    if (verdict.do === "stop") return "stopped";
    if (verdict.do === "takeOver") {
      this.#save(one, verdict.id);
      return "done";
    }
    // The platform refuses a second object with a unique name.
    if (this.hasUniqueNames && this.live.some((other) => isNamesake(other, one))) return "done";
    const entry: Entry = { content: one.content, sentAt: this.now, before: listed, isSaved: false };
    this.journal.set(one.name, entry);
    // The confirmation of an earlier request was for that request: its message says to remove it again.
    this.confirmed.delete(one.name);
    const isDone = fate !== "lostNotDone" && fate !== "killedBefore";
    const id = `object ${++this.made}`;
    if (isDone)
      this.live.push({ id, content: one.content, madeFor: at, shownFrom: this.now + sight.late });
    if (fate === "answered" || fate === "killedAnswered") entry.id = id;
    if (fate.startsWith("killed")) return "killed";
    if (fate === "answered") this.#save(one, id);
    return fate === "answered" ? "done" : "stopped";
  }

  #save({ name, content }: Declared, id: string): void {
    this.state.set(name, { id, writtenAt: this.now });
    this.journal.set(name, { content, sentAt: this.now, id, isSaved: true });
  }

  #isLate = ({ sentAt }: Entry): boolean => this.now > sentAt + effectSteps + lateSteps;

  /** Looks up the facts that the decision asks for, and waits as long as it waits. */
  decide(one: Declared, sight: Sight) {
    let [look, found]: [Looked["look"], Looked["found"]] = [undefined, undefined];
    let [proofs, isEngineQuiet] = [0, false];
    const from = this.now;
    for (let steps = 0; ; steps++) {
      assert.ok(steps < 100, "the search for facts does not end");
      const facts = this.facts(one, { look, found, proofs, isEngineQuiet, from });
      const verdict = decideCreate(facts);
      const listed = typeof look === "object" && look.isComplete ? look.ids : undefined;
      if (verdict.do !== "undecided") return { verdict, facts, listed };
      const { needs } = verdict;
      if (needs === "time") this.now++;
      if (needs === "engine") isEngineQuiet = true;
      const entry = this.journal.get(one.name);
      if (needs === "object" || (needs === "time" && entry?.id !== undefined))
        found = this.#isShown(entry?.id) ? "present" : "absent";
      else if (needs !== "engine") {
        look = this.list(one, sight);
        const isProof = needs === "freshList" && entry && this.#isLate(entry);
        if (isProof === true && typeof look === "object" && look.isComplete) proofs++;
      }
    }
  }

  facts(one: Declared, { look, found, proofs, isEngineQuiet, from }: Looked): CreateFacts {
    const entry = this.journal.get(one.name);
    const isSearchOver = this.now > from + 2 * (effectSteps + lateSteps);
    let earlier: EarlierCreate | undefined;
    if (entry?.id !== undefined) {
      const isYoung = this.now <= entry.sentAt + lateSteps;
      const isConfirmedAbsent = this.confirmed.has(entry.id);
      const { id, isSaved } = entry;
      const isManaged = [...this.state.values()].some((held) => held.id === id);
      earlier = {
        ...{ phase: "answered", id, isSaved, isManaged, found, isConfirmedAbsent },
        ...{ isOther: entry.content !== one.content, isYoung, isSearchOver },
      };
    } else if (entry !== undefined)
      earlier = {
        ...{ phase: "sent", isSame: entry.content === one.content, proofs },
        hasListBefore: entry.before !== undefined,
        isConfirmedAbsent: this.confirmed.has(one.name),
        canHaveEffect: !this.#isLate(entry),
        isSearchOver: isSearchOver && this.#isLate(entry),
      };
    const shown =
      typeof look === "object"
        ? { isComplete: look.isComplete, objects: this.#allShown(look.objects, one) }
        : look;
    const { can, hasUniqueNames: hasUniqueName } = this;
    return {
      ...{ can, hasUniqueName, allowsDuplicate: one.allowsDuplicate, earlier, shown },
      ...{ replaced: "none", hasNameOfReplaced: false, othersLeave: false, isEngineQuiet },
    };
  }

  /**
   * What a list shows at this moment. A cut list lacks the newest object. Lists are whole where no request is without
   * an answer: no decision can know the duplicates that it does not see.
   */
  list(one: Declared, { list }: Sight) {
    const entry = this.journal.get(one.name);
    const isLost = entry !== undefined && entry.id === undefined;
    if (!this.can.list || (isLost && list === "refused")) return "refused" as const;
    const all = this.live.filter(({ shownFrom }) => shownFrom <= this.now);
    const isCut = isLost && list === "cut";
    const objects = (isCut ? all.slice(0, -1) : all).filter((object) => isNamesake(object, one));
    return { isComplete: !isCut, objects, ids: objects.map(({ id }) => id) };
  }

  #allShown(objects: readonly LiveObject[], one: Declared): ShownObject[] {
    const listed = objects.map((object) => this.#shown(object, one));
    return [...listed, ...this.#young(one, listed)];
  }

  #shown({ id, content }: LiveObject, one: Declared): ShownObject {
    const before = this.journal.get(one.name)?.before;
    const likeness = content === one.content ? "equal" : "namesake";
    const isNew = before && !before.includes(id);
    return { id, likeness, manager: this.#managerOf(id, one), isNew, isWhole: true };
  }

  /** Objects that the list can be late to show. */
  #young(one: Declared, listed: readonly ShownObject[]): ShownObject[] {
    return [...this.journal.values()].flatMap(({ id, content, sentAt }) => {
      const isKnown = id === undefined || listed.some((other) => other.id === id);
      const isYoung = this.now <= sentAt + lateSteps && content === one.content;
      if (isKnown || !isYoung || id === this.journal.get(one.name)?.id) return [];
      return [{ id, likeness: "equal", manager: this.#managerOf(id, one), isWhole: false }];
    });
  }

  #managerOf(id: string, { name }: Declared): ShownObject["manager"] {
    const isDeclared = (other: string) => this.declared.some((one) => one.name === other);
    for (const [holder, { id: stored }] of this.state)
      if (stored === id) return isDeclared(holder) ? "another" : "stored";
    const maker = [...this.journal].find(([, entry]) => entry.id === id)?.[0];
    return maker !== undefined && maker !== name && isDeclared(maker) ? "another" : "nobody";
  }

  #isShown = (id?: string) => this.live.some((one) => one.id === id && one.shownFrom <= this.now);

  /** One `pulumi refresh`. Returns the live objects that it forgot. */
  refresh(): string[] {
    const forgotten: string[] = [];
    for (const [name, { id, writtenAt }] of this.state) {
      if (this.#isShown(id)) continue;
      const verdict = decideAbsence({
        ...{ found: "absent", isConfirmed: this.confirmed.has(id), isElsewhere: false },
        ...{ isDeleteSent: this.deletesSent.has(id), isYoung: this.now <= writtenAt + lateSteps },
        isOneOfMost: false,
      });
      if (verdict.is !== "gone") continue;
      this.state.delete(name);
      if (this.live.some((one) => one.id === id)) forgotten.push(id);
    }
    return forgotten;
  }
}

/** A content is a name and a value. */
const isNamesake = (one: { content: string }, other: { content: string }) =>
  one.content.split(" ")[0] === other.content.split(" ")[0];

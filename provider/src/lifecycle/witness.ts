import { setTimeout as sleep } from "node:timers/promises";
import type { ObjectResource } from "../definition/object";
import type { Values } from "../definition/values";
import type { Verbs } from "../definition/verbs";
import type { Instance } from "../platform/instance";
import type { Settings } from "../settings/index";
import { differingPaths } from "./compare";
import type { JournalEntry } from "./journal";
import * as messages from "./messages";
import type { Ownership } from "./ownership";

export interface CreatedObject {
  id: string;
  outputs?: Values;
}

/** The verbs of a type whose objects can be created. */
type CreatingVerbs = Verbs<Values, Values> & Required<Pick<Verbs<Values, Values>, "create">>;

export interface CreateRequest {
  resource: ObjectResource;
  verbs: CreatingVerbs;
  inputs: Values;
  /** Tells the resource of the program from every other. */
  identity?: string;
}

/** `baseline` is one list for a whole run, `fresh` one that begins now. */
type When = "baseline" | "fresh";

const firstLookMs = 100;
const slowestLookMs = 2_000;
/** How much longer than the deadline a list may take to be read whole, while others write to it. */
const patienceMs = 30_000;

/** Looks on the instance for objects that a request without an answer may have created. */
export class Witness {
  constructor(
    readonly instance: Instance,
    readonly settings: Settings,
    readonly ownership: Ownership,
  ) {}

  /** The objects with that content that nothing accounts for; undefined where the platform cannot show them. */
  async matching(
    { resource, verbs, inputs }: CreateRequest,
    when: When,
  ): Promise<{ objects: CreatedObject[]; isComplete: boolean } | undefined> {
    const look = await verbs.create.witness?.(this.instance, inputs, when);
    if (look === undefined) return undefined;
    const objects = look.candidates
      .filter(({ reading }) => differingPaths(resource.inputs, inputs, reading.live).length === 0)
      .filter(({ id }) => !this.ownership.isAccountedFor(resource, id))
      .map(({ id, reading }) => ({ id, outputs: reading.outputs }));
    return { objects, isComplete: look.complete };
  }

  /** Looks until the deadline after the request for the one new object; undefined when there is none. */
  async findNew(
    request: CreateRequest,
    { idsBefore, sentAt }: Pick<JournalEntry, "idsBefore" | "sentAt">,
    first: When,
  ): Promise<CreatedObject | undefined> {
    if (idsBefore === undefined) return undefined;
    const deadline = deadlineOf(sentAt, this.settings);
    let when = first;
    for (let pause = firstLookMs; ; pause = Math.min(pause * 2, slowestLookMs)) {
      const isLate = Date.now() > deadline;
      const look = await this.matching(request, when).catch((error: unknown) => {
        if (isLate) throw error;
        return undefined;
      });
      const created = look?.objects.filter(({ id }) => !idsBefore.includes(id)) ?? [];
      if (created.length > 1) throw messages.severalMade(request.resource, request.inputs, created);
      if (created[0]) return created[0];
      // Only a list that was read whole, after the deadline, says that nothing was created.
      if (isLate && look?.isComplete === true && when === "fresh") return undefined;
      if (isLate && Date.now() > deadline + patienceMs) return undefined;
      if (when === "fresh") await sleep(pause);
      when = "fresh";
    }
  }
}

/** Until when a request may still be carried out. A clock that was put back makes no request of the future. */
export function deadlineOf(sentAt: number, { writeDeadlineSeconds }: Settings): number {
  return Math.min(sentAt, Date.now()) + writeDeadlineSeconds * 1000;
}

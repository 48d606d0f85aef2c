import { setTimeout as sleep } from "node:timers/promises";
import type { Resource } from "../definition/resource";
import type { ObjectResource } from "../definition/object";
import type { Values } from "../definition/values";
import type { Verbs } from "../definition/verbs";
import type { Settings } from "../settings/index";
import { PlatformError } from "../wire/errors";
import type { Instance } from "../platform/instance";
import { get } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import { differingPaths, meaningOf } from "./compare";
import { contentOf, Journal } from "./journal";
import type { Entry } from "./journal";
import * as say from "./messages";
import { KeyedMutex } from "./keyedMutex";
import type { Ownership } from "./ownership";

interface Created {
  id: string;
  outputs?: Values;
}

interface Request {
  resource: ObjectResource;
  verbs: Verbs<Values, Values>;
  inputs: Values;
  /** Tells the resource of the program from every other. */
  identity?: string;
}

const firstLookMs = 100;
const slowestLookMs = 2_000;
/** How much longer than the deadline a list may take to be read whole, while others write to it. */
const patienceMs = 30_000;

/**
 * Creates an object once, whatever becomes of the answer, the provider or the engine: what matches is noted
 * before the request, the request is journalled, and a lost answer is cleared up by looking again.
 */
export class Creation {
  readonly journal: Journal;
  readonly turns = new KeyedMutex();

  constructor(
    readonly instance: Instance,
    readonly settings: Settings,
    readonly ownership: Ownership,
    leaving?: AbortSignal,
  ) {
    this.journal = new Journal(settings, leaving);
  }

  /** Objects with the same content are created one after the other, else their answers could be mixed up. */
  async create(request: Request): Promise<Created> {
    const { resource, verbs, inputs } = request;
    if (verbs.create.repeatable === true) return verbs.create.run(this.instance, inputs);
    const content = contentOfInputs(resource, inputs);
    return this.turns.take(content, () => this.#once(request, content));
  }

  /** The state holds these inputs: the journal need not remember them. */
  stored(resource: Resource, identity: string, inputs: Values): void {
    this.journal.stored(identity, () => contentOfInputs(resource, inputs));
  }

  /** The object is gone, on purpose. */
  deleted(resource: Resource, id: string, identity: string | undefined): void {
    this.ownership.accountFor(resource, id);
    this.journal.remove(identity);
  }

  async #once(request: Request, content: string): Promise<Created> {
    const { resource, verbs, inputs, identity } = request;
    const earlier = this.journal.read(identity);
    const found = earlier && (await this.#recover(request, earlier, content));
    if (found) return this.#done(resource, identity, { ...earlier, content }, found);

    const look = await this.#look(request, "baseline");
    const twins = look?.matches ?? [];
    if (twins.length > 0 && inputs.allowDuplicate !== true) {
      throw say.twinExists(resource, inputs, twins);
    }
    const entry = {
      phase: "sending" as const,
      content,
      before: look?.complete === true ? twins.map(({ id }) => id) : undefined,
      sentAt: Date.now(),
    };
    this.journal.write(identity, entry);
    let created: Created;
    try {
      created = await verbs.create.run(this.instance, inputs);
    } catch (error) {
      if (!(error instanceof PlatformError) || !error.mayHaveWorked) {
        this.journal.remove(identity);
        throw error;
      }
      const seen = await this.#lookAgain(request, entry, "fresh").catch((failed: unknown) => {
        throw say.cannotLook(resource, inputs, error, failed);
      });
      if (seen === undefined) throw say.unknownCreate(resource, inputs, identity, error);
      created = seen;
    }
    return this.#done(resource, identity, entry, created);
  }

  #done(resource: Resource, identity: string | undefined, entry: Entry, created: Created): Created {
    this.ownership.accountFor(resource, created.id);
    this.journal.write(identity, { ...entry, phase: "done", id: created.id });
    return created;
  }

  /** What became of a request of an earlier run, whose process is gone; undefined when of nothing. */
  async #recover(request: Request, earlier: Entry, content: string): Promise<Created | undefined> {
    const { resource, inputs, identity } = request;
    if (earlier.phase === "done" && earlier.id !== undefined) {
      return this.#takeOver(request, earlier.id);
    }
    if (identity !== undefined && this.settings.confirmAbsent.includes(identity)) return undefined;
    if (earlier.content !== content || earlier.before === undefined) {
      throw say.unknownCreate(resource, inputs, identity);
    }
    // One list serves all that the earlier run left open, where it shows them.
    return this.#lookAgain(request, earlier, "baseline");
  }

  /** The object that an earlier run created, put to what the program says by now. */
  async #takeOver({ resource, verbs, inputs }: Request, id: string): Promise<Created | undefined> {
    const reading = await verbs.read?.run(this.instance, id, inputs);
    if (reading === undefined || reading.found === "absent") return undefined;
    if (reading.found === "unknown") throw say.unknownState(resource, id, inputs, reading.why);
    const changed = differingPaths(resource.inputs, inputs, reading.live);
    if (changed.length > 0) {
      if (verbs.update === undefined)
        throw say.cannotTakeOver(resource, id, inputs, reading.live, changed);
      const state = { ...inputs, ...reading.live };
      await verbs.update.run(this.instance, { id, inputs, state, changed, ownedElsewhere: [] });
    }
    return { id, outputs: reading.outputs };
  }

  /** Looks until the deadline after the request for the one object that it made. */
  async #lookAgain(
    request: Request,
    { before, sentAt }: Pick<Entry, "before" | "sentAt">,
    first: "baseline" | "fresh",
  ): Promise<Created | undefined> {
    if (before === undefined) return undefined;
    const { resource, inputs } = request;
    const deadline = deadlineOf(sentAt, this.settings);
    let when = first;
    for (let pause = firstLookMs; ; pause = Math.min(pause * 2, slowestLookMs)) {
      const late = Date.now() > deadline;
      const look = await this.#look(request, when).catch((error: unknown) => {
        if (late) throw error;
        return undefined;
      });
      const made = look?.matches.filter(({ id }) => !before.includes(id)) ?? [];
      if (made.length > 1) throw say.severalMade(resource, inputs, made);
      if (made[0]) return made[0];
      // Only a list that was read whole, after the deadline, says that nothing was made.
      if (late && look?.complete === true && when === "fresh") return undefined;
      if (late && Date.now() > deadline + patienceMs) return undefined;
      if (when === "fresh") await sleep(pause);
      when = "fresh";
    }
  }

  /** Objects with that content which nothing accounts for. */
  async #look(
    { resource, verbs, inputs }: Request,
    when: "baseline" | "fresh",
  ): Promise<{ matches: Created[]; complete: boolean } | undefined> {
    const look = await verbs.create.witness?.(this.instance, inputs, when);
    const matches = look?.candidates
      .filter(({ reading }) => differingPaths(resource.inputs, inputs, reading.live).length === 0)
      .filter(({ id }) => !this.ownership.isAccountedFor(resource, id))
      .map(({ id, reading }) => ({ id, outputs: reading.outputs }));
    return look && matches && { matches, complete: look.complete };
  }
}

/** Until when a request may still be carried out. A clock that was put back makes no request of the future. */
export function deadlineOf(sentAt: number, { deadlineSeconds }: Settings): number {
  return Math.min(sentAt, Date.now()) + deadlineSeconds * 1000;
}

/** What the program asks for, without how it is to come to be. */
export function contentOfInputs({ name, inputs: schema }: Resource, inputs: Values): string {
  return contentOf([
    name,
    ...fieldsOf(schema).map((field) => [
      field.path,
      meaningOf(field.schema, get(inputs, field.path)),
    ]),
  ]);
}

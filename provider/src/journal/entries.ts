import { z } from "zod";
import { memoize } from "../definition/memoize";
import { hashOf } from "../state/contentHash";
import { stackIn } from "../state/identity";
import { hasCode } from "../messages/errors";
import { damaged } from "../stores/journalFailures";
import { stackJournal } from "./stackJournal";
import type { StackJournal } from "./stackJournal";
import type { JournalStore } from "../stores/stores";

/** How long what was read of a stack counts as new, for reads that decide nothing. */
const momentMs = 50;

/** A create, an update or a run. */
const request = z.object({
  /** `sending`: the request may be under way. `done`: the platform answered. */
  phase: z.enum(["sending", "done"]),
  /** Name of the definition of an object that is to be created. */
  type: z.string().optional(),
  /** A hash of the inputs of the object or action. */
  content: z.string(),
  /** A hash of the natural key of an object that is to be created. Earlier versions did not note it. */
  naturalKey: z.string().optional(),
  /** A hash of the address and the token of the request. Another user may not see the created object. */
  caller: z.string().optional(),
  /** Ids of the objects with this natural key, or of all runs, before the request; absent without a complete list. */
  idsBefore: z.array(z.string()).optional(),
  /** Epoch milliseconds, at most the latest date that JavaScript has. */
  sentAt: z.number().min(0).max(8.64e15),
  /** Id of the object, as soon as it is known. */
  id: z.string().min(1).optional(),
  /** The engine that ended the writing process after the answer, and so saved the object in a state. */
  savedBy: z.string().optional(),
  /** A later run found the result in the state. Only a run with an older state still needs the entry. */
  isStored: z.literal(true).optional(),
  /** The time of the last run in the state from which an update of an action or an e-mail started. */
  origin: z.number().optional(),
  /** The outcome of an action or an e-mail. */
  outcome: z.enum(["done", "unknown"]).optional(),
  /** The answer to an action that a program waits for. */
  outputs: z.record(z.string(), z.unknown()).optional(),
});

/** An object whose delete request may have worked. */
const deleting = z.object({
  phase: z.literal("deleting"),
  id: z.string().min(1),
  /** As for a create. */
  caller: z.string().optional(),
  sentAt: z.number(),
  /** The platform answered 404 before any delete could have worked, so it may hide the object. */
  isHidden: z.literal(true).optional(),
  /** A later read showed the object, and the platform can still carry out the request. */
  isShown: z.literal(true).optional(),
});

/** Objects that the platform confirmed as deleted. An older state can still hold them. */
const deleted = z.object({
  phase: z.literal("deleted"),
  /** Name of the definition of the objects. */
  type: z.string().optional(),
  ids: z.array(z.string().min(1)),
  sentAt: z.number(),
});

/** The entries that a resource can have at the same time: of its create, update or run, and of its deletes. */
export const entryKinds = { request, deleting, deleted };
type Kind = keyof typeof entryKinds;
export type Entry<K extends Kind = Kind> = z.infer<(typeof entryKinds)[K]>;

/** The record of one request that must not be sent twice. It survives the process that sent the request. */
export type JournalEntry = Entry<"request">;

/** Whether a state has, or had, the result of a request. */
export const isSaved = ({ savedBy, isStored }: JournalEntry): boolean =>
  savedBy !== undefined || isStored === true;

const kindOf = ({ phase }: Entry): Kind =>
  phase === "sending" || phase === "done" ? "request" : phase;

/** The entries of the resources of an instance, in the journals of their stacks. */
export class Entries {
  constructor(
    readonly instance: string,
    readonly store: JournalStore,
    /** Stands for the user of the requests, if this process sends any. */
    readonly caller?: string,
  ) {}

  /** Whether another token sent a request. */
  isOfAnother({ caller = this.caller }: { caller?: string }): boolean {
    return caller !== this.caller;
  }

  /** The request of a resource; fails if its line is damaged. */
  read(identity: string | undefined): JournalEntry | undefined {
    if (identity === undefined) return undefined;
    return this.#read(this.stackOf(identity), identity, "request");
  }

  /** The entry of a resource, or undefined if its line is damaged. */
  readIfWhole<K extends Kind = "request">(
    identity: string | undefined,
    kind = "request" as K,
  ): Entry<K> | undefined {
    if (identity === undefined) return undefined;
    try {
      return this.#read(this.stackOf(identity), identity, kind);
    } catch (error) {
      if (hasCode(error, "journal_unusable")) return undefined;
      throw error;
    }
  }

  /** The entries of a kind in the journal of a resource's stack, or of those about an object. */
  allOf<K extends Kind>(
    kind: K,
    identity: string | undefined,
    id?: string,
  ): (Entry<K> & { key: string })[] {
    if (identity === undefined) return [];
    return this.stackOf(identity)
      .entries(id)
      .flatMap(({ key, entry }) => {
        const { data } = entryKinds[kind].safeParse(entry);
        return data === undefined ? [] : [{ ...(data as Entry<K>), key }];
      });
  }

  /** Reads what other processes wrote about the stack of a resource. Everything else reads from memory. */
  async load(identity: string | undefined): Promise<void> {
    if (identity !== undefined) await this.stackOf(identity).load(momentMs);
  }

  /** Writes an entry; it is safe when this resolves. */
  async note(identity: string | undefined, entry: Entry): Promise<void> {
    if (identity === undefined) return;
    await this.stackOf(identity).append(this.keyOf(identity, kindOf(entry)), entry);
  }

  async remove(identity: string | undefined, kind?: Kind): Promise<void> {
    if (identity !== undefined) await this.stackOf(identity).remove(this.keyOf(identity, kind));
  }

  /** Removes the request of an object. The request of its successor stays, although both have the same identity. */
  async removeRequestOf(identity: string | undefined, id: string): Promise<void> {
    if (this.readIfWhole(identity)?.id === id) await this.remove(identity);
  }

  /** Notes that no run needs the entry of a resource any more. */
  settle(identity: string, kind?: Kind): void {
    this.stackOf(identity).settle(this.keyOf(identity, kind));
  }

  /** Notes that the state of this run holds the result of a request. The entry stays for a run with an older state. */
  keepForOlderState(identity: string): void {
    this.stackOf(identity).keepForOlderState(this.keyOf(identity));
  }

  keyOf(identity: string, kind: Kind = "request"): string {
    return this.#keysOf(kind)(identity);
  }

  readonly #keysOf = memoize((kind: Kind) =>
    memoize((identity: string) => hash([this.instance, identity, kind === "request" ? "" : kind])),
  );

  readonly #prefixOf = memoize((stack: string) => prefixOf(this.instance, stack));

  stackOf(identity: string): StackJournal {
    return stackJournal(this.store, this.#prefixOf(stackIn(identity)));
  }

  #read<K extends Kind>(stack: StackJournal, identity: string, kind: K): Entry<K> | undefined {
    const line = stack.read(this.keyOf(identity, kind));
    if (line === undefined) return undefined;
    const parsed = entryKinds[kind].safeParse(line.entry);
    if (!parsed.success) throw damaged(line.place);
    return parsed.data as Entry<K>;
  }
}

/** The prefix of the names of all files of a stack. */
export const prefixOf = (instance: string, stack: string): string =>
  `${hash([instance, stack]).slice(0, 16)}-`;

const hash = (parts: readonly string[]): string => hashOf(parts).slice(0, 32);

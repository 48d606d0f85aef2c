import { z } from "zod";
import { momentMs } from "./journalFiles";
import type { StackJournal } from "./stackJournal";

/** An object whose delete request may have worked. */
export const asked = z.object({
  phase: z.literal("deleting"),
  id: z.string().min(1),
  sentAt: z.number(),
  /** The platform answered 404 before any delete could have worked, so it may hide the object. */
  isHidden: z.literal(true).optional(),
});

/** Objects that the platform confirmed as deleted. An older state can still hold them. */
export const deleted = z.object({
  phase: z.literal("deleted"),
  /** Name of the definition of the objects. */
  type: z.string().optional(),
  ids: z.array(z.string().min(1)),
  sentAt: z.number(),
});

/** More objects than a state can hold of one resource: those that it replaced and did not delete yet. */
const maxDeleted = 10;

/** The entries of a journal. */
interface Entries {
  keyOf(identity: string, kind: string): string;
  stackOf(identity: string): StackJournal;
  readIfWhole<Entry>(identity: string, kind: string, schema: z.ZodType<Entry>): Entry | undefined;
  forget(identity: string, id: string): Promise<void>;
}

/** The journal's entries about deletes. If they cannot be written, the next run looks for the objects. */
export class Deletions {
  constructor(readonly journal: Entries) {}

  /** Notes a delete request before it is sent. */
  async begin(identity: string | undefined, id: string): Promise<void> {
    if (identity === undefined) return;
    const earlier = this.#pending(identity, id);
    await this.#notePending(identity, { id, isHidden: earlier?.isHidden });
  }

  /** Notes that the platform refused to delete an object. */
  async noteRefused(identity: string | undefined): Promise<void> {
    if (identity === undefined) return;
    await ignoring(this.#stackOf(identity).forget(this.#key(identity, "deleting")));
  }

  /** Notes that the platform answers 404 for an object that nobody deleted. A later 404 then proves nothing. */
  async noteHidden(identity: string | undefined, id: string): Promise<void> {
    if (identity !== undefined) await this.#notePending(identity, { id, isHidden: true });
  }

  /** Notes that an object is gone for good. */
  async finish(
    identity: string | undefined,
    { type, id }: { type: string; id: string },
  ): Promise<void> {
    if (identity === undefined) return;
    const ids = [...this.#idsOf(identity).filter((one) => one !== id), id];
    await Promise.all([
      ignoring(this.journal.forget(identity, id)),
      ignoring(this.#note(identity, ids.slice(-maxDeleted), type)),
      this.noteRefused(identity),
    ]);
  }

  /** Whether a delete of this object was sent without a known result. */
  mayBeDeleted(identity: string | undefined, id: string): boolean {
    const entry = identity === undefined ? undefined : this.#pending(identity, id);
    return entry !== undefined && entry.isHidden !== true;
  }

  /** Whether the platform confirmed the delete of this object of a resource. */
  isDeleted(identity: string | undefined, id: string): boolean {
    return identity !== undefined && this.#idsOf(identity).includes(id);
  }

  /** Whether an earlier run deleted this object so recently that the instance can still show it. */
  isYoung(type: string, id: string, identity: string | undefined, delaySeconds: number): boolean {
    if (identity === undefined || delaySeconds === 0) return false;
    const since = Date.now() - delaySeconds * 1000;
    return this.#stackOf(identity)
      .entries()
      .flatMap(({ entry }) => deleted.safeParse(entry).data ?? [])
      .some((one) => one.type === type && one.ids.includes(id) && one.sentAt > since);
  }

  /** Notes that an object with this id exists, or exists again. */
  async noteExists(identity: string | undefined, id: string): Promise<void> {
    if (identity === undefined || !this.isDeleted(identity, id)) return;
    const others = this.#idsOf(identity).filter((one) => one !== id);
    await ignoring(this.#note(identity, others));
  }

  /** Notes that an object still exists after a delete request. */
  settlePending(identity: string | undefined, id: string): void {
    if (identity === undefined || this.#pending(identity, id) === undefined) return;
    this.#stackOf(identity).settle(this.#key(identity, "deleting"));
  }

  /**
   * Notes that no state holds the resource, so nothing needs the entries about its deletes once the instance shows them.
   */
  settle(identity: string, delaySeconds: number): void {
    const stack = this.#stackOf(identity);
    stack.refresh(momentMs);
    const { sentAt = 0 } = this.journal.readIfWhole(identity, "deleted", deleted) ?? {};
    if (sentAt > Date.now() - delaySeconds * 1000) return;
    for (const kind of ["deleted", "deleting"] as const) stack.settle(this.#key(identity, kind));
  }

  #pending(identity: string, id: string) {
    const entry = this.journal.readIfWhole(identity, "deleting", asked);
    return entry?.id === id ? entry : undefined;
  }

  async #notePending(identity: string, object: { id: string; isHidden?: true }): Promise<void> {
    const entry = { phase: "deleting", sentAt: Date.now(), ...object };
    await ignoring(this.#stackOf(identity).append(this.#key(identity, "deleting"), entry));
  }

  #stackOf(identity: string) {
    return this.journal.stackOf(identity);
  }

  #key(identity: string, kind: "deleted" | "deleting"): string {
    return this.journal.keyOf(identity, kind);
  }

  #idsOf(identity: string): string[] {
    return this.journal.readIfWhole(identity, "deleted", deleted)?.ids ?? [];
  }

  async #note(identity: string, ids: string[], type?: string): Promise<void> {
    const known = this.journal.readIfWhole(identity, "deleted", deleted);
    const entry = { phase: "deleted", type: type ?? known?.type, ids, sentAt: Date.now() };
    const key = this.#key(identity, "deleted");
    await this.#stackOf(identity).append(key, ids.length > 0 ? entry : null);
  }
}

async function ignoring(writing: Promise<void>): Promise<void> {
  await writing.catch(() => undefined);
}

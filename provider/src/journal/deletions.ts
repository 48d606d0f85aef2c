import { isDeepStrictEqual } from "node:util";
import { isYoungAt, latestEffect } from "../state/youngWrite";
import type { Delays } from "../state/youngWrite";
import type { Entries, Entry } from "./entries";

/** More objects than a state can hold of one resource: those that it replaced and did not delete yet. */
const maxDeleted = 10;

/** The journal's entries about deletes. If they cannot be written, the next run looks for the objects. */
export class Deletions {
  constructor(readonly entries: Entries) {}

  /** Notes a delete request before it is sent. */
  async begin(identity: string | undefined, id: string): Promise<void> {
    const { deleting } = this.knownOf(identity);
    const isHidden = deleting?.id === id ? deleting.isHidden : undefined;
    const { caller } = this.entries;
    await this.#note(identity, { phase: "deleting", id, caller, sentAt: Date.now(), isHidden });
  }

  async noteRefused(identity: string | undefined): Promise<void> {
    await ignoring(this.entries.remove(identity, "deleting"));
  }

  /** Notes that the platform answers 404 for an object that nobody deleted. A later 404 then proves nothing. */
  async noteHidden(identity: string | undefined, id: string): Promise<void> {
    await this.#note(identity, { phase: "deleting", id, sentAt: Date.now(), isHidden: true });
  }

  /** Notes that an object is gone for good. */
  async finish(identity: string | undefined, type: string, id: string): Promise<void> {
    const { ids = [] } = this.entries.readIfWhole(identity, "deleted") ?? {};
    const all = [...ids.filter((one) => one !== id), id].slice(-maxDeleted);
    await Promise.all([
      ignoring(this.entries.removeRequestOf(identity, id)),
      this.#note(identity, { phase: "deleted", type, ids: all, sentAt: Date.now() }),
      this.noteRefused(identity),
    ]);
  }

  /** The object of this resource whose delete was sent without a known result. */
  unansweredOf(identity: string | undefined): string | undefined {
    const entry = this.entries.readIfWhole(identity, "deleting");
    return entry?.isHidden === true ? undefined : entry?.id;
  }

  /** Whether a 404 says that an earlier delete of this object worked. Another user's token also gets it otherwise. */
  mayBeDeleted(identity: string | undefined, id: string): boolean {
    return this.unansweredOf(identity) === id && !this.isOfAnother(identity, id);
  }

  /** Whether the journal has a request about this object with another token. */
  isOfAnother(identity: string | undefined, id: string): boolean {
    const { deleting } = this.knownOf(identity);
    const created = this.entries.readIfWhole(identity);
    return [deleting, created].some((one) => one?.id === id && this.entries.isOfAnother(one));
  }

  /** Whether the platform confirmed the delete of this object of a resource, after a time. */
  isDeleted(identity: string | undefined, id: string, since = 0): boolean {
    const { ids = [], sentAt = 0 } = this.entries.readIfWhole(identity, "deleted") ?? {};
    return ids.includes(id) && sentAt >= since;
  }

  /** Whether a run of this stack deleted this object, or asked for it and nothing has shown the object since. */
  isOurs(identity: string | undefined, id: string): boolean {
    if (this.isDeleted(identity, id)) return true;
    return this.unansweredOf(identity) === id && this.knownOf(identity).deleting?.isShown !== true;
  }

  /** Whether an earlier run deleted this object so recently that the instance can still show it. */
  isYoung(type: string, id: string, identity: string | undefined, delays: Delays): boolean {
    if (delays.visibilityDelaySeconds === 0) return false;
    return this.entries
      .allOf("deleted", identity)
      .some((one) => one.type === type && one.ids.includes(id) && isYoungAt(one.sentAt, delays));
  }

  /** What is known of the deletes of a resource. */
  knownOf(identity: string | undefined) {
    return {
      deleting: this.entries.readIfWhole(identity, "deleting"),
      deleted: this.entries.readIfWhole(identity, "deleted"),
    };
  }

  /** Notes that an object with this id exists, still or again. `before` is what was known when the platform was asked. */
  async noteExists(
    identity: string | undefined,
    id: string,
    delays: Delays,
    before = this.knownOf(identity),
  ): Promise<void> {
    const known = this.knownOf(identity);
    // Another process has deleted it since.
    if (!isDeepStrictEqual(known, before)) return;
    const { deleting, deleted: entry } = known;
    if (deleting?.id === id) {
      const isOver = latestEffect(deleting.sentAt, delays) < Date.now();
      await (isOver
        ? this.noteRefused(identity)
        : this.#note(identity, { ...deleting, isShown: true }));
    }
    if (entry?.ids.includes(id) === false) return;
    const ids = entry?.ids.filter((one) => one !== id) ?? [];
    if (entry !== undefined && ids.length > 0)
      await this.#note(identity, { ...entry, ids, sentAt: Date.now() });
    // A settled entry is removed, too: other entries can keep its file for later runs.
    else await ignoring(this.entries.remove(identity, "deleted"));
  }

  /** Notes that no state holds the resource: once the instance shows its deletes, nothing needs their entries. */
  settle(identity: string, delays: Delays): void {
    const { sentAt = 0 } = this.entries.readIfWhole(identity, "deleted") ?? {};
    if (isYoungAt(sentAt, delays)) return;
    for (const kind of ["deleted", "deleting"] as const) this.entries.settle(identity, kind);
  }

  #note(identity: string | undefined, entry: Entry): Promise<void> {
    return ignoring(this.entries.note(identity, entry));
  }
}

async function ignoring(writing: Promise<void>): Promise<void> {
  await writing.catch(() => undefined);
}

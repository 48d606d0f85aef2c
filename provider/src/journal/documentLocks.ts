import { lockPrefix } from "./documentNames";
import { newVersion } from "./documents";
import type { DocumentStore, ListedDocument } from "./documents";
import type { LockRecord, LockStore } from "./stores";

/** The locks of a stack in a store that runners share. Each heartbeat is a new version of the document. */
export class DocumentLocks implements LockStore {
  readonly hasOneClock = true;
  /** The text and the version of the locks of this process. */
  readonly #own = new Map<string, { text: string; version: string }>();
  /** Owners never change. */
  readonly #texts = new Map<string, string>();

  constructor(
    readonly documents: DocumentStore,
    /** Empty for all stacks. */
    readonly stack: string,
  ) {}

  async list(): Promise<LockRecord[]> {
    const listed = await this.documents.list(`${lockPrefix}${this.stack}`);
    const unread = listed.map(({ name }) => name).filter((name) => !this.#texts.has(name));
    const read = unread.length === 0 ? [] : await this.documents.read(unread);
    for (const { name, text } of read) this.#texts.set(name, text);
    return listed.flatMap((one) => this.#record(one));
  }

  #record({ name, version: beat, ageMs }: ListedDocument): LockRecord[] {
    const text = this.#texts.get(name);
    // It was removed since the list.
    if (text === undefined) return [];
    const id = name.slice(lockPrefix.length + this.stack.length);
    return [{ id, text, beat, ageMs, place: `${name} in ${this.documents.address}` }];
  }

  async create(id: string, text: string): Promise<void> {
    const version = newVersion();
    this.#own.set(id, { text, version });
    await this.documents.write({ name: this.nameOf(id), text, version });
  }

  /** Nobody takes over a lock so soon after a heartbeat. */
  exists(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async renew(id: string): Promise<boolean> {
    const own = this.#own.get(id);
    if (own === undefined) return false;
    const version = newVersion();
    const { text, version: replaces } = own;
    const outcome = await this.documents.write({ name: this.nameOf(id), text, version, replaces });
    if (outcome === "written") own.version = version;
    return outcome === "written";
  }

  async remove(id: string, beat?: string | number): Promise<void> {
    const version = beat ?? this.#own.get(id)?.version;
    this.#own.delete(id);
    if (version !== undefined)
      await this.documents.remove(this.nameOf(id), String(version), "once");
  }

  nameOf(id: string): string {
    return `${lockPrefix}${this.stack}${id}`;
  }
}

import { randomUUID } from "node:crypto";
import { lockPrefix } from "./documents";
import type { DocumentStore, ListedDocument } from "./documents";
import type { LockRecord, LockStore } from "./stores";

/** The locks of a stack in a store that runners share. Each heartbeat is a new version of the document. */
export class DocumentLocks implements LockStore {
  readonly hasOneClock = true;
  /** The text and the version of each lock of this process, and its latest heartbeat. */
  readonly #own = new Map<string, { text: string; version: string; renewing?: Promise<boolean> }>();
  /** The text of a lock never changes. */
  readonly #texts = new Map<string, string>();

  constructor(
    readonly documents: DocumentStore,
    /** Empty for all stacks. */
    readonly stack: string,
  ) {}

  async list(): Promise<LockRecord[]> {
    const listed = await this.documents.list(this.nameOf(""));
    const unread = listed.map(({ name }) => name).filter((name) => !this.#texts.has(name));
    for (const { name, text } of await this.documents.read(unread)) this.#texts.set(name, text);
    return listed.flatMap((one) => this.#record(one));
  }

  #record({ name, version: beat, ageMs }: ListedDocument): LockRecord[] {
    const text = this.#texts.get(name);
    // Removed since the list.
    if (text === undefined) return [];
    const id = name.slice(this.nameOf("").length);
    return [{ id, text, beat, ageMs, place: `${name} in ${this.documents.address}` }];
  }

  async create(id: string, text: string): Promise<void> {
    const written = await this.documents.write({ name: this.nameOf(id), text, mark: randomUUID() });
    if (typeof written === "string") throw new Error(`The new lock ${id} already exists.`);
    this.#own.set(id, { text, ...written });
  }

  /** Nobody takes over a lock so soon after a heartbeat. */
  exists(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async renew(id: string): Promise<boolean> {
    const own = this.#own.get(id);
    if (own === undefined) return false;
    own.renewing = this.#renew(id, own);
    return own.renewing;
  }

  async #renew(id: string, own: { text: string; version: string }): Promise<boolean> {
    const { text, version: replaces } = own;
    const mark = randomUUID();
    const written = await this.documents.write({ name: this.nameOf(id), text, mark, replaces });
    if (typeof written === "string") return false;
    own.version = written.version;
    return true;
  }

  async remove(id: string, beat?: string | number): Promise<void> {
    const own = this.#own.get(id);
    // A heartbeat on its way changes the version, and the lock would stay.
    if (beat === undefined) await own?.renewing?.catch(() => false);
    const version = beat ?? own?.version;
    if (version !== undefined)
      await this.documents.remove(this.nameOf(id), String(version), "once");
  }

  nameOf(id: string): string {
    return `${lockPrefix}${this.stack}${id}`;
  }
}

import { randomUUID } from "node:crypto";

/** A text in a store that runners share. */
export interface Document {
  name: string;
  /** Changes with each write. */
  version: string;
  text: string;
}

/** What a list shows of a document. */
export interface ListedDocument {
  name: string;
  version: string;
  /** How long ago it was written, by the clock of the store. */
  ageMs: number;
}

/**
 * Named texts in a store that runners share. A read sees every write that ended before it began. A write changes a
 * document only if nobody changed it since the given version. With `lock`, it also needs the document of this name,
 * which another process removes when it takes over.
 */
export interface DocumentStore {
  /** Without any password. */
  readonly address: string;
  list(prefix: string): Promise<ListedDocument[]>;
  /** The documents of these names that exist. */
  read(names: readonly string[]): Promise<Document[]>;
  /** Writes a new document, or replaces a version of it. */
  write(document: NewDocument): Promise<"written" | "changed" | "unlocked">;
  /** Removes this version of a document; does nothing if another one is there. */
  remove(name: string, version: string, use?: NameUse): Promise<void>;
}

/** Whether the name of a document is used again after its end. */
export type NameUse = "again" | "once";

export interface NewDocument extends Document {
  /** The version to replace; absent for a new document. */
  replaces?: string;
  lock?: string;
}

export const newVersion = randomUUID;

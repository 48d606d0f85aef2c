/** A text in a store that runners share. */
export interface Document {
  name: string;
  /** Changes with each write. */
  version: string;
  /** Identifies the write. */
  mark: string;
  text: string;
}

/** What a list shows of a document. */
export interface ListedDocument extends Pick<Document, "name" | "version"> {
  /** How long ago it was written, by the clock of the store. */
  ageMs: number;
}

export interface NewDocument extends Omit<Document, "version"> {
  /** The version to replace; absent for a new document. */
  replaces?: string;
  /** The document that this write needs: the lock of this process. */
  lock?: string;
}

/** The new version. Or why nothing was written: another version is there, or the lock is not. */
export type Written = { version: string } | "changed" | "unlocked";

/**
 * Named texts in a store that runners share. A read sees every write that ended before it began. A write changes a
 * document only if nobody changed it since the given version.
 */
export interface DocumentStore {
  /** Without any password. */
  readonly address: string;
  list(prefix: string): Promise<ListedDocument[]>;
  /** The documents of these names that exist. */
  read(names: readonly string[]): Promise<Document[]>;
  write(document: NewDocument): Promise<Written>;
  /** Removes this version of a document; false if another version is there. */
  remove(name: string, version: string, use: NameUse): Promise<boolean>;
}

/** Whether the name of a document is used again after its end. */
export type NameUse = "again" | "once";

/** Begins the names of the documents of locks. */
export const lockPrefix = "lock-";
/** Begins the names of the documents of entries. */
export const entryPrefix = "entry-";

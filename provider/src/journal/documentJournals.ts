import { DocumentEntries } from "./documentEntries";
import { DocumentLocks } from "./documentLocks";
import { entryPrefix } from "./documents";
import type { DocumentStore } from "./documents";
import { stacksIn } from "./stores";
import type { JournalStore, StackStore, StackView } from "./stores";

/** The journals of all stacks in a store that runners share. */
export class DocumentJournalStore implements JournalStore {
  readonly isShared = false;
  readonly address: string;
  readonly place: string;

  constructor(readonly documents: DocumentStore) {
    this.address = documents.address;
    this.place = documents.address;
  }

  async stacks(): Promise<string[]> {
    const listed = await this.documents.list(entryPrefix);
    return stacksIn(listed.map(({ name }) => name.slice(entryPrefix.length)));
  }

  open(stack: string, view: StackView): StackStore {
    const locks = new DocumentLocks(this.documents, stack);
    const nameOf = (id: string) => locks.nameOf(id);
    return { locks, entries: new DocumentEntries(this.documents, stack, nameOf, view) };
  }
}

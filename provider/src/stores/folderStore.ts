import { fileEnd, FolderEntries } from "./folderEntries";
import { JournalFolder } from "./journalFolder";
import { LockFiles } from "./lockFiles";
import { stacksIn } from "./stores";
import type { JournalStore, StackStore, StackView } from "./stores";

/** The journals of all stacks in a folder. */
export class FolderJournalStore extends JournalFolder implements JournalStore {
  get place(): string {
    return this.path;
  }

  async stacks(): Promise<string[]> {
    return stacksIn(this.list("", fileEnd));
  }

  open(stack: string, view: StackView): StackStore {
    const locks = new LockFiles(this, stack);
    return { locks, entries: new FolderEntries(this, stack, locks, view) };
  }
}

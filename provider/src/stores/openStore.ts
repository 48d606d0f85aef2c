import { isJournalAddress, isS3Address, problemOfAddress } from "../settings/journalAddress";
import { DocumentEntries } from "./documentEntries";
import { DocumentLocks } from "./documentLocks";
import { entryPrefix } from "./documents";
import type { DocumentStore } from "./documents";
import { FolderJournalStore } from "./folderStore";
import { wrongAddress } from "./journalFailures";
import { PostgresStore } from "./postgresStore";
import { RetryingDocuments } from "./retryingDocuments";
import { S3Store } from "./s3Store";
import { stacksIn } from "./stores";
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
  const opened = documentJournals(new RetryingDocuments(store, writeDeadlineSeconds * 1000));
  shared.set(key, opened);
  return opened;
}

/** The journals of all stacks in a store that runners share. */
function documentJournals(documents: DocumentStore): JournalStore {
  const { address } = documents;
  return {
    ...{ address, place: address, isShared: false },
    async stacks() {
      const listed = await documents.list(entryPrefix);
      return stacksIn(listed.map(({ name }) => name.slice(entryPrefix.length)));
    },
    open(stack, view) {
      const locks = new DocumentLocks(documents, stack);
      const nameOf = (id: string) => locks.nameOf(id);
      return { locks, entries: new DocumentEntries(documents, stack, nameOf, view) };
    },
  };
}

import { z } from "zod";
import { identityFrom, stackIn } from "../state/identity";
import { Entries, entryKinds, isSaved, prefixOf } from "./entries";
import type { Entry } from "./entries";
import type { Settings } from "../settings/index";
import { openStore } from "../stores/openStore";
import { StackJournal } from "./stackJournal";
import type { ProcessMark } from "../process/processes";
import type { Place } from "../stores/stores";

/** The entries and locks of all stacks in a journal. */
interface LeftOvers {
  /** The folder or the address. */
  journal: string;
  /** Whether other users can write to the chosen folder. `journal` is then the subfolder of this user. */
  isShared: boolean;
  /** The requests that a later run may need, most of them answered. `prefix` tells the stack: see `journalPrefixes`. */
  entries: { sentAt?: number; isAnswered: boolean; prefix: string }[];
  damaged: Place[];
  locks: { owner?: ProcessMark; place: string; hasEnded: boolean }[];
}

const anyEntry = z.union(Object.values(entryKinds));

const isAnswered = ({ phase }: Entry) => phase !== "sending" && phase !== "deleting";

/** Reads the journal at an address, or in the home of this user, and changes nothing. */
export async function journalLeftOvers(chosen?: string): Promise<LeftOvers> {
  const store = storeOf(chosen);
  const { place: journal, isShared } = store;
  const found: LeftOvers = { journal, isShared, entries: [], damaged: [], locks: [] };
  for (const prefix of await store.stacks()) {
    const stack = new StackJournal(store, prefix);
    await stack.load();
    found.damaged.push(...stack.damaged());
    for (const { entry, place } of stack.entries()) {
      const { data } = anyEntry.safeParse(entry);
      if (data === undefined) found.damaged.push(place);
      else found.entries.push({ sentAt: data.sentAt, isAnswered: isAnswered(data), prefix });
    }
  }
  found.locks.push(...(await new StackJournal(store, "").lock.locksOfOthers()));
  return found;
}

export interface StackName {
  organization: string;
  project: string;
  stack: string;
}

/** The prefixes of the file names of a stack in the journal of an instance. */
export function journalPrefixes(
  { organization, project, stack }: StackName,
  baseUrl: string,
): string[] {
  // The dynamic resources know the organization. The plugin knows only the URN.
  return [
    [organization, project, stack],
    [`urn:pulumi:${stack}`, project],
  ].map((names) => prefixOf(new URL(baseUrl).href, stackIn(identityFrom(names, []))));
}

type JournalPlace = Pick<Settings, "baseUrl" | "journal">;

const storeOf = (journal?: string) => openStore({ journal, writeDeadlineSeconds: 0 });

function journalsOf(name: StackName, place: JournalPlace): StackJournal[] {
  const store = storeOf(place.journal);
  return journalPrefixes(name, place.baseUrl).map((prefix) => new StackJournal(store, prefix));
}

/** The processes that change the objects of a stack on an instance now, according to its journal. Waits for proof. */
export async function lockHolders(
  name: StackName,
  place: JournalPlace,
): Promise<(ProcessMark | undefined)[]> {
  const holders = journalsOf(name, place).map(({ lock }) => lock.workingOwners());
  return (await Promise.all(holders)).flat();
}

/** The objects that runs of a stack created and did not save, because they were killed. */
export async function unsavedObjects(
  name: StackName,
  place: JournalPlace,
): Promise<{ type: string; id: string }[]> {
  const found = journalsOf(name, place).map(async (stack) => {
    await stack.load();
    return stack.entries().flatMap(({ entry }) => {
      const { data } = entryKinds.request.safeParse(entry);
      if (data?.phase !== "done" || isSaved(data)) return [];
      const { type, id } = data;
      return type && id ? { type, id } : [];
    });
  });
  return (await Promise.all(found)).flat();
}

/** Whether the journal has an unsaved request of one of these resources: then the next run settles all of them. */
export async function hasRequestOf(
  identities: readonly string[],
  place: JournalPlace,
): Promise<boolean> {
  const entries = new Entries(new URL(place.baseUrl).href, storeOf(place.journal));
  for (const identity of identities) {
    await entries.load(identity);
    const entry = entries.readIfWhole(identity);
    if (entry !== undefined && !isSaved(entry)) return true;
  }
  return false;
}

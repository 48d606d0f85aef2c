import { z } from "zod";
import { identityFrom, stackIn } from "../state/identity";
import { Entries, entryKinds, isSaved, prefixOf } from "./entries";
import { openStore } from "../stores/openStore";
import { StackLock } from "./stackLock";
import type { ProcessMark } from "../process/processes";
import type { Place, StackView } from "../stores/stores";

/** The entries and locks of all stacks in a journal. */
interface LeftOvers {
  /** The folder or the address. */
  journal: string;
  /** Whether other users can write to the chosen folder. `journal` is then the subfolder of this user. */
  isShared: boolean;
  /**
   * The requests that a later run may need. Most are answered, and the next run finds their results in the state.
   * `prefix` identifies the stack: see `journalPrefixes`.
   */
  entries: { sentAt?: number; isAnswered: boolean; prefix: string }[];
  damaged: Place[];
  locks: { owner?: ProcessMark; place: string; hasEnded: boolean }[];
}

/** Any entry; null for a removed one. */
const noted = z.union([...Object.values(entryKinds), z.null()]);

/** For a look that changes nothing. */
const nothing: StackView = { settled: new Set(), working: () => [] };

/** The phases of an entry before the platform answers. */
const underWay: string[] = ["sending", "deleting"];

/** Reads the journal at an address, or in the home of this user, and changes nothing. */
export async function journalLeftOvers(chosen?: string): Promise<LeftOvers> {
  const store = openStore({ journal: chosen, writeDeadlineSeconds: 0 });
  const { place, isShared } = store;
  const found: LeftOvers = { journal: place, isShared, entries: [], damaged: [], locks: [] };
  for (const prefix of await store.stacks()) {
    const { entries } = store.open(prefix, nothing);
    await entries.refresh(0);
    found.damaged.push(...entries.damaged());
    for (const { entry: written, place } of entries.latestOfAll()) {
      const { success, data: entry } = noted.safeParse(written);
      if (!success) found.damaged.push(place);
      else if (entry !== null) {
        const isAnswered = !underWay.includes(entry.phase);
        found.entries.push({ sentAt: entry.sentAt, isAnswered, prefix });
      }
    }
  }
  const { locks } = store.open("", nothing);
  found.locks.push(...(await new StackLock(locks).locksOfOthers()));
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

/** The processes that change the objects of a stack on an instance now, according to its journal. Waits for proof. */
export async function lockHolders(
  name: StackName,
  settings: { baseUrl: string; journal?: string },
): Promise<(ProcessMark | undefined)[]> {
  const store = openStore({ ...settings, writeDeadlineSeconds: 0 });
  const holders = journalPrefixes(name, settings.baseUrl).map((prefix) =>
    new StackLock(store.open(prefix, nothing).locks).workingOwners(),
  );
  return (await Promise.all(holders)).flat();
}

/** The objects that runs of a stack created and did not save, because they were killed. */
export async function unsavedObjects(
  name: StackName,
  settings: { baseUrl: string; journal?: string },
): Promise<{ type: string; id: string }[]> {
  const store = openStore({ ...settings, writeDeadlineSeconds: 0 });
  const found = journalPrefixes(name, settings.baseUrl).map(async (prefix) => {
    const { entries } = store.open(prefix, nothing);
    await entries.refresh(0);
    return entries.latestOfAll().flatMap(({ entry }) => {
      const { data } = entryKinds.request.safeParse(entry);
      if (data?.phase !== "done" || isSaved(data)) return [];
      const { type, id } = data;
      return type && id ? { type, id } : [];
    });
  });
  return (await Promise.all(found)).flat();
}

/**
 * Whether the journal of an instance has a request of one of these resources that no state has. The run that died then
 * noted all of its requests there, and the next run finds out what became of them.
 */
export async function hasRequestOf(
  identities: readonly string[],
  settings: { baseUrl: string; journal?: string },
): Promise<boolean> {
  const store = openStore({ ...settings, writeDeadlineSeconds: 0 });
  const entries = new Entries(new URL(settings.baseUrl).href, store);
  for (const identity of identities) {
    await entries.load(identity);
    const entry = entries.readIfWhole(identity);
    if (entry !== undefined && !isSaved(entry)) return true;
  }
  return false;
}

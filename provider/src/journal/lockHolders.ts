import { StackLock } from "./stackLock";
import type { LockOwner } from "./stackLock";
import { identityFrom } from "../state/identity";
import { Journal } from "./journal";

/** A stack, by its full name. */
export interface StackName {
  organization: string;
  project: string;
  stack: string;
}

const openJournal = (settings: { baseUrl: string; journal?: string }): Journal =>
  new Journal({ writeDeadlineSeconds: 0, textDeadlineSeconds: 0, journal: undefined, ...settings });

/** The prefixes of the file names of a stack in the journal of an instance. */
export function journalPrefixes(
  { organization, project, stack }: StackName,
  settings: { baseUrl: string; journal?: string },
): string[] {
  const journal = openJournal(settings);
  // The dynamic resources know the organization. The plugin knows only the URN.
  return [
    [organization, project, stack],
    [`urn:pulumi:${stack}`, project],
  ].map((names) => journal.prefixOf(identityFrom(names, [])));
}

/** The processes that change the objects of a stack on an instance now, according to its journal. */
export function lockHolders(
  name: StackName,
  settings: { baseUrl: string; journal?: string },
): (LockOwner | undefined)[] {
  const { folder } = openJournal(settings);
  return journalPrefixes(name, settings)
    .flatMap((prefix) => new StackLock(folder, prefix).liveLocksOfOthers())
    .map(({ owner }) => owner);
}

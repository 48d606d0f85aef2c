import { Claim } from "./claims";
import type { ClaimMark } from "./claims";
import { identityFrom } from "./identity";
import { Journal } from "./journal";

/** A stack, by its full name. */
export interface StackName {
  organization: string;
  project: string;
  stack: string;
}

/** The processes that are changing the objects of a stack on an instance now, as its journal tells. */
export function claimHolders(
  { organization, project, stack }: StackName,
  settings: { baseUrl: string; journal?: string },
): (ClaimMark | undefined)[] {
  const limits = { writeDeadlineSeconds: 0, textDeadlineSeconds: 0 };
  const journal = new Journal({ ...limits, ...settings, journal: settings.journal });
  const never = { taken: async () => undefined, released: () => undefined };
  // The dynamic resources know the organization. The plugin knows only the URN.
  return [
    [organization, project, stack],
    [`urn:pulumi:${stack}`, project],
  ]
    .map((names) => journal.prefixOf(identityFrom(names, [])))
    .flatMap((prefix) => new Claim(journal.folder, prefix, never).others())
    .map(({ owner }) => owner);
}

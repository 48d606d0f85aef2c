import type { Refusal } from "../../definition/verbs";
import type { Grantee } from "../grantee";

/** Who decides about the members of a group of this type, if people cannot. */
const deciders = new Map([
  ["dynamic", "its rule decides"],
  ["directory", "a directory decides"],
  ["system", "the platform decides"],
]);

const deciderOf = (type = "") => deciders.get(type.toLowerCase());

/** Whether people choose the members of a group of this type. */
export const hasChosenMembers = (type: string | undefined): boolean =>
  deciderOf(type) === undefined;

/** Whether a group of this type has a list of owners. */
export const hasOwners = (type = ""): boolean => type.toLowerCase() !== "open";

/** What a group of this type refuses to get. */
export function refusals(
  groupId: string,
  type: string | undefined,
  added: { members?: readonly Grantee[]; owners?: readonly Grantee[] },
): Refusal[] {
  const refuse = (path: "members" | "owners", reason: string, note: string): Refusal[] =>
    added[path] === undefined || added[path].length === 0
      ? []
      : [{ path, reason, advice: [{ steps: [{ program: "unset", path }], note }] }];
  const decider = deciderOf(type);
  return [
    ...(decider === undefined
      ? []
      : refuse(
          "members",
          `group ${groupId} is a ${type} group, and ${decider} who its members are`,
          "Its owners can be declared.",
        )),
    ...(hasOwners(type)
      ? []
      : refuse(
          "owners",
          `group ${groupId} is an open group, which owns itself and has no list of owners`,
          "Its members can be declared.",
        )),
  ];
}

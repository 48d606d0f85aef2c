import { z } from "zod";
import {
  anyAnswer,
  anyBoolean,
  anyId,
  anyNumber,
  anyText,
  listIn,
  listOf,
  maybe,
  openObject,
} from "../../definition/answers";
import { sentId } from "../../definition/ids/numericIds";
import type { Instance } from "../../platform/instance";
import { listed } from "../../platform/lists";
import { routes } from "../../platform/routes";
import type { Listing } from "../../wire/pages";
import { sentence } from "../../messages/adviceText";
import { hasCode, PlatformError } from "../../messages/errors";
import { listUsersOf } from "./groupUsers";
import { hasChosenMembers, hasOwners, refusals } from "./groupTypes";
import { granteeKey, granteeName } from "../grantee";
import type { Grantee } from "../grantee";
import { absentIfTokenWorks } from "../roleList";

/** The members and owners of a group, and the calls that read and change them. */

/** The id of a group in a body. The platform itself writes it as a number. */
export const bodyId = (id: string): string | number | bigint =>
  /^\d+$/.test(id) ? sentId(id) : id;

/** A group, with all fields of the specification. Only the id is required. */
export const groupAnswer = openObject({
  id: anyId.describe("Id of the group."),
  name: maybe(anyText).describe("Name of the group."),
  type: maybe(anyText).describe(
    "Who can join. Vendor documentation: `open`, `closed` or `dynamic`.",
  ),
  userIds: maybe(listIn(anyId)).describe("Ids of the members."),
  creatorId: maybe(anyId).describe("Id of the user who created the group."),
  memberCount: maybe(anyNumber).describe("Number of members."),
  guid: maybe(anyText).describe("Globally unique id of the group."),
  description: maybe(anyText).describe("Purpose of the group."),
  hidden: maybe(anyBoolean).describe("Whether the group is hidden."),
  default: maybe(anyBoolean).describe("Whether the group is a default group."),
  active: maybe(anyBoolean).describe("Whether the group is active."),
});

const accessAnswer = z.object({
  type: maybe(anyText),
  userIds: maybe(listIn(anyId)),
  memberCount: maybe(anyNumber),
  creatorId: maybe(anyId),
});

export const fetchOf = <Answer>(id: string, answer: z.ZodType<Answer>) => ({
  operation: `read group ${id}`,
  route: routes.fetchGroup,
  params: { group: id },
  answer,
});

/** Finds out what a 404 to a read of a group means. */
export const groupAbsence = {
  calls: [{ route: routes.listRoles, when: "once if a group is not found, to test the token" }],
  run: (instance: Instance, id: string) =>
    absentIfTokenWorks(instance, instance.capabilities.hasShownOther(fetchOf(id, accessAnswer))),
};

/** A group, and what proves who its members are. */
export interface Membership {
  type?: string;
  /** The users who are members. No known call shows the groups that are members. */
  users: ReadonlySet<string>;
  /** Whether a user whom it lacks is no member. */
  complete: boolean;
  /** The user who created the group, and who became a member and an owner. */
  creatorId?: string;
}

/**
 * Reads a group and the users in it; undefined if the platform does not find the group. If the group shows fewer users
 * than it counts, the list of its users has the others.
 */
export async function readMembership(
  instance: Instance,
  groupId: string,
): Promise<Membership | undefined> {
  const group = await instance.find(fetchOf(groupId, accessAnswer));
  if (group === undefined) return undefined;
  const { type, userIds = [], memberCount = NaN, creatorId } = group;
  const shown = new Set(userIds);
  if (shown.size >= memberCount) return { type, users: shown, complete: true, creatorId };
  const lessSafe = "Pulumi knows only the members that the group itself shows.";
  const list = await instance.optionalRead("the users of a group", lessSafe, () =>
    listUsersOf(instance, { groupId }),
  );
  const all = new Set([...shown, ...(list?.items.keys() ?? [])]);
  return { type, users: all, complete: list?.complete === true, creatorId };
}

const ownerRow = openObject({ type: z.string(), id: anyId, displayName: z.unknown().optional() });
/** The owners of a group, as a membership declares them. */
export const shownOwners = z.object({ owners: z.array(ownerRow) });
const owners = z.object({ owners: listOf(ownerRow) });
const ownersAnswer = z.union([
  owners,
  z.object({ permissions: owners }).transform(({ permissions }) => permissions),
]);

/** Reads the owners of a group. */
export async function readOwners(instance: Instance, groupId: string): Promise<Listing<Grantee>> {
  const operation = `read the owners of group ${groupId}`;
  const answer = await instance.send({
    operation,
    route: routes.fetchGroupOwners,
    params: { group: groupId },
    answer: ownersAnswer,
  });
  return listed<Grantee>(instance, granteeKey, operation, answer.owners);
}

/** The lists of a request that changes members and owners, in words. */
const lists = {
  addMembers: "add members",
  removeMembers: "remove members",
  addOwners: "add owners",
  removeOwners: "remove owners",
} as const;

/** The users and groups to add and to remove. */
type AccessChange = Partial<Record<keyof typeof lists, readonly Grantee[]>>;

/** Changes members and owners in one request. A second request has no further effect. */
async function send(instance: Instance, groupId: string, change: AccessChange): Promise<void> {
  const all = Object.entries(change) as [keyof AccessChange, readonly Grantee[]][];
  const some = all.filter(([, { length }]) => length > 0);
  if (some.length === 0) return;
  const work = some.map(([name, people]) => `${lists[name]} ${people.map(granteeName).join(", ")}`);
  await instance.send({
    operation: `change group ${groupId}: ${work.join("; ")}`,
    route: routes.changeGroupAccess,
    body: [{ groupId: bodyId(groupId), ...Object.fromEntries(some) }],
    answer: anyAnswer,
  });
}

export const isUser = ({ type }: Grantee) => type.toUpperCase() === "USER";

/**
 * Adds people, also those who are there already, and removes people whom somebody can remove by hand, also those who
 * left already: what the platform shows can be late.
 */
export async function changeAccess(
  instance: Instance,
  groupId: string,
  { addMembers = [], removeMembers = [], addOwners = [], removeOwners = [] }: AccessChange,
): Promise<void> {
  const lessSafe = "Pulumi changes members and owners without looking first who is there.";
  const look = () => readMembership(instance, groupId);
  const group = await instance.optionalRead("a group before changing it", lessSafe, look);
  // If the platform does not find the group, its answer to the change says so.
  const { type, users } = group ?? {};
  const [refused] = refusals(groupId, type, { members: addMembers, owners: addOwners });
  if (refused !== undefined) {
    const { path, reason: detail, advice } = refused;
    const operation = `change the ${path} of group ${groupId}`;
    throw new PlatformError({ code: "impossible", operation, detail, advice });
  }
  const change = {
    addMembers,
    removeMembers: hasChosenMembers(type) ? removeMembers : [],
    addOwners,
    removeOwners: hasOwners(type) ? removeOwners : [],
  };
  await send(instance, groupId, change).catch(async (error: unknown) => {
    const removed = new Set(change.removeMembers.map(({ id }) => id));
    const member = [...(users ?? [])].find((id) => !removed.has(id));
    const removes = removed.size + change.removeOwners.length > 0;
    if (member === undefined || !removes || !hasCode(error, "not_found")) throw error;
    // To add who is there changes nothing. If this works, the 404 was about a user or a group that leaves.
    const adding = [...change.addMembers, { type: "USER", id: member }];
    const rest = { ...change, addMembers: adding, removeMembers: [], removeOwners: [] };
    await send(instance, groupId, rest).catch((other: unknown) => {
      throw hasCode(other, "not_found") ? error : other;
    });
    for (const list of ["removeMembers", "removeOwners"] as const)
      for (const one of change[list]) await removeIfThere(instance, groupId, list, one);
  });
}

/** Removes a user or a group that the platform may no longer have. */
async function removeIfThere(
  instance: Instance,
  groupId: string,
  list: "removeMembers" | "removeOwners",
  one: Grantee,
): Promise<void> {
  await send(instance, groupId, { [list]: [one] }).catch((error: unknown) => {
    if (!hasCode(error, "not_found")) throw error;
    instance.warnOnce(
      `${granteeName(one)} in group ${groupId}`,
      `${sentence(error.reason)} Pulumi counts ${granteeName(one)} as deleted and no longer manages this ${list === "removeMembers" ? "member" : "owner"} of group ${groupId}.`,
    );
  });
}

import {
  getGroup,
  isRefusal,
  readGroups as listGroups,
  readUsersOf,
  sentence,
} from "pulumi-platform-provider/contract";
import { counted } from "../output/texts.js";
import { labelOf, memberOf } from "./findings.js";
import { partyOf } from "./query.js";
import type { Hidden, InstanceReader } from "./reader.js";

/** A group, as far as it is known before its members. */
interface Known {
  id: string;
  name?: string;
  memberCount?: number;
}

/** Reads the groups of an instance, and those whose ids are known, with their owners and members. */
export async function readGroups(reader: InstanceReader): Promise<void> {
  reader.progress("list of groups", 0, 1);
  const named = reader.wanted.groups.map((id): Known => ({ id }));
  const listed = reader.isExtended ? await noteGroups(reader, named) : [];
  if (!reader.isExtended) {
    const read = named.length === 0 ? "" : ` Read: ${counted(named.length, "group")}.`;
    const reason = `No documented call lists groups.${read} Name others with --groups, or set operations to extended.`;
    reader.gaps.push({ of: "groups and their members", reason, needs: "extended" });
  }
  const all = new Map([...named, ...listed].map((one) => [one.id, one]));
  await reader.each("members of groups", [...all.values()], (one) => noteMembers(reader, one));
}

/** The groups of the list. If the instance refuses it, those that somebody named are still worth a look. */
async function noteGroups(reader: InstanceReader, named: readonly Known[]): Promise<Known[]> {
  const groups = await listGroups(reader.connection.instance).catch((error: unknown) => {
    if (!isRefusal(error) || named.length === 0) throw error;
    reader.gaps.push({ of: "groups", reason: sentence(error.reason) });
    return [];
  });
  return groups.map(({ groupId: id, name, memberCount, owners = [] }) => {
    const label = labelOf("group", id, name);
    reader.see("group", id, name, "the list of groups");
    for (const { type, id: owner, displayName } of owners) {
      const to = partyOf(type, owner);
      reader.link("group", id, name, to, "owner");
      reader.seeUser(to, displayName, `owner of ${label}`);
    }
    return { id, name, memberCount };
  });
}

async function noteMembers(reader: InstanceReader, group: Known): Promise<Hidden> {
  const { id, name, memberCount = 0, members } = await withMembers(reader, group);
  const label = labelOf("group", id, name);
  if (group.name === undefined) reader.see("group", id, name, "the group itself");
  if (members === undefined) return "The instance does not show them.";
  for (const { id: user, displayName } of members) {
    const to = { kind: "user", id: user };
    reader.link("group", id, name, to, memberOf);
    reader.seeUser(to, displayName, `member of ${label}`);
  }
  return members.length < memberCount ? "The instance shows fewer than it counts." : undefined;
}

interface WithMembers extends Known {
  members?: readonly { id: string; displayName?: string }[];
}

/** A group with its members: from the extended call, which names them, else from the documented one. */
async function withMembers(reader: InstanceReader, group: Known): Promise<WithMembers> {
  const { instance } = reader.connection;
  if (reader.isExtended && group.name !== undefined) {
    try {
      return { ...group, members: await readUsersOf(instance, { groupId: group.id }) };
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
  const fetched: Fetched = await getGroup.run(instance, { id: group.id });
  return { ...group, ...fetched, id: group.id, members: fetched.userIds?.map((id) => ({ id })) };
}

interface Fetched {
  name?: string;
  userIds?: readonly string[];
  memberCount?: number;
}

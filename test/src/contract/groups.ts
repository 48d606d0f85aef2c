import type { Assumption } from "./assumption.js";
import { but, everywhere, withBody, type ErrorCase, type Fact } from "./fact.js";
import { createdGroup, group, newGroup } from "./specified-fields.js";

const base = "/api/content/v2/groups";
const sample = { name: "Analysts", description: "Who reads the reports", type: "open" };

const unknownGroup: ErrorCase = {
  when: "a group that does not exist",
  source: "SPEC",
  parts: { body: "EXT-C" },
  status: 404,
  params: { group: "1" },
  body: "platform",
};
const usedName: ErrorCase = {
  when: "a name that another group has",
  source: "EXT-C",
  parts: { status: "GUESS" },
  status: 400,
  isUsed: true,
  names: "name",
};
/** The documents show the answer to a read only. */
const unknownToWrite: ErrorCase = { ...unknownGroup, source: "GUESS", parts: {} };

export const createGroup: Fact = {
  name: "createGroup",
  method: "POST",
  path: base,
  source: "SPEC",
  profile: "documented",
  requestFields: newGroup,
  sampleRequest: sample,
  statuses: [200],
  responseFields: createdGroup,
  errors: [
    ...everywhere,
    ...withBody,
    usedName,
    {
      when: "a group without a name",
      source: "EXT-D",
      parts: { status: "GUESS" },
      status: 400,
      request: { type: "open" },
      names: "name",
    },
    {
      when: "a group without a type",
      source: "EXT-D",
      parts: { status: "GUESS" },
      status: 400,
      request: { name: "X" },
      names: "type",
    },
    {
      when: "an unknown field",
      source: "GUESS",
      status: 400,
      request: but(sample, { hidden: true }),
      names: "hidden",
    },
  ],
};

const groupId = { group: { of: createGroup, field: "id" } } as const;

export const fetchGroup: Fact = {
  name: "fetchGroup",
  method: "GET",
  path: `${base}/{group}`,
  source: "SPEC",
  parts: { status: "GUESS" },
  profile: "documented",
  params: groupId,
  statuses: [200],
  responseFields: group,
  errors: [...everywhere, unknownGroup],
};

export const updateGroup: Fact = {
  name: "updateGroup",
  method: "PUT",
  path: `${base}/{group}`,
  source: "EXT-O",
  parts: { status: "GUESS" },
  profile: "extended",
  params: groupId,
  requestFields: { ...newGroup, id: "integer", dynamicDefinition: "object" },
  sampleRequest: { name: "Senior analysts", type: "closed" },
  statuses: [200],
  errors: [
    ...everywhere,
    ...withBody,
    unknownToWrite,
    usedName,
    {
      when: "a type that cannot be chosen",
      source: "EXT-D",
      parts: { status: "GUESS" },
      status: 400,
      request: { type: "system" },
      names: "type",
    },
  ],
};

export const updateGroups: Fact = {
  name: "updateGroups",
  method: "PUT",
  path: base,
  source: "EXT-C",
  parts: { status: "GUESS" },
  profile: "extended",
  requestFields: [{ ...newGroup, groupId: "integer", dynamicDefinition: "object" }],
  statuses: [200],
  errors: [
    ...everywhere,
    {
      when: "a change without a group",
      source: "GUESS",
      status: 400,
      request: [{ name: "X" }],
      names: "[0].groupId",
    },
    {
      when: "a group that does not exist",
      source: "GUESS",
      status: 404,
      request: [{ groupId: 1 }],
    },
  ],
};

export const listGroups: Fact = {
  name: "listGroups",
  method: "GET",
  path: `${base}/grouplist`,
  source: "EXT-O",
  profile: "extended",
  query: { sort: "name", ascending: "true", limit: "100", offset: "0" },
  statuses: [200],
  responseFields: [
    {
      groupId: "integer",
      name: "string",
      groupType: "string",
      description: "string",
      memberCount: "integer",
      owners: [{ type: "string", id: "string", displayName: "string" }],
      created: "string",
    },
  ],
  errors: [...everywhere],
};

const withMember = (name: string, list: unknown) => [{ groupId: 1, [name]: list }];

export const changeGroupAccess: Fact = {
  name: "changeGroupAccess",
  method: "PUT",
  path: `${base}/access`,
  source: "EXT-D",
  profile: "extended",
  requestFields: [
    {
      groupId: "integer",
      addMembers: [{ type: "string", id: "string" }],
      removeMembers: [{ type: "string", id: "string" }],
      addOwners: [{ type: "string", id: "string" }],
      removeOwners: [{ type: "string", id: "string" }],
    },
  ],
  statuses: [200],
  errors: [
    ...everywhere,
    {
      when: "a change without a group",
      source: "GUESS",
      status: 400,
      request: [{ addMembers: [] }],
      names: "[0].groupId",
    },
    {
      when: "a member of another type",
      source: "EXT-D",
      parts: { status: "GUESS" },
      status: 400,
      request: withMember("addMembers", [{ type: "EMAIL", id: "1" }]),
      names: "[0].addMembers[0].type",
    },
    {
      when: "an owner without an id",
      source: "GUESS",
      status: 400,
      request: withMember("addOwners", [{ type: "USER" }]),
      names: "[0].addOwners[0].id",
    },
    {
      when: "a group that does not exist",
      source: "GUESS",
      status: 404,
      request: withMember("addMembers", []),
    },
  ],
};

export const listGroupUsers: Fact = {
  name: "listGroupUsers",
  method: "GET",
  path: `${base}/users`,
  source: "EXT-C",
  parts: { status: "GUESS", answer: "GUESS" },
  profile: "extended",
  query: { group: "5000000001", limit: "500", offset: "0" },
  statuses: [200],
  errors: [
    ...everywhere,
    { when: "a list without a group", source: "GUESS", status: 400, query: {}, names: "group" },
  ],
};

export const readGroupOwners: Fact = {
  name: "readGroupOwners",
  method: "GET",
  path: `${base}/{group}/permissions`,
  source: "EXT-O",
  parts: { status: "GUESS", answer: "GUESS" },
  profile: "extended",
  params: groupId,
  statuses: [200],
  responseFields: { owners: [{ type: "string", id: "string" }] },
  errors: [...everywhere, unknownToWrite],
};

export const deleteGroup: Fact = {
  name: "deleteGroup",
  method: "DELETE",
  path: `${base}/{group}`,
  source: "EXT-O",
  profile: "extended",
  params: groupId,
  statuses: [200],
  errors: [...everywhere, unknownToWrite],
};

export const deleteGroups: Fact = {
  name: "deleteGroups",
  method: "DELETE",
  path: base,
  source: "EXT-C",
  profile: "extended",
  requestFields: ["integer"],
  statuses: [200],
  errors: [
    ...everywhere,
    { when: "a group that does not exist", source: "GUESS", status: 404, request: [1] },
  ],
};

const assumed: Readonly<Record<string, readonly Assumption[]>> = {
  Groups: [
    {
      holds: "Group names are unique on an instance.",
      source: "EXT-C",
      where: ["Group"],
      otherwise:
        "A replacement deletes the old group first without need. After a lost answer, several new groups of one name stop the create.",
    },
    {
      holds: "`type` of a group is `open`, `closed` or `dynamic`.",
      source: "EXT-D",
      shown: ["closed"],
      where: ["Group", "getGroup"],
      otherwise: "The preview warns about other words, and refuses words that look misspelt.",
    },
    {
      holds: "A new group requires `name` and `type`.",
      source: "EXT-D",
      where: ["Group"],
      otherwise: "The preview refuses a valid group.",
    },
    {
      holds: "A closed group never gets another type.",
      source: "EXT-D",
      where: ["Group"],
      otherwise:
        "The preview refuses a possible change. Change the type on the instance and in the program, then refresh.",
    },
    {
      holds: "The user who creates a group becomes its owner.",
      source: "EXT-D",
      where: ["Group"],
      otherwise: "The token's user cannot change or delete the group.",
    },
    {
      holds: "`userIds` of a group has its users, and `memberCount` counts them.",
      source: "GUESS",
      where: ["GroupMembers"],
      otherwise:
        "If `memberCount` is too low, members who are missing in `userIds` count as removed, and the next `up` adds them again.",
    },
    {
      holds: "A member or an owner is a user or a group, with the type `USER` or `GROUP`.",
      source: "EXT-D",
      where: ["GroupMembers"],
      otherwise: "The platform refuses the user or group.",
    },
    {
      holds: "Nobody can change the members of a dynamic, directory or system group by hand.",
      source: "EXT-D",
      where: ["GroupMembers"],
      otherwise: "The preview refuses valid members, and a removed member stays in the group.",
    },
    {
      holds: "An open group has no list of owners.",
      source: "EXT-D",
      where: ["GroupMembers"],
      otherwise: "The preview refuses valid owners.",
    },
    {
      holds: "Adding a member twice, or removing a user who is no member, does no harm.",
      source: "GUESS",
      where: ["GroupMembers"],
      otherwise: "After a lost answer, the repeated request fails. Run the command again.",
    },
  ],
};

export default assumed;

import { z } from "zod";
import { defineFunction } from "../definition/function";
import {
  anyBoolean,
  anyId,
  anyNumber,
  anyText,
  listIn,
  maybe,
  openObject,
} from "../definition/answers";
import { routes } from "../platform/routes";

const group = openObject({
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

export const getGroup = defineFunction({
  name: "getGroup",
  doc: "Gets a group and the ids of its members.",
  args: z.strictObject({
    id: z.string().min(1).describe("Id of the group.").meta({ idOf: "group" }),
  }),
  result: group,
  calls: [{ route: routes.fetchGroup }],
  run: (instance, { id }) =>
    instance.send({
      operation: `read group ${id}`,
      route: routes.fetchGroup,
      params: { group: id },
      answer: group,
    }),
  example: {
    name: "group",
    args: { id: "5000000001" },
    exports: { members: "userIds" },
    answer: {
      id: "5000000001",
      name: "Analysts",
      type: "open",
      userIds: ["1000001", "1000002"],
      creatorId: "1000001",
      memberCount: 2,
      guid: "7a1e5c3b-0d4f-4b2a-9e6c-8f7d6e5c4b04",
      description: "Reads all reports",
      hidden: false,
      default: false,
      active: true,
    },
  },
});

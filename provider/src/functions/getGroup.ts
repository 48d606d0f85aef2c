import { z } from "zod";
import { defineFunction } from "../definition/function";
import { routes } from "../platform/routes";
import { fetchOf, groupAnswer } from "../resources/groups/groupAccess";

export const getGroup = defineFunction({
  name: "getGroup",
  doc: "Gets a group and the ids of its members.",
  args: z.strictObject({
    id: z.string().min(1).describe("Id of the group.").meta({ idOf: "group" }),
  }),
  result: groupAnswer,
  calls: [{ route: routes.fetchGroup }],
  run: (instance, { id }) => instance.send(fetchOf(id, groupAnswer)),
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

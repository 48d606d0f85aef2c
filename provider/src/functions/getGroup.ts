import { z } from "zod";
import { defineFunction } from "../definition/function";
import { anyId, maybe } from "../definition/fields";
import { routes } from "../platform/routes";

const group = z.object({
  id: anyId.describe("Id of the group."),
  name: maybe(z.string()).describe("Name of the group."),
  type: maybe(z.string()).describe("Who can join, such as `open` or `closed`."),
  userIds: maybe(z.array(anyId)).describe("Ids of the members."),
  creatorId: maybe(anyId).describe("Id of the user who created the group."),
  memberCount: maybe(z.number()).describe("Number of members."),
  guid: maybe(z.string()).describe("Globally unique id of the group."),
  description: maybe(z.string()).describe("Purpose of the group."),
  hidden: maybe(z.boolean()).describe("Whether the group is hidden."),
  default: maybe(z.boolean()).describe("Whether the group is a default group."),
  active: maybe(z.boolean()).describe("Whether the group is active."),
});

export const getGroup = defineFunction({
  name: "getGroup",
  doc: "Gets a group and the ids of its members.",
  args: z.strictObject({ id: z.string().min(1).describe("Id of the group.") }),
  result: group,
  calls: [{ route: routes.fetchGroup }],
  run: (instance, { id }) =>
    instance.send({
      operation: `read group ${id}`,
      route: routes.fetchGroup,
      params: { group: id },
      answer: group,
    }),
  example: `import * as platform from "pulumi-platform";

export const members = platform.getGroupOutput({ id: "5000000001" }).userIds;
`,
});

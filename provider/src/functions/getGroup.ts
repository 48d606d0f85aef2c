import { z } from "zod";
import { defineFunction } from "../definition/function";
import { anyId, maybe } from "../definition/fields";
import { groupPath } from "../resources/group";

const group = z.object({
  id: anyId.describe("Id of the group."),
  name: maybe(z.string()).describe("Name of the group."),
  type: maybe(z.string()).describe("Who may join, as in `open` or `closed`."),
  userIds: maybe(z.array(anyId)).describe("Ids of the members."),
  creatorId: maybe(anyId).describe("Id of the user who created the group."),
  memberCount: maybe(z.number()).describe("Number of members."),
  guid: maybe(z.string()).describe("Globally unique id of the group."),
  description: maybe(z.string()).describe("What the group is for."),
  hidden: maybe(z.boolean()).describe("Whether the group is left out where groups are chosen."),
  default: maybe(z.boolean()).describe("Whether it is a default group of the platform."),
  active: maybe(z.boolean()).describe("Whether the group is in use."),
});

export const getGroup = defineFunction({
  name: "getGroup",
  doc: "A group as it is on the instance, with its members.",
  args: z.strictObject({ id: z.string().min(1).describe("Id of the group.") }),
  result: group,
  calls: ["GET /api/content/v2/groups/{group}"],
  run: (instance, { id }) =>
    instance.send({
      operation: `read group ${id}`,
      method: "GET",
      path: groupPath(id),
      answer: group,
    }),
  example: `import * as platform from "pulumi-platform";

export const members = platform.getGroupOutput({ id: "5000000001" }).userIds;
`,
});

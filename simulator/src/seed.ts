import type { StoredRole } from "./state.js";

/** The five roles that every instance begins with. */
export function rolesOfANewInstance(admin: number, privileged: number): StoredRole[] {
  const created = Date.UTC(2023, 0, 1);
  const role = (
    id: number,
    name: string,
    description: string,
    authorities: string[],
    userIds: number[] = [],
  ) => ({ id, name, description, authorities, userIds, created, modified: created });
  return [
    role(1, "Admin", "Full access", ["content.admin", "user.edit", "role.edit"], [admin]),
    role(
      2,
      "Privileged",
      "Edits and shares everything but settings",
      ["content.admin"],
      [privileged],
    ),
    role(3, "Editor", "Edits content and adds data", ["content.edit"]),
    role(4, "Participant", "Views and shares content", ["content.view"]),
    role(5, "Social", "Views content that was shared", ["content.view"]),
  ];
}

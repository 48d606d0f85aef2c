import { unsavedObjects } from "pulumi-platform-provider/contract";
import { fullNameOf, openProject } from "./project.js";
import type { Project } from "./project.js";
import { settingOf, stackSettings } from "./stackSettings.js";

/** The objects on an instance that killed runs of a stack created and did not save, according to its journal. */
export function unsavedOf(
  stack: string,
  baseUrl: string,
  { folder, name }: Pick<Project, "folder" | "name"> = openProject(),
): ReturnType<typeof unsavedObjects> {
  const journal = settingOf("journal", stackSettings(stack, folder));
  return unsavedObjects(fullNameOf(stack, name), { baseUrl, journal });
}

import { cpSync, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "../engine/stack";
import type { Stack } from "../engine/stack";

/** The languages whose hosts come with Pulumi's own CLI only. */
const hosts = { Java: "pulumi-language-java", "C#": "pulumi-language-dotnet" };
type Language = keyof typeof hosts;
export const ownCliLanguages = Object.keys(hosts) as Language[];

/** Whether Pulumi can run programs in a language: its host is on the PATH. */
export const hasHost = (language: Language): boolean =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .some((folder) => existsSync(join(folder, hosts[language])));

/** Makes the package of a language from the plugin, as a reader does, and lets the program of a stack use it. */
export async function addPackage(stack: Stack): Promise<void> {
  await stack.ok("package", "add", join(root, "provider", "bin", "pulumi-resource-platform"));
  const sources = join(stack.folder, "sdks", "platform", "src");
  if (existsSync(sources)) cpSync(sources, join(stack.folder, "src"), { recursive: true });
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Simulator } from "pulumi-platform-simulator";
import { programOf, Stack } from "../engine/stacks/stack";

const ofPackages = "node_modules/pulumi-platform-provider/bin";

/** What `npm test` took from an archive of the plugin, or the plugin that is installed with the packages. */
const path = process.env.PLATFORM_TEST_PLUGIN ?? ofPackages;

/** Lines of a project by which it finds a plugin. */
const pluginsAt = (folder: string) => `
plugins:
  providers:
    - { name: platform, path: ${folder} }
`;
export const plugins = pluginsAt(path);

/** A project whose program uses the plugin. */
export function pluginStack(
  settings: Record<string, string> = {},
  source = programOf("pulumi-platform/plugin"),
  folder = path,
): Stack {
  const stack = new Stack(settings, source);
  stack.write(
    "Pulumi.yaml",
    `name: program\nruntime: { name: nodejs, options: { typescript: false } }${pluginsAt(folder)}`,
  );
  return stack;
}

/** Has a project use the plugin of the packages, of which a test can replace parts: an archive is one script. */
export function takePluginOfPackages(stack: Stack): void {
  const project = readFileSync(join(stack.folder, "Pulumi.yaml"), "utf8");
  stack.write("Pulumi.yaml", project.replace(path, ofPackages));
}

/** What the environment says of an instance. */
export const accessTo = ({ url, token }: Simulator) => ({
  PLATFORM_BASE_URL: url,
  PLATFORM_TOKEN: token,
});

/** The routes that were called, without those that only read. */
export const writes = ({ calls }: Simulator): string[] =>
  calls.filter(({ method }) => method !== "GET").map(({ route }) => route);

export const apply = ["--yes", "--skip-preview"];

import { basename } from "node:path";
import { manifest } from "../manifest.js";
import { jsonText } from "../print.js";
import type { NeededPackage } from "./packages.js";
import { settingsName } from "../stack/stackSettings.js";

/** The choices that decide the files of a project. */
export interface ProjectSettings {
  name: string;
  language: "typescript" | "yaml";
  provider: "plugin" | "dynamic";
  stack: string;
  baseUrl: string;
  operations: "documented" | "extended";
}

/** The files of a project beside its program, by path. A program in YAML is in `Pulumi.yaml`. */
export const projectFiles = (
  project: ProjectSettings,
  packages: readonly NeededPackage[],
  yaml?: string,
): Record<string, string> => ({
  // The last ones are what a pipeline, `recover` and `plan` write. A plan has titles and addresses.
  ".gitignore":
    "node_modules/\n.pulumi/\n/.gitops/\n/*.before-recover.*\npulumi-plan.*\nplan.json\n",
  "Pulumi.yaml": projectFile(project, yaml),
  "package.json": packageFile(project, packages),
  ...(project.language === "typescript" && { "tsconfig.json": compilerOptions }),
});

const compilerOptions = `${jsonText({
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: "ES2022",
    module: "Node16",
    moduleResolution: "Node16",
    esModuleInterop: true,
    skipLibCheck: true,
  },
  files: ["index.ts"],
})}\n`;

function projectFile({ name, language, provider }: ProjectSettings, yaml = ""): string {
  const plugin = `
# npm installs the plugin in this folder.
plugins:
  providers:
    - name: platform
      path: node_modules/pulumi-platform-provider/bin
`;
  return `\
name: ${JSON.stringify(name)}
runtime: ${language === "yaml" ? "yaml" : "nodejs"}

# Where Pulumi keeps the state. PULUMI_BACKEND_URL wins.
backend:
  url: file://.
${provider === "plugin" ? plugin : ""}${yaml === "" ? "" : `\n${yaml}`}`;
}

function packageFile({ language }: ProjectSettings, packages: readonly NeededPackage[]): string {
  const { "@pulumi/pulumi": pulumi, ...compilers } = manifest.devDependencies;
  const versions = (isForDevelopment: boolean) =>
    Object.fromEntries(
      packages
        .filter((one) => (one.isForDevelopment ?? false) === isForDevelopment)
        .map(({ name, file }) => [
          name,
          file === undefined ? manifest.version : `file:packages/${basename(file)}`,
        ]),
    );
  const isTypescript = language === "typescript";
  const content = {
    private: true,
    ...(isTypescript && { main: "index.ts" }),
    dependencies: { "@pulumi/pulumi": pulumi, ...versions(false) },
    devDependencies: { ...versions(true), ...(isTypescript && compilers) },
    // Its install script only prints advice.
    allowScripts: { protobufjs: false },
  };
  return `${jsonText(content)}\n`;
}

/** The settings of a stack, by the path of their file. */
export function settingsFile(
  { stack, baseUrl, operations }: Pick<ProjectSettings, "stack" | "baseUrl" | "operations">,
  mail: "live" | "muted",
  more: Record<string, string>,
): Record<string, string> {
  const quoted = Object.entries({ baseUrl, ...more }).map(
    ([name, value]) => `  platform:${name}: ${JSON.stringify(value)}\n`,
  );
  const text = `config:\n  platform:operations: ${operations}\n  platform:mail: ${mail}\n${quoted.join("")}`;
  return { [settingsName(stack)]: text };
}

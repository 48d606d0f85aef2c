import { manifest } from "../manifest.js";
import type { PackageCopy } from "./packages.js";
import { pythonProgram, typescriptProgram, yamlProgram } from "./programs.js";
import { projectBackend, type Answers } from "./questions.js";
import { readme } from "./readme.js";

/** The content of a project, without the files that every project has. */
export interface Content {
  /** The files of the program by path. */
  files: Record<string, string>;
  /** The program in `Pulumi.yaml`, in YAML. */
  yaml?: string;
  readme: string;
}

/** The files of a project by path; by default with a first program. */
export function projectFiles(
  answers: Answers,
  copies: readonly PackageCopy[],
  content: Content = starter(answers, copies),
): Record<string, string> {
  return {
    ".gitignore": gitignore(answers),
    "Pulumi.yaml": projectFile(answers, content.yaml),
    ...settingsFile(answers),
    "README.md": content.readme,
    "package.json": packageFile(answers, copies),
    ...(answers.language === "typescript" && { "tsconfig.json": compilerOptions }),
    ...content.files,
  };
}

/** The settings of a stack, by the path of their file. */
export const settingsFile = (
  answers: StackSettings,
  more: Record<string, string> = {},
): Record<string, string> => ({
  // Pulumi looks for the last part of a name with an organization.
  [`Pulumi.${answers.stack.replace(/^.*\//, "")}.yaml`]: settings(answers, more),
});

type StackSettings = Pick<Answers, "stack" | "baseUrl" | "operations" | "mail">;

function starter(answers: Answers, copies: readonly PackageCopy[]): Content {
  const isYaml = answers.language === "yaml";
  return {
    files: programFiles(answers, copies),
    yaml: isYaml ? yamlProgram : undefined,
    readme: readme(answers),
  };
}

const compilerOptions = json({
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
});

function programFiles(answers: Answers, copies: readonly PackageCopy[]): Record<string, string> {
  switch (answers.language) {
    case "typescript":
      return { "index.ts": typescriptProgram(answers.provider) };
    case "python": {
      const files = copies.map(({ file }) => file).filter((file) => file.endsWith(".tar.gz"));
      return {
        "__main__.py": pythonProgram,
        "requirements.txt": files.map((file) => `./packages/${file}\n`).join(""),
      };
    }
    case "yaml":
      return {};
  }
}

function projectFile({ name, language, provider, backend }: Answers, yaml?: string): string {
  const runtimes = {
    typescript: "nodejs",
    yaml: "yaml",
    python: "{ name: python, options: { toolchain: pip, virtualenv: venv } }",
  };
  const lines = [
    `name: ${text(name)}`,
    `runtime: ${runtimes[language]}`,
    "",
    "# Where Pulumi keeps the state. PULUMI_BACKEND_URL wins.",
    "backend:",
    `  url: ${text(backend)}`,
  ];
  if (provider === "plugin") {
    lines.push(
      "",
      "# npm installs the plugin in this folder.",
      "plugins:",
      "  providers:",
      "    - name: platform",
      "      path: node_modules/pulumi-platform-provider/bin",
    );
  }
  if (yaml !== undefined) lines.push("", yaml);
  return `${lines.join("\n").trimEnd()}\n`;
}

function settings(
  { baseUrl, operations, mail }: StackSettings,
  more: Record<string, string> = {},
): string {
  const lines = [
    "config:",
    ...(baseUrl === "" ? [] : [`  platform:baseUrl: ${text(baseUrl)}`]),
    `  platform:operations: ${operations}`,
    `  platform:mail: ${text(mail)}`,
    ...Object.entries(more).map(([name, value]) => `  platform:${name}: ${text(value)}`),
  ];
  return `${lines.join("\n")}\n`;
}

function packageFile({ language }: Answers, copies: readonly PackageCopy[]): string {
  const { "@pulumi/pulumi": pulumi, ...compilers } = manifest.devDependencies;
  const packages = copies.filter(({ file }) => file.endsWith(".tgz"));
  const files = (isForDevelopment: boolean) =>
    Object.fromEntries(
      packages
        .filter((one) => (one.isForDevelopment ?? false) === isForDevelopment)
        .map(({ name, file }) => [name, `file:packages/${file}`]),
    );
  const isTypescript = language === "typescript";
  return json({
    private: true,
    ...(isTypescript && { main: "index.ts" }),
    dependencies: { "@pulumi/pulumi": pulumi, ...files(false) },
    devDependencies: { ...files(true), ...(isTypescript && compilers) },
    // Its install script only prints advice.
    allowScripts: { protobufjs: false },
  });
}

function gitignore({ language, backend }: Answers): string {
  const lines = ["node_modules/"];
  if (language === "python") lines.push("venv/", "__pycache__/");
  if (backend === projectBackend) lines.push(".pulumi/");
  return `${lines.join("\n")}\n`;
}

/** As YAML: plain where that means the same text, else quoted. */
function text(value: string): string {
  return /^[a-z][\w./-]*(:[\w./-]+)*$/i.test(value) &&
    !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value)
    ? value
    : JSON.stringify(value);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

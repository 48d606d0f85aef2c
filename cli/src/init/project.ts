import { manifest } from "../manifest.js";
import type { PackageCopy } from "./packages.js";
import { pythonProgram, typescriptProgram, yamlProgram } from "./programs.js";
import { projectBackend, type Answers } from "./questions.js";
import { readme } from "./readme.js";

/** The files of a project by path. */
export function projectFiles(
  answers: Answers,
  copies: readonly PackageCopy[],
): Record<string, string> {
  return {
    ".gitignore": gitignore(answers),
    "Pulumi.yaml": projectFile(answers),
    // Pulumi looks for the last part of a name with an organization.
    [`Pulumi.${answers.stack.replace(/^.*\//, "")}.yaml`]: settings(answers),
    "README.md": readme(answers),
    "package.json": packageFile(answers, copies),
    ...programFiles(answers, copies),
  };
}

function programFiles(answers: Answers, copies: readonly PackageCopy[]): Record<string, string> {
  switch (answers.language) {
    case "typescript":
      return {
        "index.ts": typescriptProgram(answers.provider),
        "tsconfig.json": json({
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
        }),
      };
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

function projectFile({ name, language, provider, backend }: Answers): string {
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
  if (language === "yaml") lines.push("", yamlProgram);
  return `${lines.join("\n").trimEnd()}\n`;
}

function settings({ baseUrl, operations, mail }: Answers): string {
  const lines = [
    "config:",
    ...(baseUrl === "" ? [] : [`  platform:baseUrl: ${text(baseUrl)}`]),
    `  platform:operations: ${operations}`,
    `  platform:mail: ${text(mail)}`,
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

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

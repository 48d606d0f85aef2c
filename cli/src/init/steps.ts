import { isAbsolute, relative } from "node:path";
import process from "node:process";
import { shellWord } from "pulumi-platform-provider/contract";
import type { Answers } from "./questions.js";

/** From the files to the first preview, one command each. */
export interface Step {
  command: string;
  /** The effect and the questions of the command. */
  explanation: string;
}

export function steps({ language, stack, backend, baseUrl, name }: Answers): Step[] {
  return [
    {
      command: "npm install",
      explanation: "installs the packages from `packages/` and the npm registry. It asks nothing.",
    },
    ...(language === "python"
      ? [
          {
            command: "python3 -m venv venv",
            explanation: "creates a folder for Python packages.",
          },
          {
            command: "venv/bin/pip install -r requirements.txt",
            explanation: "installs the Python packages. It asks nothing.",
          },
        ]
      : []),
    ...(hasPassphrase(backend)
      ? [
          {
            command: `(umask 077; set -C; echo "..." > ~/.${name}-passphrase)`,
            explanation:
              "writes the passphrase of the stack to a file that only you can read. Replace the dots with a passphrase of your own, and keep it. The command never replaces a file that exists.",
          },
          {
            command: `export PULUMI_CONFIG_PASSPHRASE_FILE=~/.${name}-passphrase`,
            explanation: "names that file in this terminal.",
          },
        ]
      : []),
    {
      command: `pulumi stack init ${stack}`,
      explanation: hasPassphrase(backend)
        ? "creates the stack. It asks nothing."
        : "creates the stack. It asks you to log in if you have not.",
    },
    ...(baseUrl === ""
      ? [
          {
            command: "pulumi config set platform:baseUrl https://...",
            explanation: "sets the address of your instance. Replace the dots.",
          },
        ]
      : []),
    {
      command: "export PLATFORM_TOKEN=...",
      explanation: "sets the token of your instance in this terminal. Replace the dots.",
    },
    {
      command: "pulumi preview",
      explanation: "reads the instance and changes nothing.",
    },
  ];
}

/** Pulumi Cloud encrypts secrets itself. */
export const hasPassphrase = (backend: string): boolean => !/^https?:/.test(backend);

/** The folder as the person named it, and as this command resolved it. */
export interface Place {
  given: string;
  folder: string;
}

export function nextCommands(answers: Answers, { given, folder }: Place): string[] {
  const path = isAbsolute(given) ? folder : relative(process.cwd(), folder);
  const change = path === "" ? [] : [`cd ${shellWord(path)}`];
  return [...change, ...steps(answers).map(({ command }) => command)];
}

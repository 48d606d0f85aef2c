import { relative } from "node:path";
import type { Answers } from "./questions.js";

/** From the files to the first preview, one command each. */
export interface Step {
  command: string;
  /** What the command does, and what it asks. */
  explanation: string;
}

export function steps({ language, stack, backend, baseUrl }: Answers): Step[] {
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
    {
      command: `pulumi stack init ${stack}`,
      explanation: hasPassphrase(backend)
        ? "creates the stack. It asks twice for a new passphrase, see below."
        : "creates the stack. It asks you to log in if you have not.",
    },
    ...(baseUrl === ""
      ? [
          {
            command: "pulumi config set platform:baseUrl https://example.com",
            explanation: "sets the address of your instance. Replace the example.",
          },
        ]
      : []),
    {
      command: "export PLATFORM_TOKEN=...",
      explanation: "sets the token of your instance in this terminal. Replace the dots.",
    },
    {
      command: "pulumi preview",
      explanation: `reads the instance and changes nothing.${hasPassphrase(backend) ? " It asks for the passphrase." : ""}`,
    },
  ];
}

/** Pulumi Cloud encrypts secrets itself. */
export const hasPassphrase = (backend: string): boolean => !/^https?:/.test(backend);

export function nextCommands(answers: Answers, folder: string): string[] {
  const path = shorter(relative(process.cwd(), folder), folder);
  const change = path === "" ? [] : [`cd ${/^[\w./-]+$/.test(path) ? path : JSON.stringify(path)}`];
  return [...change, ...steps(answers).map(({ command }) => command)];
}

const shorter = (one: string, other: string): string => (one.length <= other.length ? one : other);

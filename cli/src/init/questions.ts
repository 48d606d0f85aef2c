import { basename } from "node:path";
import { insecure, isInsecure, settingsSchema } from "pulumi-platform-provider/contract";

/** The answers that decide the files of a project. */
export interface Answers {
  language: "typescript" | "yaml" | "python";
  provider: "plugin" | "dynamic";
  operations: "documented" | "extended";
  /** The setting `platform:mail`. */
  mail: string;
  /** Address of the instance, or empty. */
  baseUrl: string;
  stack: string;
  backend: string;
  name: string;
}

export type Flags = Partial<Record<keyof Answers, string>>;

export interface Question {
  key: keyof Answers;
  flag: string;
  /** For the help. */
  description: string;
  /** For the terminal. */
  question: string;
  /** The possible answers, each with its meaning. */
  choices?: Record<string, string>;
  standard: (folder: string) => string;
  /** The meaning of Enter, if the default does not show it. */
  enter?: string;
  /** The problem of an answer, if any. */
  problem?: (text: string) => string | undefined;
}

/** State in `.pulumi/` of the project. Pulumi resolves it from the folder in which it runs. */
export const projectBackend = "file://.";

/** In the order in which they are asked. */
export const questions: readonly Question[] = [
  {
    key: "language",
    flag: "--language <language>",
    description: "language of the program (default: typescript)",
    question: "In which language is the program?",
    choices: {
      typescript: "the program is index.ts",
      yaml: "the program is in Pulumi.yaml, needs the plugin",
      python: "the program is __main__.py, needs the plugin",
    },
    standard: () => "typescript",
  },
  {
    key: "provider",
    flag: "--provider <provider>",
    description: "how Pulumi reaches the platform (default: plugin, recommended for teams)",
    question: "How does Pulumi reach the platform?",
    choices: {
      plugin: "recommended: import, previews field by field, every language",
      dynamic: "the dynamic resources, only for TypeScript",
    },
    standard: () => "plugin",
  },
  {
    key: "operations",
    flag: "--operations <operations>",
    description: "calls that the provider may make (default: documented)",
    question: "Which calls may the provider make?",
    choices: {
      documented: "only the documented API, which cannot change or delete most objects",
      extended: "also calls beyond the specification, for example updates and deletes",
    },
    standard: () => "documented",
  },
  {
    key: "mail",
    flag: "--mail <mail>",
    description: "muted, live, or redirect:ADDRESS instead of the recipients (default: muted)",
    question: "Who gets e-mail: muted (nobody), live, or redirect:ADDRESS?",
    standard: () => "muted",
    problem: (text) => refusedBy(settingsSchema.shape.mail, text),
  },
  {
    key: "baseUrl",
    flag: "--base-url <url>",
    description: "address of the instance (default: set later)",
    question: "What is the address of the instance?",
    standard: () => "",
    enter: "set it later",
    problem: addressProblem,
  },
  {
    key: "stack",
    flag: "--stack <name>",
    description: "name of the stack (default: dev)",
    question: "What is the name of the stack?",
    standard: () => "dev",
    problem: (text) =>
      /^([\w.-]+\/){0,2}[\w-][\w.-]*$/.test(text)
        ? undefined
        : "must contain only letters, digits, hyphens, underscores and periods",
  },
  {
    key: "backend",
    flag: "--backend <url>",
    description: `where Pulumi keeps the state (default: ${projectBackend}, the folder of the project)`,
    question: "Where does Pulumi keep the state?",
    standard: () => projectBackend,
    enter: `${projectBackend}, in the project`,
    problem: backendProblem,
  },
  {
    key: "name",
    flag: "--name <name>",
    description: "name of the project (default: name of the folder)",
    question: "What is the name of the project?",
    standard: nameOf,
    problem: (text) =>
      /^[\w.-]{1,100}$/.test(text)
        ? undefined
        : "must contain only letters, digits, hyphens, underscores and periods",
  },
];

/** The problem that the provider finds in a setting. */
function refusedBy(
  rule: {
    safeParse: (value: string) => { error?: { issues: readonly { message: string }[] } };
  },
  text: string,
): string | undefined {
  return rule.safeParse(text).error?.issues[0]?.message;
}

function addressProblem(text: string): string | undefined {
  if (text === "") return undefined;
  if (!isInsecure(text)) return refusedBy(settingsSchema.shape.baseUrl, text);
  return `${insecure}, or set the address and platform:allowInsecure later`;
}

function backendProblem(text: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\/\S+$/.test(text)) {
    return `must be an address, for example ${projectBackend} or s3://my-bucket`;
  }
  if (/^[^/]+\/\/[^/@]*:[^/@]*@/.test(text)) {
    return "must not contain a password, because Pulumi.yaml is not secret; set PULUMI_BACKEND_URL instead";
  }
  return undefined;
}

function nameOf(folder: string): string {
  const name = basename(folder).replace(/[^\w.-]+/g, "-");
  return /\w/.test(name) ? name.slice(0, 100) : "reports";
}

import { parseArgs } from "node:util";

const flag = { type: "boolean", default: false } as const;
const text = { type: "string", default: "" } as const;
const texts = { type: "string", multiple: true, default: [] as string[] } as const;

const options = {
  // What these ask for is so in any case.
  yes: { ...flag, short: "y" },
  "skip-preview": flag,
  "non-interactive": flag,
  diff: flag,
  plaintext: flag,
  "suppress-outputs": flag,
  "generate-code": { ...text, default: "true" },
  // What a run does.
  refresh: { ...text, default: "false" },
  "run-program": flag,
  "continue-on-error": flag,
  "expect-no-changes": flag,
  "clear-pending-creates": flag,
  "preview-only": flag,
  parallel: { ...text, default: "16" },
  target: { ...texts, short: "t" },
  exclude: { ...texts, short: "x" },
  replace: texts,
  "target-replace": texts,
  "target-dependents": flag,
  "exclude-dependents": flag,
  "save-plan": text,
  plan: text,
  // Settings for the stack, as in `platform:mail=muted`.
  config: { ...texts, short: "c" },
  secret: flag,
  path: flag,
  // Stacks and their states.
  stack: { ...text, short: "s" },
  source: text,
  dest: text,
  file: text,
  force: { ...flag, short: "f" },
  all: flag,
  "no-select": flag,
  "preserve-config": flag,
  "include-parents": flag,
  protect: { ...text, default: "true" },
  parent: text,
  provider: text,
} as const;

const parsed = (args: string[]) => parseArgs({ args, allowPositionals: true, options });

/** A command of the CLI, with its options by their names, as far as the in-process engine knows it. */
export interface Command {
  name: string;
  args: string[];
  options: ReturnType<typeof parsed>["values"];
}

/** Commands of which the second word is part of the name. */
const groups = ["config", "stack", "state"];

/** These words can also stand without a value, or with one after `=`. */
const withOptionalValue = ["--refresh"];

/** Throws where a test asks for something that only the real engine does. */
export function readCommand(words: readonly string[]): Command {
  const { values, positionals } = parsed(
    words.map((word) => (withOptionalValue.includes(word) ? `${word}=true` : word)),
  );
  const [first = "", ...args] = positionals;
  const name = groups.includes(first) ? `${first} ${args.shift()}` : first;
  return { name, args, options: values };
}

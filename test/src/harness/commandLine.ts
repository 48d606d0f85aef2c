import { parseArgs } from "node:util";

/** A command of the CLI, as far as the in-process engine knows it. */
export interface Command {
  name: string;
  args: string[];
  refresh: boolean;
  runProgram: boolean;
  continueOnError: boolean;
  expectNoChanges: boolean;
  secret: boolean;
  path: boolean;
  parallel: number;
  /** Settings for the stack, as in `platform:mail=muted`. */
  config: string[];
}

/** Throws where a test asks for something that only the real engine does. */
export function readCommand(words: readonly string[]): Command {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      // What these ask for is so in any case.
      yes: flag,
      "skip-preview": flag,
      diff: flag,
      refresh: flag,
      "run-program": flag,
      "continue-on-error": flag,
      "expect-no-changes": flag,
      secret: flag,
      path: flag,
      parallel: { type: "string", default: "16" },
      config: { type: "string", multiple: true, default: [] },
    },
  });
  const [name = "", ...args] = positionals;
  return {
    name: name === "config" ? `config ${args.shift()}` : name,
    args,
    refresh: values.refresh,
    runProgram: values["run-program"],
    continueOnError: values["continue-on-error"],
    expectNoChanges: values["expect-no-changes"],
    secret: values.secret,
    path: values.path,
    parallel: Number(values.parallel),
    config: values.config,
  };
}

import { Command, InvalidArgumentError, Option } from "commander";
import { BadDataFile } from "./dataFile.js";
import type { Profile } from "./route.js";
import type { VariantName } from "./variants/names.js";
import { ActiveVariants } from "./variants/variants.js";
import { defaultToken, defaultWorkflowToken, startSimulator, type Simulator } from "./simulator.js";

interface Flags {
  port: number;
  profile: Profile;
  token: string;
  workflowToken: string;
  data?: string;
  latencyMs: number;
  pageCap?: number;
  variant?: VariantName[];
  log?: boolean;
}

const wholeNumber =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`Must be a whole number from ${least} to ${most}.`);
    }
    return value;
  };

/** Adds the names of a comma-separated list. */
const variantNames = (text: string, before: VariantName[] = []): VariantName[] => {
  try {
    return [...before, ...new ActiveVariants(text.split(",")).list()];
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
};

const program = new Command("pulumi-platform-simulator")
  .description("A strict, stateful stand-in for one instance of a data & analytics platform.")
  .option(
    "--port <port>",
    "port on the loopback interface; 0 takes a free port",
    wholeNumber(0, 65535),
    0,
  )
  .addOption(
    new Option(
      "--profile <profile>",
      "documented: the specification; extended: also known operations beyond it",
    )
      .choices(["documented", "extended"])
      .default("documented"),
  )
  .option("--token <token>", "developer token", defaultToken)
  .option("--workflow-token <token>", "bearer token of the workflow API", defaultWorkflowToken)
  .option("--data <file>", "file that keeps the state for the next start")
  .option("--latency-ms <ms>", "a delay before every call", wholeNumber(0), 0)
  .option("--page-cap <items>", "the largest page of a list", wholeNumber(1))
  .option(
    "--variant <names>",
    "ways in which the instance answers otherwise, separated by commas",
    variantNames,
  )
  .option("--log", "print one line for each call on standard error")
  .allowExcessArguments(false);

async function main(): Promise<void> {
  program.parse();
  const { log, variant = [], ...options } = program.opts<Flags>();
  const toStderr = (line: string) => process.stderr.write(`${line}\n`);
  const simulator = await startSimulator({
    ...options,
    variants: variant,
    ...(log && { log: toStderr }),
  });
  stopOnSignals(simulator);
  process.stdout.write(`listening ${simulator.url}\n`);
}

function stopOnSignals(simulator: Simulator): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      simulator.close().then(() => process.exit(0), fail);
    });
  }
}

function fail(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  const known = code === "EADDRINUSE" ? `port ${program.opts<Flags>().port} is in use` : message;
  process.stderr.write(`pulumi-platform-simulator: ${known}\n`);
  process.exit(error instanceof BadDataFile || code ? 1 : 2);
}

main().catch(fail);

import { join } from "node:path";
import { useEngine } from "../engine/stacks/engineFolder";
import { root } from "../engine/stacks/stack";
import { allCases } from "./cases/faultCase";
import { killSeries } from "./dying/kill-runs";
import { machineSeries } from "./dying/machines";
import { runMatrix } from "./cases/matrix";
import { readOptions, usage } from "./options";
import type { Options } from "./options";
import { journalKinds, s3Credentials } from "../harness/journalServers";
import { canSeparateMachines } from "../harness/lives/separateMachines";
import type { Entry } from "../harness/sessions/session";
import { Random } from "./cases/random";
import { Results } from "./results";
import type { Repeated } from "./series";
import { noCheckpoints } from "./workspace";
import { allCases as variantCases } from "../variants/cases";
import type { VariantCase } from "../variants/cases";
import { tryAll as tryVariantCases } from "../variants/tryAll";
import type { Result } from "../variants/tryAll";

const say = (line: string) => void process.stderr.write(`${line}\n`);

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === "help") {
    process.stdout.write(usage);
    return 0;
  }
  // Nothing that is set here may point the engine or the provider somewhere else.
  const ours = Object.keys(process.env).filter((name) => /^(PULUMI|PLATFORM)_/.test(name));
  for (const name of ours) Reflect.deleteProperty(process.env, name);
  let stopping = false;
  process.once("SIGINT", () => (stopping = true));
  const stopped = () => stopping;
  if (options.variants) return tryVariants(options, stopped);
  await useEngine();

  const { withoutCheckpoints, journal } = options;
  const server = journal && (await journalKinds[journal]());
  if (journal !== undefined && server === undefined) throw new Error(`${journal} is not installed`);
  Object.assign(process.env, s3Credentials);
  const environment = {
    ...(withoutCheckpoints && noCheckpoints),
    ...(server && { ...s3Credentials, PLATFORM_JOURNAL: server.address("journals") }),
  };
  try {
    return await tryFaults(options, environment, stopped);
  } finally {
    await server?.stop();
  }
}

/** Tries what is asked for; 0 if all is well. */
async function tryFaults(
  options: Options,
  environment: Record<string, string>,
  stopped: () => boolean,
): Promise<number> {
  const { only, jobs, quick, seed, withoutCheckpoints, inProcess, journal } = options;
  const isAsked = isAskedBy(options);
  const well: boolean[] = [];
  const tell = (what: string, wanted: number, { done, failures }: Repeated) => {
    const summary = `${what}: ${done} of ${wanted} done, ${failures.length} failed`;
    process.stdout.write([...failures, summary, ""].join("\n"));
    well.push(done === wanted && failures.length === 0);
  };
  // Some operations are those of programs that only the real engine runs.
  const cases = allCases().filter(
    (one) => isAsked(one) && !(inProcess && one.operation.onEngine === true),
  );
  const isSeparable = canSeparateMachines();
  const allSeries = [...killSeries, ...(isSeparable ? machineSeries : [])];
  const series = options.kills > 0 ? allSeries.filter(isAsked) : [];
  if (cases.length + series.length === 0) throw new Error(`no case has "${only}" in its name`);
  const name = [
    "matrix",
    inProcess && "in-process",
    withoutCheckpoints && "without-checkpoints",
    journal,
  ];
  const file = `${name.filter(Boolean).join("-")}.jsonl`;
  const results = new Results(join(root, ".faults", file), options.fresh);
  await runMatrix(cases, results, { jobs, quick, environment, inProcess, stopped, say });
  if (cases.length > 0) process.stdout.write(`${results.summary(cases)}\n`);
  if (series.length > 0) say(`seed ${seed}`);
  if (series.length > 0 && !isSeparable) say("not run: two machines, which need unshare");
  for (const one of series) {
    if (stopped()) break;
    const how = { environment, quick, stopped, say };
    tell(one.name, options.kills, await one.run(options.kills, new Random(seed), how));
  }
  well.push(...cases.map((faultCase) => (results.of(faultCase)?.ending ?? "failed") !== "failed"));
  return well.every(Boolean) ? 0 : 1;
}

/** Whether something is to be tried, by its entry and name. */
const isAskedBy =
  ({ on, only }: Pick<Options, "on" | "only">) =>
  ({ entry, name }: { entry: Entry; name: string }) =>
    on.includes(entry) && (only === undefined || name.includes(only));

/** Tries the table of variants; the last line counts. */
async function tryVariants({ on, only }: Options, stopped: () => boolean): Promise<number> {
  const cases = variantCases.filter(isAskedBy({ on, only }));
  const count = { tried: 0, failed: 0 };
  const tried = ({ name }: VariantCase, { problems, said = "" }: Result) => {
    if (++count.tried % 100 === 0) say(`${count.tried}/${cases.length}`);
    if (problems.length === 0) return;
    count.failed++;
    process.stdout.write(`FAILED ${[name, ...problems].join("\n  ")}\n${said}\n`);
  };
  await tryVariantCases(cases, tried, stopped);
  process.stdout.write(`${count.tried - count.failed} passed, ${count.failed} failed\n`);
  return count.tried === cases.length && count.failed === 0 ? 0 : 1;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);

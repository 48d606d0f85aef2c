import { parseArgs } from "node:util";
import { kinds } from "./kinds";
import type { HostileKind } from "./kinds";
import { openSite } from "./site";
import { EngineSite } from "./engineSite";
import { runsOf, tryOnEngine, usualSeconds } from "./onEngine";
import type { Usual } from "./onEngine";
import { useEngine } from "../engine/stacks/engineFolder";
import { tryInProcess } from "./inProcess";
import type { Result } from "./result";
import { table } from "./table";

const usage = `npm run hostile -- [options]

  Runs commands of Pulumi's engine against servers that are hostile in every known way, and prints how
  long each took, how much memory the provider needed, and what it said.

  --only TEXT   only the kinds with this text in their names
  --jobs 4      kinds at a time
  --all         every command at every moment; otherwise a preview and two updates of each kind
  --in-process  calls the client of the provider without an engine, in a minute
  --list        prints the names of the kinds
`;

const print = (text: string) => void process.stdout.write(`${text}\n`);

const progress = (text: string) => void process.stderr.write(`${text}\n`);

type Next = () => HostileKind | undefined;
type Tried = (kind: HostileKind, result: Result) => void;

async function workInProcess(next: Next, tried: Tried): Promise<void> {
  const site = await openSite();
  for (let kind = next(); kind; kind = next()) {
    for (const result of await tryInProcess(kind, site)) tried(kind, result);
  }
  await site.close();
}

/** Each worker has a stack of its own, and another one for TLS. */
async function workOnEngine(next: Next, tried: Tried, isAll: boolean): Promise<void> {
  const sites = new Map<boolean, { site: EngineSite; usual: Usual }>();
  const open = async (isTls: boolean) => {
    const site = await EngineSite.open({ isTls });
    return { site, usual: await usualSeconds(site) };
  };
  for (let kind = next(); kind; kind = next()) {
    for (const { moment, command } of runsOf(kind, kinds.indexOf(kind), isAll)) {
      const isTls = moment === "connection";
      const { site, usual } = sites.get(isTls) ?? (await open(isTls));
      sites.set(isTls, { site, usual });
      tried(kind, await tryOnEngine(site, kind, { moment, command, usual }));
    }
  }
  for (const { site } of sites.values()) await site.close();
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: "" },
      jobs: { type: "string", default: "4" },
      "in-process": { type: "boolean", default: false },
      all: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const chosen = kinds.filter(({ name }) => name.includes(values.only));
  if (values.help || values.list) {
    print(values.help ? usage : chosen.map(({ name }) => name).join("\n"));
    return 0;
  }
  if (chosen.length === 0) throw new Error(`no kind has "${values.only}" in its name`);
  if (!values["in-process"]) await useEngine();
  const from = Date.now();
  const results = new Map<HostileKind, Result[]>();
  const waiting = [...chosen];
  const next = () => waiting.shift();
  const tried = (kind: HostileKind, result: Result) => {
    results.set(kind, [...(results.get(kind) ?? []), result]);
    progress(table([result]).split("\n")[2] ?? "");
  };
  const work = values["in-process"] ? workInProcess : workOnEngine;
  await Promise.all(
    Array.from({ length: Number(values.jobs) }, () => work(next, tried, values.all)),
  );
  const all = chosen.flatMap((kind) => results.get(kind) ?? []);
  print(table(all));
  const failed = all.filter(({ problems }) => problems.length > 0);
  const seconds = Math.round((Date.now() - from) / 1000);
  print(`${chosen.length} kinds, ${all.length} runs in ${seconds} s, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    print(String((error as Error).stack));
    process.exit(1);
  },
);

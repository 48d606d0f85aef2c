import { parseArgs } from "node:util";
import { useEngine } from "../engine/stacks/engineFolder";
import { hasRealProxy, howToInstall } from "./realProxy";
import { ownRows, realRows } from "./rows";
import type { NetworkRow } from "./rows";
import { table } from "./verdict";
import type { NetworkResult } from "./verdict";
import { openWay, wayNames } from "./ways";
import type { WayName } from "./ways";

const usage = `npm run networks -- [options]

  Tries the networks of companies: proxies that pass, ask, refuse, cut and stall, and certificates of a private
  authority, with the plugin, the dynamic resources, the functions and the commands.

  --only TEXT   only the networks with this text in their names
  --way TEXT    only the ways with this text in their names
  --jobs 3      ways at a time
  --list        prints the names of the networks
`;

const print = (text: string) => void process.stdout.write(`${text}\n`);
const progress = (text: string) => void process.stderr.write(`${text}\n`);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: "" },
      way: { type: "string", default: "" },
      jobs: { type: "string", default: "3" },
      list: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const hasName = ({ name }: NetworkRow) => name.includes(values.only);
  const [own, real] = [ownRows.filter(hasName), realRows.filter(hasName)];
  if (values.help || values.list) {
    print(values.help ? usage : [...own, ...real].map(({ name }) => name).join("\n"));
    return 0;
  }
  const ways = wayNames.filter((name) => name.includes(values.way));
  if (own.length + real.length === 0)
    throw new Error(`no network has "${values.only}" in its name`);
  if (ways.length === 0) throw new Error(`no way has "${values.way}" in its name`);
  await useEngine();
  const from = Date.now();
  const isThere = await hasRealProxy();
  const rows = isThere ? [...own, ...real] : own;
  const results: NetworkResult[] = [];
  const waiting = [...ways];
  const work = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift())
      await tryAll(name, rows, results);
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  const order = (row: string) => rows.findIndex(({ name }) => name === row);
  results.sort((a, b) => order(a.row) - order(b.row));
  print(table(results));
  if (!isThere && real.length > 0) {
    print(`not run: ${real.length} networks with a real proxy. Install one: ${howToInstall}`);
  }
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  const seconds = Math.round((Date.now() - from) / 1000);
  print(`${rows.length} networks, ${results.length} runs in ${seconds} s, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function tryAll(name: WayName, rows: readonly NetworkRow[], results: NetworkResult[]) {
  const way = await openWay(name);
  for (const row of rows) {
    const result = await way.try(row);
    results.push(result);
    progress(table([result]).split("\n")[2] ?? "");
  }
  await way.close();
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    print(String((error as Error).stack));
    process.exit(1);
  },
);

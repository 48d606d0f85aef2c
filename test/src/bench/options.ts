import { resolve } from "node:path";
import { parseArgs } from "node:util";

export interface Options {
  sizes: number[];
  latencyMs: number;
  repeat: number;
  /** Whether the file backend compresses the state, which it does only when it is told to. */
  compressed: boolean;
  /** Whether OpenTofu and a generic REST provider run instead of the tutorial. */
  field: boolean;
  /** Whether only the recommended settings run, beside providers that do nothing. */
  floor: boolean;
  /** Whether the plugin runs with its journal in a folder and in stores. */
  journals: boolean;
  /** Where every single run is written. */
  json?: string;
  /** The folder where the profiles of every command are written. */
  profiles?: string;
}

export const usage = `npm run bench -- [options]

  --sizes 100,400   numbers of schedules; two from 400 show the CPU time of one, such as 400,2000
  --latency 150     milliseconds that the instance waits with every call
  --repeat 1        runs of each; the table shows medians
  --compressed      with PULUMI_DIY_BACKEND_ZSTD, which compresses the state
  --field           compares with OpenTofu and a generic REST provider, which the first run builds
  --floor           compares only with providers that do nothing, or only the work, in the recommended settings
  --journals        compares journals in a folder, in PostgreSQL and in S3, as far as they are installed
  --json FILE       writes every run to a file
  --profiles FOLDER writes V8 profiles of provider and program, which makes both slower
`;

/** Reads the command line; throws with a message for the user. */
export function readOptions(args: string[]): Options | "help" {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: "string", default: "100,400" },
      latency: { type: "string", default: "150" },
      repeat: { type: "string", default: "1" },
      compressed: { type: "boolean", default: false },
      field: { type: "boolean", default: false },
      floor: { type: "boolean", default: false },
      journals: { type: "boolean", default: false },
      json: { type: "string" },
      profiles: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  return {
    sizes: values.sizes.split(",").map((size) => whole("--sizes", size, 1)),
    latencyMs: whole("--latency", values.latency, 0),
    repeat: whole("--repeat", values.repeat, 1),
    compressed: values.compressed,
    field: values.field,
    floor: values.floor,
    journals: values.journals,
    json: values.json,
    profiles: values.profiles && resolve(values.profiles),
  };
}

function whole(option: string, text: string, least: number): number {
  if (!/^\d+$/.test(text) || Number(text) < least) {
    throw new Error(`${option} takes whole numbers from ${least}, not "${text}"`);
  }
  return Number(text);
}

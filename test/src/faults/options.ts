import { parseArgs } from "node:util";
import { entries } from "../harness/sessions/session";
import { journalKinds } from "../harness/journalServers";
import type { JournalKind } from "../harness/journalServers";
import type { Entry } from "../harness/sessions/session";

export interface Options {
  /** Where all of it is tried. */
  on: readonly Entry[];
  /** Only cases with this text in their names. */
  only?: string;
  /** Forgets the results of earlier runs. */
  fresh: boolean;
  /** Takes the agreement of program, state and instance for enough, without a preview that says so. */
  quick: boolean;
  /** The engine saves its state only at the end of a run. */
  withoutCheckpoints: boolean;
  /** Kills processes of the engine that stands in for the real one; of kills, only the table. */
  inProcess: boolean;
  /** Where the journals are; in folders unless given. */
  journal?: JournalKind;
  /** How many cases are tried at a time. */
  jobs: number;
  /** Instead: the table of variants. */
  variants: boolean;
  /** How many runs of each series are killed. */
  kills: number;
  seed: number;
}

export const usage = `npm run faults -- [options]

  Tries every fault at every moment of every operation, then kills runs of 60 creates, mails,
  replacements and deletes, cuts the power, and has a second machine take over from the first.
  Goes on where it was stopped, and tries again what failed.

  --entry NAME   on this entry only: dynamic or plugin; on both unless given
  --only TEXT   only the cases, and the series of kills, with this text in their names
  --without-checkpoints
                the engine saves its state only at the end of a run; these results are kept apart
  --fresh       forgets earlier results
  --quick       without the preview that ends each case that a second run healed
  --in-process  kills in the engine that stands in for the real one: all cases in minutes, no series
  --journal NAME
                keeps the journals in postgres or s3; these results are kept apart
  --jobs 2      cases at a time
  --kills 20    how many runs of each series are killed; 0 for none, and with --only unless given
  --variants     instead: every act on instances that do the same work and answer otherwise
  --seed S      of the kills; drawn unless given
`;

/** Reads the command line; throws with a message for the user. */
export function readOptions(args: string[]): Options | "help" {
  const { values } = parseArgs({
    args,
    options: {
      entry: { type: "string" },
      only: { type: "string" },
      fresh: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
      "in-process": { type: "boolean", default: false },
      journal: { type: "string" },
      "without-checkpoints": { type: "boolean", default: false },
      variants: { type: "boolean", default: false },
      jobs: { type: "string", default: "2" },
      kills: { type: "string" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  const inProcess = values["in-process"];
  const {
    only,
    fresh,
    quick,
    variants,
    kills = only === undefined && !inProcess ? "20" : "0",
  } = values;
  const on = entries.filter((entry) => entry === (values.entry ?? entry));
  if (on.length === 0)
    throw new Error(`--entry takes ${entries.join(" or ")}, not "${values.entry}"`);
  const journal = Object.keys(journalKinds).find((kind) => kind === values.journal);
  if (journal !== values.journal)
    throw new Error(`--journal takes ${Object.keys(journalKinds).join(" or ")}`);
  return {
    on,
    journal: journal as JournalKind | undefined,
    only,
    fresh,
    quick,
    inProcess,
    variants,
    withoutCheckpoints: values["without-checkpoints"],
    jobs: whole("--jobs", values.jobs, 1),
    kills: whole("--kills", kills, 0),
    seed: whole("--seed", values.seed, 0),
  };
}

function whole(option: string, text: string, least: number): number {
  if (!/^\d+$/.test(text) || Number(text) < least) {
    throw new Error(`${option} takes whole numbers from ${least}, not "${text}"`);
  }
  return Number(text);
}

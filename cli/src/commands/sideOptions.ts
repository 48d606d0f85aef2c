import type { Command } from "commander";
import { instancesFile } from "../instances/file.js";
import { readable } from "../inventory/read.js";
import type { Wanted } from "../inventory/read.js";
import { idsFrom, kindsFrom } from "../inventory/wanted.js";

/** The options of every command that reads two sides. */
export interface SideFlags {
  only?: string;
  filter?: string;
  datasets?: string;
  cards?: string;
  groups?: string;
}

export const withSides = (command: Command): Command =>
  command
    .argument("<a>", `name in ${instancesFile}, or stack:NAME for the state of a stack`)
    .argument("<b>", "the same")
    .option("--only <kinds>", `${readable.map(({ plural }) => plural).join(", ")} (default: all)`)
    .option("--filter <text>", "only objects whose title or name contains the text")
    .option("--datasets <ids>", "ids of datasets of <a>, or a file with one id per line")
    .option("--cards <ids>", "ids of cards of <a>, or a file with one id per line")
    .option("--groups <ids>", "ids of groups of <a>, or a file with one id per line");

export function wantedFrom({ only, filter, datasets, cards, groups }: SideFlags): Wanted {
  const given = { dataset: datasets, card: cards, group: groups };
  const ids = Object.fromEntries(
    Object.entries(given).map(([kind, value]) => [kind, idsFrom(value)]),
  );
  return { kinds: kindsFrom(only), ids, filter };
}

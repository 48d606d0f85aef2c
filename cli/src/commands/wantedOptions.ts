import { pluralOf } from "pulumi-platform-provider/contract";
import type { Command } from "commander";
import { instancesFile } from "../instances/file.js";
import { readable } from "../inventory/read.js";

/** Adds the options that select objects; `whose` is appended to the kinds of ids. */
export const withWanted = (command: Command, whose = ""): Command =>
  ["datasets", "cards", "groups"].reduce(
    (known, kind) =>
      known.option(`--${kind} <ids>`, `ids of ${kind}${whose}, or a file with one id per line`),
    command
      .option("--only <kinds>", `${readable.map(pluralOf).join(", ")} (default: all)`)
      .option("--filter <text>", "only objects whose title or name contains the text"),
  );

export const withSides = (command: Command): Command =>
  withWanted(
    command
      .argument("<a>", `name in ${instancesFile}, or stack:NAME for the state of a stack`)
      .argument("<b>", "the same"),
    " of <a>",
  );

import type { Change, Preview } from "../preview/types.js";
import { changesSection } from "./changes.js";
import { driftSection } from "./drift.js";
import { impossibleSection } from "./impossible.js";
import { effectsOf, possible, refusalsIn } from "../effects/effects.js";
import type { Effects } from "../effects/effects.js";
import { mailSection } from "./mailSection.js";
import { accessSection, lossesSection, onceSection } from "./peopleSections.js";
import { fitted } from "./sections.js";
import type { Section } from "./sections.js";
import { longestMessage, TextFormatter } from "../output/texts.js";
import { isNothing, totals } from "./totals.js";

interface CommentOptions {
  /** How many characters the comment can have. */
  limit: number;
  showAddresses?: boolean;
  /** The current time, in milliseconds since 1970: the next e-mail of a schedule comes after it. */
  now?: number;
  /** The name of the file with the full text, for a comment that is cut. */
  fullFile?: string;
}

export interface Comment {
  markdown: string;
  /** The same without any cut and without folding. */
  full: string;
}

/** The comment of a pull request. */
export function commentOf(preview: Preview, options: CommentOptions): Comment {
  const { limit, showAddresses = false, fullFile } = options;
  const sorted = { ...preview, changes: inOrder(preview.changes), drift: inOrder(preview.drift) };
  const effects = effectsOf(sorted, options.now);
  const write = (isFull: boolean, most: number) => {
    const texts = new TextFormatter({ showAddresses, isFull });
    return fitted(
      totals(sorted, refusalsIn(sorted), texts),
      isNothing(sorted) ? [] : sectionsOf(sorted, effects, texts),
      { most, isFolded: !isFull },
      whenCut(limit, fullFile, texts),
    );
  };
  return { markdown: write(false, limit), full: write(true, Infinity) };
}

function sectionsOf(preview: Preview, effects: Effects, texts: TextFormatter): Section[] {
  const { changes, drift, impossible } = preview;
  const isRefused = refusalsIn(preview);
  return [
    lossesSection(effects.losses, texts),
    impossibleSection(impossible, texts),
    earlierSection(changes, texts),
    mailSection(preview, possible(preview), effects.mailings, texts),
    accessSection(effects.access, texts),
    onceSection(effects.once, texts),
    changesSection(changes, isRefused, texts),
    driftSection(drift, changes, isRefused, texts),
    ...problemSections(preview, texts),
  ].filter(({ rows, remarks = "" }) => rows.length > 0 || remarks !== "");
}

/** What an earlier run has done of these changes. */
const earlierSection = (changes: readonly Change[], texts: TextFormatter): Section => ({
  title: "What an earlier run has begun",
  rows: changes
    .flatMap(({ earlier = [] }) => earlier)
    .map(({ text }) => texts.code(text, longestMessage)),
  ...{ foldedAbove: 10, noun: "resource", cutOrder: 4 },
});

/** The sections about problems and warnings of the engine. */
function problemSections({ problems, warnings }: Preview, texts: TextFormatter): Section[] {
  const rowsOf = (said: readonly string[]) => said.map((text) => texts.code(text, longestMessage));
  return [
    { title: "Problems", rows: rowsOf(problems), foldedAbove: 10, noun: "problem", cutOrder: 5 },
    { title: "Warnings", rows: rowsOf(warnings), foldedAbove: 10, noun: "warning", cutOrder: 6 },
  ];
}

/** Sorts resources. The engine reports them in a changing order, which would change every comment. */
const inOrder = <One extends { type: string; label: string; urn: string }>(all: readonly One[]) =>
  [...all].sort(
    (a, b) => compare(a.type, b.type) || compare(a.label, b.label) || compare(a.urn, b.urn),
  );

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const whenCut = (limit: number, fullFile: string | undefined, texts: TextFormatter): string =>
  `<p>This comment is cut at ${limit.toLocaleString("en-US")} characters. ${
    fullFile === undefined
      ? "For the full text, run <code>pulumi-platform comment --full FILE</code>."
      : `The full text is in the file ${texts.code(fullFile)}.`
  }</p>`;

import { findIana } from "windows-iana";
import { z } from "zod";
import type { IdKind } from "./ids/idKinds";
import { suggest } from "./ids/nearest";
import { digits } from "./ids/numericIds";
import { memoize } from "./memoize";
import { orUndefined } from "./orUndefined";

const partsOf = (word: string) => word.toLowerCase().split(/[^a-z0-9]+/);

/** The maximum number of letters that an abbreviation leaves out or an ending adds. */
const mostEnding = 2;

/**
 * The known values that a person can have meant: the closest one, those that the value abbreviates or adds an ending to
 * (`WEEK`), or those of several parts that share a part with it (`CAN_READ`).
 */
function meantBy(value: string, known: readonly string[]): readonly string[] {
  const closest = suggest(value, known);
  if (closest !== undefined) return [closest];
  const spelled = value.trim().toLowerCase();
  const parts = partsOf(spelled);
  return known.filter((each) => {
    const word = each.toLowerCase();
    const isBegun = word.startsWith(spelled) || spelled.startsWith(word);
    const shared = partsOf(word).filter((part, _at, all) => all.length > 1 && parts.includes(part));
    return (isBegun && Math.abs(word.length - spelled.length) <= mostEnding) || shared.length > 0;
  });
}

/** A value that the specification does not list, but that the platform may accept. */
export interface OpenIssue {
  /** Empty if only the form of the value is unusual. */
  known: readonly string[];
  /** The known values that a person can have meant. */
  meant: readonly string[];
  /** Whether the value is probably a mistake, although no known value is like it. */
  isImplausible?: boolean;
}

/**
 * The issue for a value that the specification does not list. The lifecycle refuses a value that looks like a misspelt
 * known value, or is implausible, unless a setting allows it, and warns about all other values.
 */
export const openIssue = (
  input: string | number,
  open: OpenIssue,
  path: string[] = [],
  message = "is not a known value",
) => ({
  code: "custom" as const,
  input,
  path,
  message,
  params: { ...open },
  // Other checks find their own problems.
  continue: true,
});

/** A word with known values. The platform may accept others. */
export function openWord(...known: [string, ...string[]]) {
  return z
    .string()
    .min(1)
    .check(({ value, issues }) => {
      if (value === "" || known.includes(value)) return;
      issues.push(openIssue(value, { known, meant: meantBy(value, known) }));
    })
    .meta({ known, meaning: (word: string) => word.toUpperCase() });
}

/** An id of the form that the platform gives to files and sessions. */
export const uuid = () => z.guid("must be a uuid, as in 0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01");

/** The issue for an id that is not a UUID. The vendor documentation shows UUIDs, the specification no form. */
export const oddDatasetId = (id: string, path: string[] = []) =>
  z.guid().safeParse(id).success
    ? []
    : [
        openIssue(
          id,
          { known: [], meant: [] },
          path,
          "does not look like the id of a dataset (a UUID)",
        ),
      ];

/** The id of a dataset. */
export const datasetIdField = () =>
  z
    .string()
    .min(1)
    .check(({ value, issues }) => {
      if (value !== "") issues.push(...oddDatasetId(value));
    })
    .describe("Id of the dataset.")
    .meta({ idOf: "dataset" });

/** An object whose fields the specification does not show. */
export const openRecord = () => z.record(z.string(), z.unknown());

/** A whole number that JavaScript represents exactly. */
export const wholeNumber = () => z.int().nonnegative();

/** A whole number within a range that the specification does not show. */
export const assumedRange = (least: number, most: number) =>
  z.int32().check(({ value, issues }) => {
    if (value >= least && value <= most) return;
    const open: OpenIssue = { known: [`${least}–${most}`], meant: [], isImplausible: true };
    issues.push(openIssue(value, open, [], "is outside the assumed range"));
  });

/** The id of an object of this kind, which the platform counts. */
export const numericId = (idOf: IdKind) =>
  z
    // A failure that ends its option is described by the error of the union.
    .union([z.int({ abort: true }), z.string().regex(digits, { abort: true })], {
      error: "a whole number, or its digits as text, which ids from 2^53 on need",
    })
    .meta({ idOf, meaning: String });

/** Refuses an item that is in a list twice. `said` gets the item and the index of its first occurrence. */
export const eachOnce =
  <Item>(keyOf: (item: Item) => string, said: (item: Item, first: number) => string) =>
  ({ value, issues }: z.core.ParsePayload<Item[]>): void => {
    const keys = value.map(keyOf);
    for (const [index, item] of value.entries()) {
      const first = keys.indexOf(keyOf(item));
      if (first === index) continue;
      issues.push({ code: "custom", input: item, path: [index], message: said(item, first) });
    }
  };

/** The meaning of a name. Platforms can store letters with accents in another form, or remove spaces at the ends. */
export const meantName = (name: unknown): unknown =>
  typeof name === "string" ? name.normalize("NFC").trim() : name;

/** A name without what platforms change in what they store: letter case, and the number of blanks. */
export const foldedName = (name: unknown): unknown =>
  typeof name === "string" ? folded(name).replace(/ +/g, " ").trim() : name;

/** A text in the one form of all its spellings, for a search. */
export const folded = (text: string): string => text.normalize("NFC").toLowerCase();

/** The meaning of a list in which order and repetition do not matter. */
export const setOf =
  <Item>(keyOf: (item: Item) => string) =>
  (items: readonly Item[]): string[] =>
    [...new Set(items.map(keyOf))].sort();

/** A time zone: any name of the IANA database, or UTC. The platform can know newer zones than this runtime. */
export const timeZone = () =>
  z
    .string()
    .min(1)
    .check(({ value, issues }) => {
      if (value === "") return;
      if (resolveZone(value) !== undefined && /^[A-Z]/.test(value)) {
        // Runtimes know short names such as PST, which are no names of regions.
        if (value !== "UTC" && !value.includes("/")) {
          const said = "is not UTC or the name of a region and a city, such as America/New_York";
          issues.push(openIssue(value, { known: [], meant: [] }, [], said));
        }
        return;
      }
      const zones = ["UTC", ...Intl.supportedValuesOf("timeZone")];
      const city = `/${value.trim().replaceAll(/\s+/g, "_").toLowerCase()}`;
      const ofCity = zones.filter((zone) => zone.toLowerCase().endsWith(city));
      const meant = suggest(value, zones);
      const open = { known: [], meant: meant === undefined ? ofCity : [meant] };
      issues.push(
        openIssue(
          value,
          open,
          [],
          "is not a time zone that this machine knows: use UTC or a name such as America/New_York",
        ),
      );
    })
    .meta({ meaning: (zone: string) => resolveZone(zone) ?? zone, alike: isWindowsNameOf });

/** The zones of the IANA database that CLDR has for the name of a zone in Windows, the usual one first. */
const zonesOfWindows = memoize((name: string): readonly string[] => findIana(name));

/** Whether one of two zones has its name in Windows, and the other one is a zone with this name. */
function isWindowsNameOf(one: string, other: string): boolean {
  const isOf = (zone: string, name: string) =>
    zonesOfWindows(name).some((known) => resolveZone(known) === resolveZone(zone));
  return isOf(one, other) || isOf(other, one);
}

/** The name of a time zone in the IANA database: several zones can have one name in Windows. */
export const ianaZone = (name: string): string =>
  resolveZone(name) === undefined ? (zonesOfWindows(name)[0] ?? name) : name;

/**
 * The runtime's own name of a time zone; undefined if there is no such zone. The results are remembered, because this is
 * slow, and a program can use the same few zones hundreds of times.
 */
export const resolveZone = memoize((timeZone: string) => {
  // Offsets like +01:00 are accepted by newer runtimes, but they are not zones.
  if (/^[+-]/.test(timeZone)) return undefined;
  return orUndefined(() => new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone);
});

import { firstPart } from "pulumi-platform-provider/program";
import { withLeaves, withWords } from "../stack/values.js";
import { asCode } from "./markdown.js";

interface TextOptions {
  /** Addresses are shown in full. */
  showAddresses: boolean;
  /** Nothing is left out. */
  isFull: boolean;
}

/** Longer texts are cut in the comment. */
const longest = 300;
/** Reasons and messages need more. */
export const longestMessage = 2_000;
/** More items of a list are only counted. */
const maxItems = 10;

/** Formats texts and values of programs, instances and the engine. */
export class TextFormatter {
  /** The addresses behind each masked one, in the order in which they were shown. */
  readonly #masked = new Map<string, string[]>();

  constructor(readonly options: TextOptions) {}

  /** A text as code, cut if it is long. */
  code = (text: string, most = longest): string => {
    if (this.options.isFull || text.length <= most) return asCode(this.masked(text));
    // An address that the cut would break is masked first.
    const shown = firstPart(this.masked(text.slice(0, most + longestAddress)), most);
    return asCode(`${shown}… (${counted(text.length, "character")})`);
  };

  /** A value of a field. */
  value(value: unknown): string {
    if (value === undefined || value === null) return "nothing";
    if (!Array.isArray(value)) return this.code(plainText(value));
    return value.length === 0 ? "nothing" : this.list(value.map(plainText));
  }

  /** The cells of a list that changed: only the items that differ. */
  changedItems(
    removed: readonly unknown[],
    added: readonly unknown[],
    stays: number,
  ): [string, string] {
    const rest = stays > 0 ? [`${stays} as before`] : [];
    const cell = (some: readonly unknown[], more: readonly string[] = []) =>
      [...(some.length > 0 ? [this.value(some)] : []), ...more].join("<br>");
    return [cell(removed), cell(added, rest)];
  }

  /** Several texts, each as code. */
  list(texts: readonly string[], separator = "<br>"): string {
    const most = this.options.isFull ? Infinity : maxItems;
    const shown = texts.slice(0, most).map((text) => this.code(text));
    const left = texts.length - shown.length;
    return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join(separator);
  }

  /** Several texts for a terminal. */
  plainList = (texts: readonly string[]): string =>
    firstOf(texts.map(this.masked), this.options.isFull ? Infinity : maxItems);

  /** A value for JSON: with words for secrets, and without the names in addresses. */
  plain = <Value>(value: Value): Value =>
    withLeaves(withWords(value), (leaf) =>
      typeof leaf === "string" ? this.masked(leaf) : leaf,
    ) as Value;

  /** A text without the names in its addresses: `a…@example.com`, and `a…(2)@example.com` for another address. */
  masked = (text: string): string =>
    this.options.showAddresses || !text.includes("@")
      ? text
      : text.replace(address, (whole, first: string, domain: string) => {
          const all = this.#masked.get(`${first}@${domain}`) ?? [];
          this.#masked.set(`${first}@${domain}`, all);
          const known = all.indexOf(whole);
          const at = known < 0 ? all.push(whole) : known + 1;
          return `${first}…${at === 1 ? "" : `(${at})`}@${domain}`;
        });
}

/** An address is not longer. */
const longestAddress = 320;

/** The lengths have limits so that a long text without an address takes no time. */
const address =
  /([\p{L}\p{N}])[\p{L}\p{N}.!#$%&'*+/=?^_{|}~-]{0,100}@([\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+)/gu;

/** The fields by which people know a user, a group or a recipient. */
const firstFields = ["type", "id", "value"];

/** A value in few words: objects without the names of their fields. */
export function plainText(value: unknown): string {
  const texts = withWords(value);
  if (typeof texts === "string") return texts;
  if (typeof texts !== "object" || texts === null) return String(texts);
  const fields = texts as Readonly<Record<string, unknown>>;
  // The engine sorts the fields by their names.
  const names = [...new Set([...firstFields, ...Object.keys(fields)])];
  const parts = names.map((name) => fields[name]).filter((part) => part !== undefined);
  const isFlat = parts.every((part) => typeof part !== "object");
  return isFlat ? parts.map(String).join(" ") : JSON.stringify(texts);
}

/** The first of many texts: `a, b, c and 2 more`. */
export function firstOf(texts: readonly string[], most = 3): string {
  const more = texts.length - most;
  return texts.slice(0, most).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** A value of which only the instance knows the meaning. Its times are milliseconds, which nobody reads. */
export const valueText = (value: unknown): string =>
  typeof value === "number" && value >= 1e12 && value < 1e13
    ? `${value}: ${new Date(value).toISOString()}`
    : JSON.stringify(value);

/** `1 resource`, `2 resources`, `1,200 resources`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? noun : plural}`;

/** The same for a word that is a plural: `1 schedule`, `3 schedules`. */
export const countedOf = (count: number, plural: string): string =>
  counted(count, plural.replace(/s$/, ""), plural);

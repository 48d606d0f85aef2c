import type { VariantBase } from "./names.js";
import { always, type Variant } from "./variant.js";

/** Fields whose values are words of an enumeration, or several of them separated by commas. */
const enumeration =
  /^(frequency|daysToRun|type|groupType|viewType|accessLevel|state|currentState|currentExecutionState|status|uploadStatus|runType|entityType)$/;
const words = /^[A-Za-z]+(_[A-Za-z]+)*(,[A-Za-z]+)*$/;

const capitalized = (word: string): string => word[0]?.toUpperCase() + word.slice(1).toLowerCase();

/** A copy in which the words of enumerations have other letters: small ones in recipients, else `Weekly`. */
function inOtherLetters(value: unknown, name = "", isRecipient = false): unknown {
  if (Array.isArray(value)) return value.map((item) => inOtherLetters(item, name));
  if (typeof value === "object" && value !== null) {
    const isOne = "type" in value && "value" in value;
    return Object.fromEntries(
      Object.entries(value).map(([field, inner]) => [field, inOtherLetters(inner, field, isOne)]),
    );
  }
  if (typeof value !== "string" || !enumeration.test(name) || !words.test(value)) return value;
  if (isRecipient) return value.toLowerCase();
  return value.split(",").map(capitalized).join(",");
}

export const letters = {
  "mixed-case": {
    answers:
      "words of enumerations in other letters, such as `Weekly`, `Mon,Wed`, `email` and `Open`",
    reason: "The specification shows words in capitals and in small letters, and fixes neither.",
    start: always({
      answer: (answer) =>
        answer.status < 400 ? { ...answer, body: inOtherLetters(answer.body) } : answer,
    }),
  },
} satisfies Partial<Record<VariantBase, Variant>>;

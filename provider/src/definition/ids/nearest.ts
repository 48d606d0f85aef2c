import { distance } from "fastest-levenshtein";

/** Known words by their distance from a value, the nearest first. */
function byDistance<Word>(value: string, words: readonly Word[], text: (word: Word) => string) {
  const spelled = value.trim().toLowerCase();
  return words
    .map((word) => {
      const known = text(word).toLowerCase();
      return { word, apart: isSwapped(spelled, known) ? 1 : distance(spelled, known) };
    })
    .sort((a, b) => a.apart - b.apart);
}

/** Whether two words differ only in the order of two neighbouring letters, which is one mistake. */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length || one === other) return false;
  const at = Array.from(other).findIndex((letter, index) => letter !== one[index]);
  const swapped = one.slice(0, at) + (one[at + 1] ?? "") + (one[at] ?? "") + one.slice(at + 2);
  return swapped === other;
}

/** Sorts things by the distance of their texts from a value, the nearest first. */
export function nearestFirst<Thing>(
  value: string,
  things: readonly Thing[],
  text: (thing: Thing) => string,
): Thing[] {
  return byDistance(value, things, text).map(({ word }) => word);
}

/** The known value that is close to a misspelt value, if there is one. */
export function suggest(value: string, known: readonly string[]): string | undefined {
  const [nearest] = byDistance(value, known, String);
  return nearest && nearest.apart <= Math.max(1, Math.floor(nearest.word.length / 4))
    ? nearest.word
    : undefined;
}

import { distance } from "fastest-levenshtein";

/** Known words by their distance from a value, the nearest first. */
function byDistance<Word>(value: string, words: readonly Word[], text: (word: Word) => string) {
  const spelled = value.trim().toLowerCase();
  const swapped = withSwappedLetters(spelled);
  return words
    .map((word) => {
      const known = text(word).toLowerCase();
      return { word, apart: swapped.has(known) ? 1 : distance(spelled, known) };
    })
    .sort((a, b) => a.apart - b.apart);
}

/** The word with each pair of neighbouring letters in the other order, which is one mistake. */
const withSwappedLetters = (word: string): ReadonlySet<string> =>
  new Set(
    Array.from(
      { length: Math.max(0, word.length - 1) },
      (_, at) =>
        word.slice(0, at) +
        word.slice(at + 1, at + 2) +
        word.slice(at, at + 1) +
        word.slice(at + 2),
    ).filter((one) => one !== word),
  );

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

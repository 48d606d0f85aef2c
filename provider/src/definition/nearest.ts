import { distance } from "fastest-levenshtein";

/** Known words by their distance from a value, the nearest first. */
function byDistance<Word>(value: string, words: readonly Word[], text: (word: Word) => string) {
  const spelled = value.trim().toLowerCase();
  return words
    .map((word) => ({ word, apart: distance(spelled, text(word).toLowerCase()) }))
    .sort((a, b) => a.apart - b.apart);
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

/** Remembers the results of a function that is slow or called often, and that gets the same few texts. */
export function memoize<Result>(of: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    if (!results.has(text)) results.set(text, of(text));
    return results.get(text) as Result;
  };
}

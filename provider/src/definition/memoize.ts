/** Remembers the results of a function that is slow or called often, and that gets the same few keys. */
export function memoize<Key, Result>(of: (key: Key) => Result): (key: Key) => Result {
  const results = new Map<Key, Result>();
  return (key) => {
    if (!results.has(key)) results.set(key, of(key));
    return results.get(key) as Result;
  };
}

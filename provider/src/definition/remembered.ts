/** The function with a memory: for one that is slow or often called, and gets the same few texts. */
export function remembered<Result>(of: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    if (!results.has(text)) results.set(text, of(text));
    return results.get(text) as Result;
  };
}

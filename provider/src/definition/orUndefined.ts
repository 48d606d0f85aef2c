/** The result, or undefined if the work throws. */
export function orUndefined<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

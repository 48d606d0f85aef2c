const begun = Date.now() - performance.now();

/**
 * The time in milliseconds, like `Date.now()`, but without the jumps of the machine's clock. For waits within this
 * process.
 */
export const steadyNow = (): number => begun + performance.now();

/** The settings of all time limits. */
export const deadlines = (seconds: number) => ({
  readDeadlineSeconds: seconds,
  writeDeadlineSeconds: seconds,
  textDeadlineSeconds: seconds,
});

/**
 * Without this, no test could delete or change an object by hand right after a run that wrote it: the instance could be
 * late.
 */
export const promptly = { PLATFORM_VISIBILITY_DELAY_SECONDS: "0" };

/** The settings of all time limits. */
export const deadlines = (seconds: number) => ({
  readDeadlineSeconds: seconds,
  writeDeadlineSeconds: seconds,
  textDeadlineSeconds: seconds,
});

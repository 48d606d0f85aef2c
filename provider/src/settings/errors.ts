import { PlatformError, sentence } from "../wire/errors";

/** Settings that are missing or wrong, found before any call. */
export function invalid(problems: readonly string[]): PlatformError {
  const [only] = problems;
  return new PlatformError({
    code: "invalid_settings",
    operation: "use the settings",
    detail:
      problems.length === 1 ? `${only}` : problems.map((each) => `\n  ${sentence(each)}`).join(""),
  });
}

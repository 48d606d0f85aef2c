import type { Step } from "../messages/advice";
import { sentence } from "../messages/adviceText";
import { PlatformError, withCode } from "../messages/errors";

/** The failure for missing or wrong settings, before any call. The problems already name the steps for `settings`. */
export function invalid(
  problems: readonly string[],
  settings: readonly Step[] = [],
): PlatformError {
  const [only] = problems;
  return new PlatformError({
    code: "invalid_settings",
    operation: "use the settings",
    detail:
      problems.length === 1 ? `${only}` : problems.map((each) => `\n  ${sentence(each)}`).join(""),
    ...(settings.length > 0 && { advice: [{ steps: settings }], isAdviceInText: true }),
  });
}

/** Wrong settings fail every resource of a run. Only the first failure says what is wrong. */
export class SettingsFailures {
  readonly #told = new Set<string>();

  textOf(message: string, code: unknown): string {
    if (code !== "invalid_settings" || !this.#told.has(message)) {
      this.#told.add(message);
      return message;
    }
    return withCode("The settings are wrong, as another error of this run says.", code);
  }
}

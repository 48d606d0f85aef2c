import { PlatformError } from "../wire/errors";

/** Settings that are missing or wrong, before any call. */
export function invalid(said: string): PlatformError {
  return new PlatformError({
    code: "invalid_settings",
    tried: "use the settings of this stack",
    said,
    todo: "Set them with `pulumi config set platform:<name> <value>` (the token with `--secret`), or in the environment.",
  });
}

import { PlatformError } from "../wire/errors";

/** Settings that are missing or wrong, before any call. */
export function invalid(detail: string): PlatformError {
  return new PlatformError({
    code: "invalid_settings",
    operation: "use the settings of this stack",
    detail,
    hint: "Set them with `pulumi config set platform:<name> <value>` (the token with `--secret`), or in the environment.",
  });
}

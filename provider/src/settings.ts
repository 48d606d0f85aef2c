import { z } from "zod";
import { PlatformError } from "./wire/errors";
import type { InstanceSettings } from "./wire/instance";

/** Which endpoints may be called: only the 17 documented ones, or also those seen beyond them. */
export type Operations = "documented" | "extended";

/** All settings, from the configuration `platform:…` and the environment, which wins. */
export interface Settings extends InstanceSettings {
  operations: Operations;
  /** Ids that a person has confirmed to be gone. */
  confirmAbsent: readonly string[];
}

/** Environment variables that win over the configuration. */
const environmentNames: Record<string, string> = {
  baseUrl: "PLATFORM_BASE_URL",
  token: "PLATFORM_TOKEN",
  tokenHeader: "PLATFORM_TOKEN_HEADER",
  operations: "PLATFORM_OPERATIONS",
};

const flag = z.union(
  [z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")],
  {
    error: "must be true or false",
  },
);

const ids = z.preprocess(
  (value) => (typeof value === "string" ? parseList(value) : value),
  z.array(z.coerce.string(), { error: 'must be a list of ids, as in ["42","43"]' }),
);

const schema = z.object({
  baseUrl: z
    .string({
      error: "is missing: set it to the address of the instance, as in https://example.com",
    })
    .trim()
    .refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), {
      error: "must be an address that begins with https://",
      abort: true,
    })
    // Paths are appended to it as it stands.
    .refine((url) => !/[?#]/.test(url) && !new URL(url).username && !new URL(url).password, {
      error: "must not hold a user name, a password or a query",
    }),
  token: z
    .string({ error: "is missing: set it to a developer token of the instance, as a secret" })
    .regex(/^[\x21-\x7e]+$/, "must be one line of visible characters without spaces"),
  tokenHeader: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "must be the name of an HTTP header")
    .default("X-SERVICE-Developer-Token"),
  operations: z
    .enum(["documented", "extended"], { error: "must be documented or extended" })
    .default("documented"),
  scheduleFilter: z.string().regex(/./s, "must not be empty").optional(),
  confirmAbsent: ids.default([]),
  deadlineSeconds: z.coerce
    .number({ error: "must be a number of seconds" })
    .gt(0, "must be more than 0 seconds")
    .max(3600, "must be at most 3600 seconds")
    .default(30),
  allowInsecure: flag.default(false),
});

type SettingName = keyof typeof schema.shape;
export const settingNames = Object.keys(schema.shape) as SettingName[];

/**
 * Reads all settings and names everything that is wrong with them in one error, before any call.
 * `config` answers a key without its `platform:`.
 */
export function readSettings(
  config: (name: string) => unknown,
  environment: NodeJS.ProcessEnv = process.env,
): Settings {
  const given: Record<string, unknown> = {};
  for (const name of settingNames) {
    const fromEnvironment = environment[environmentNames[name] ?? ""];
    given[name] = fromEnvironment === "" ? undefined : fromEnvironment;
    given[name] ??= config(name);
  }
  const read = schema.safeParse(given);
  const problems = read.success
    ? []
    : read.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        const variable = environmentNames[name];
        return `platform:${name}${variable ? ` (or ${variable})` : ""} ${issue.message}`;
      });
  const insecure = insecureProblem(
    given.baseUrl,
    flag.safeParse(given.allowInsecure).data ?? false,
  );
  if (insecure !== undefined) problems.push(insecure);
  if (!read.success || problems.length > 0) {
    throw new PlatformError({
      code: "invalid_settings",
      tried: "use the settings of this stack",
      said: problems.join("; "),
      todo: "Set them with `pulumi config set platform:<name> <value>` (the token with `--secret`), or in the environment.",
    });
  }
  return read.data;
}

/** The token must not travel in the clear, except to this machine or by explicit consent. */
function insecureProblem(baseUrl: unknown, allowed: boolean): string | undefined {
  if (typeof baseUrl !== "string" || !URL.canParse(baseUrl) || allowed) return undefined;
  const { protocol, hostname } = new URL(baseUrl);
  const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === "http:" && !loopback
    ? "platform:baseUrl (or PLATFORM_BASE_URL) begins with http://, which would send the token in the clear: use https://, or set platform:allowInsecure to true"
    : undefined;
}

function parseList(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    // The engine hands on a list as JSON, and an id that stands alone looks like a number of it.
    return typeof parsed === "number" ? [text.trim()] : parsed;
  } catch {
    return text.split(",").map((item) => item.trim());
  }
}

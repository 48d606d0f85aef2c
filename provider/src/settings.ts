import { z } from "zod";
import { suggest } from "./fields";
import { PlatformError } from "./wire/errors";
import type { InstanceSettings } from "./wire/instance";

/** Which endpoints may be called: only the 17 documented ones, or also those seen beyond them. */
export type Operations = "documented" | "extended";

/** All settings for one instance, from the configuration `platform:…` and the environment, which wins. */
export interface Settings extends InstanceSettings {
  operations: Operations;
  /** Ids that a person has confirmed to be gone. */
  confirmAbsent: readonly string[];
  /** `live`, `muted`, or `redirect:` and the address that gets all mail. */
  mail: string;
  /** The only domains whose addresses may get mail; any where absent. */
  allowedRecipientDomains?: readonly string[];
}

/** Environment variables that win over the configuration. */
const environmentNames: Record<string, string> = {
  baseUrl: "PLATFORM_BASE_URL",
  token: "PLATFORM_TOKEN",
  tokenHeader: "PLATFORM_TOKEN_HEADER",
  apiUrl: "PLATFORM_API_URL",
  accessToken: "PLATFORM_ACCESS_TOKEN",
  operations: "PLATFORM_OPERATIONS",
};

const flag = z.union(
  [z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")],
  {
    error: "must be true or false",
  },
);

const listOf = <Item extends z.ZodType>(item: Item, error: string) =>
  z.preprocess(
    (value) => (typeof value === "string" ? parseList(value) : value),
    z.array(item, { error }),
  );

const address = z
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
  });

const secret = (what: string) =>
  z
    .string({ error: `is missing: set it to ${what}, as a secret` })
    .regex(/^[\x21-\x7e]+$/, "must be one line of visible characters without spaces");

/** What each instance has of its own. */
const access = {
  baseUrl: address,
  token: secret("a developer token of the instance"),
  tokenHeader: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "must be the name of an HTTP header")
    .default("X-SERVICE-Developer-Token"),
  apiUrl: address.optional(),
  accessToken: secret("an access token of the workflow API").optional(),
  operations: z
    .enum(["documented", "extended"], { error: "must be documented or extended" })
    .default("documented"),
};

const schema = z.object({
  ...access,
  scheduleFilter: z.string().regex(/./s, "must not be empty").optional(),
  mail: z
    .string()
    .refine((word) => /^(live|muted)$/.test(word) || isRedirect(word), {
      error:
        "must be live, muted, or redirect: and an e-mail address, as in redirect:me@example.com",
    })
    .default("live"),
  allowedRecipientDomains: listOf(
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[^@\s]+\.[^@\s]+$/, "must name domains, as in example.com"),
    'must be a list of domains, as in ["example.com"]',
  ).optional(),
  confirmAbsent: listOf(z.coerce.string(), 'must be a list of ids, as in ["42","43"]').default([]),
  deadlineSeconds: z.coerce
    .number({ error: "must be a number of seconds" })
    .gt(0, "must be more than 0 seconds")
    .max(3600, "must be at most 3600 seconds")
    .default(30),
  allowInsecure: flag.default(false),
});

type SettingName = keyof typeof schema.shape;
export const settingNames = Object.keys(schema.shape) as SettingName[];
const ownNames = Object.keys(access);
/** What an entry of `platform:instances` may leave to the settings beside it. */
const inherited = ["tokenHeader", "operations"];

/**
 * Reads all settings of an instance, of the one that has no name by default, and names everything that is
 * wrong with them in one error, before any call. `config` answers a key without its `platform:`.
 */
export function readSettings(
  config: (name: string) => unknown,
  environment: NodeJS.ProcessEnv = process.env,
  instance?: string,
): Settings {
  const own = instance === undefined ? undefined : entryOf(config, instance);
  const given: Record<string, unknown> = {};
  for (const name of settingNames) {
    if (own !== undefined && ownNames.includes(name)) given[name] = own[name] ?? undefined;
    if (own !== undefined && ownNames.includes(name) && !inherited.includes(name)) continue;
    const fromEnvironment = environment[environmentNames[name] ?? ""];
    given[name] ??= fromEnvironment === "" ? undefined : fromEnvironment;
    given[name] ??= config(name);
  }
  const nameOf = (name: string) => {
    if (own !== undefined && ownNames.includes(name))
      return `platform:instances.${instance}.${name}`;
    const variable = environmentNames[name];
    return `platform:${name}${variable ? ` (or ${variable})` : ""}`;
  };
  const read = schema.safeParse(given);
  const problems = read.success
    ? []
    : read.error.issues.map((issue) => `${nameOf(String(issue.path[0]))} ${issue.message}`);
  const insecure = flag.safeParse(given.allowInsecure).data ?? false;
  for (const name of ["baseUrl", "apiUrl"]) {
    if (!insecure && isInsecure(given[name])) {
      problems.push(
        `${nameOf(name)} begins with http://, which would send the token in the clear: use https://, or set platform:allowInsecure to true`,
      );
    }
  }
  const { mail, allowedRecipientDomains: allowed } = read.data ?? {};
  const domain = mail?.startsWith("redirect:") ? mail.split("@").pop()?.toLowerCase() : undefined;
  if (domain !== undefined && allowed !== undefined && !allowed.includes(domain)) {
    problems.push(
      `platform:mail redirects to an address of ${domain}, which platform:allowedRecipientDomains does not allow`,
    );
  }
  if (!read.success || problems.length > 0) throw invalid(problems.join("; "));
  return read.data;
}

function invalid(said: string): PlatformError {
  return new PlatformError({
    code: "invalid_settings",
    tried: "use the settings of this stack",
    said,
    todo: "Set them with `pulumi config set platform:<name> <value>` (the token with `--secret`), or in the environment.",
  });
}

/** What `platform:instances` says of an instance. */
function entryOf(config: (name: string) => unknown, instance: string): Record<string, unknown> {
  const given = config("instances");
  const map = typeof given === "string" ? parsed(given) : given;
  if (typeof map !== "object" || map === null || Array.isArray(map)) {
    throw invalid(
      `platform:instances ${given === undefined ? "is missing" : "must be a map"}: the program names the instance "${instance}"`,
    );
  }
  const entries = new Map(Object.entries(map));
  const entry: unknown = entries.get(instance);
  if (entry === undefined) {
    const names = [...entries.keys()];
    const meant = suggest(instance, names);
    throw invalid(
      `platform:instances has no "${instance}": ${meant ? `did you mean "${meant}"?` : `it has ${names.join(", ") || "none"}`}`,
    );
  }
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    throw invalid(`platform:instances.${instance} must be a map of ${ownNames.join(", ")}`);
  }
  const strange = Object.keys(entry).filter((name) => !ownNames.includes(name));
  if (strange.length > 0) {
    throw invalid(
      `platform:instances.${instance} has ${strange.join(", ")}: it can have ${ownNames.join(", ")}`,
    );
  }
  return entry as Record<string, unknown>;
}

function isRedirect(word: string): boolean {
  return (
    word.startsWith("redirect:") && z.email().safeParse(word.slice("redirect:".length)).success
  );
}

/** A token must not travel in the clear, except to this machine or by explicit consent. */
function isInsecure(url: unknown): boolean {
  if (typeof url !== "string" || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function parseList(text: string): unknown {
  const list = parsed(text);
  // The engine hands on a list as JSON, and an id that stands alone looks like a number of it.
  if (typeof list === "number") return [text.trim()];
  return list ?? text.split(",").map((item) => item.trim());
}

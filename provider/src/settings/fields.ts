import { isAbsolute } from "node:path";
import { z } from "zod";
import { mailPolicyOf } from "../definition/mail";
import { suggest } from "../definition/ids/nearest";
import { orUndefined } from "../definition/orUndefined";
import { parseJson } from "../wire/json";
import { asciiDomain, isMailAddress } from "../messages/mailAddresses";
import { problemOfAddress } from "./journalAddress";

const words: Readonly<Record<string, boolean>> = { true: true, false: false };
/** Configuration values are strings. */
export const flag = z.preprocess(
  (value) => (typeof value === "string" ? (words[value] ?? value) : value),
  z.boolean({ error: "must be true or false" }),
);

const listOf = <Item extends z.ZodType>(item: Item, error: string) =>
  z.preprocess(
    (value) => (typeof value === "string" ? parseList(value) : value),
    z.array(item, { error }),
  );

/** The reason of a missing setting. The caller adds how to set it. */
export const required = "is required";

const text = () =>
  z.string({ error: ({ input }) => (input === undefined ? required : "must be a string") });

const address = text()
  .trim()
  .refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), {
    error:
      "must be an address that begins with https://, for example https://example.com. Only an address of this machine can begin with http://",
    abort: true,
  })
  // Paths are appended to this text.
  .refine((url) => !/[?#]/.test(url) && !new URL(url).username && !new URL(url).password, {
    error: "must not contain a user name, a password or a query",
  });

const instanceAddress = address
  .refine(
    (url) => !/\/api(\/|$)/.test(new URL(url).pathname),
    "must be the address before /api, for example https://example.com",
  )
  .refine((url) => !/\/(log|sign)-?in(\/|$)/i.test(new URL(url).pathname), {
    error: ({ input }) =>
      `must be the address of the instance without the path of its sign-in page, for example ${new URL(String(input)).origin}`,
  });

/** A token is never sent unencrypted, except to this machine or by explicit consent. */
export function isInsecure(url: unknown): boolean {
  if (typeof url !== "string" || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

export const insecure = "begins with http://, which sends the token unencrypted. Use https://";

/** The reason for an unknown word. Not for secrets, because it quotes the value. */
const notOneOf =
  (words: string, known: readonly string[]) =>
  ({ input }: { input?: unknown }) => {
    if (typeof input !== "string") return `must be ${words}`;
    const meant = suggest(input, known);
    const hint = meant === undefined ? "" : `. Did you mean ${meant}?`;
    return `must be ${words}, not "${input}"${hint}`;
  };

const operationModes = ["documented", "extended"] as const;
const detailModes = ["import", "refresh"] as const;

const notMail = notOneOf(
  "live, muted, or redirect: with an e-mail address (for example redirect:me@example.com)",
  ["live", "muted"],
);

const secret = () =>
  text().regex(/^[\x21-\x7e]+$/, "must be one line of ASCII characters without spaces");

const deadline = (seconds: number) =>
  z.coerce
    .number({ error: "must be a number of seconds" })
    .gt(0, "must be more than 0 seconds")
    .max(3600, "must be at most 3600 seconds")
    .default(seconds);

/** Headers with a meaning of their own, and names that every object of JavaScript has. */
const taken =
  /^(accept(-.*)?|connection|content-.*|cookie|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|__proto__)$/i;

/** The settings that each instance can have separately. */
export const access = {
  baseUrl: instanceAddress.describe("Address of the instance, for example `https://example.com`."),
  token: secret().describe(
    "Developer token of the instance. Keep it in a secret or in the environment.",
  ),
  tokenHeader: text()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "must be the name of an HTTP header")
    .refine((name) => !taken.test(name), {
      error: "must be the name of a header that carries a token, for example Authorization",
    })
    .default("X-SERVICE-Developer-Token")
    .describe("Name of the header that carries the token. Default: `X-SERVICE-Developer-Token`."),
  apiUrl: address.optional().describe("Address of the workflow API. `getWorkflows` needs it."),
  accessToken: secret()
    .optional()
    .describe("Access token of the workflow API. Keep it in a secret or in the environment."),
  operations: z
    .enum(operationModes, { error: notOneOf(operationModes.join(" or "), operationModes) })
    .default("documented")
    .describe(
      "Allowed calls: `documented` (only the documented API) or `extended` (also undocumented calls that other clients of such platforms make). Default: `documented`.",
    ),
};

/** The names of the secret settings. */
export const secretSettings: readonly string[] = ["token", "accessToken"];

const notIds = 'must be a list of ids, for example ["42","43"]';

/** Every setting, by its name after `platform:`. */
export const schema = z.object({
  ...access,
  scheduleFilter: z
    .string()
    .regex(/./s, "must not be empty")
    .optional()
    .describe(
      "The `filter` of the list of report schedules. Without it, the list shows the schedules of the token's user (vendor documentation). `ALL` needs the grant to manage all content (observed).",
    ),
  mail: z
    .string({ error: notMail })
    .refine(isMail, { error: notMail })
    .default("live")
    .describe(
      "Who gets e-mail: `live` (the recipients in the program), `muted` (nobody), or `redirect:` with an address that replaces the recipients in the program. Subscribers still get e-mail. Default: `live`.",
    ),
  allowedRecipientDomains: listOf(
    z
      .string()
      .trim()
      .regex(/^[^@\s]+\.[^@\s]+$/, "must contain only domains, for example example.com")
      .transform(asciiDomain),
    'must be a list of domains, for example ["example.com"]',
  )
    .optional()
    .describe(
      "The only domains that addresses in the program can have, for example `example.com,example.org`. Users and groups pass. Default: any.",
    ),
  confirmAbsent: listOf(z.coerce.string({ error: notIds }), notIds)
    // Who removes the last id can leave an empty text.
    .transform((ids) => ids.filter((id) => id !== ""))
    .default([])
    .describe(
      "Ids of objects that you checked to be deleted, without proof from the instance, for example `4294967291,4294967305`. Default: none.",
    ),
  journal: text()
    .superRefine((value, context) => {
      const message = isAbsolute(value) ? undefined : problemOfAddress(value);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    })
    .optional()
    .describe(
      "The journal, which remembers what a killed run did: the absolute path of a folder, or an address that begins with `postgres://` or `s3://`. Default: `platform/journal` in `PULUMI_HOME`.",
    ),
  readDeadlineSeconds: deadline(30).describe("Time limit of a call that reads. Default: 30."),
  writeDeadlineSeconds: deadline(120).describe(
    "Time limit of a call that changes something, and for finding out what a call without an answer did. Default: 120.",
  ),
  textDeadlineSeconds: deadline(300).describe(
    "Time limit of a text generation. A later text is lost, but costs the same. Default: 300.",
  ),
  visibilityDelaySeconds: z.coerce
    .number({ error: "must be a number of seconds" })
    .min(0, "must be at least 0 seconds")
    .max(3600, "must be at most 3600 seconds")
    .default(300)
    .describe(
      "How long an instance may take to show what Pulumi wrote. Until then, an object that it has not shown counts neither as deleted nor as changed by hand. Default: 300.",
    ),
  driftInPreviews: flag
    .default(true)
    .describe(
      "Whether previews of the plugin look for manual changes of report schedules and, with extended operations, of groups. Default: true.",
    ),
  readDetails: z
    .enum(detailModes, { error: notOneOf(detailModes.join(" or "), detailModes) })
    .default("import")
    .describe(
      "When Pulumi reads what the list of report schedules does not show, such as recipients: `import` (only at an import or an adoption) or `refresh` (also at each refresh, with one more call for each schedule). Needs extended operations. Default: `import`.",
    ),
  allowUnknownValues: flag
    .default(false)
    .describe(
      "Sends a value that looks misspelt, or is outside an assumed range, with a warning. Default: false, which refuses the value.",
    ),
  allowInsecure: flag
    .default(false)
    .describe(
      "Allows an address that begins with `http://`, which sends the token unencrypted. Addresses of this machine are always allowed. Default: false.",
    ),
});

function isMail(word: string): boolean {
  const policy = mailPolicyOf(word);
  return policy?.mode !== "redirect" || isMailAddress(policy.address);
}

/** Parses JSON; undefined if it is invalid. */
export const parsed = (text: string): unknown => orUndefined(() => parseJson(text));

function parseList(text: string): unknown {
  // The engine passes lists as JSON. A single id then looks like a number.
  if (/^\s*\d+\s*$/.test(text)) return [text.trim()];
  return parsed(text) ?? text.split(",").map((item) => item.trim());
}

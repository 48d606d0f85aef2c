import { z } from "zod";

const words: Readonly<Record<string, boolean>> = { true: true, false: false };
/** Configuration is text. */
export const flag = z.preprocess(
  (value) => (typeof value === "string" ? (words[value] ?? value) : value),
  z.boolean({ error: "must be true or false" }),
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
export const access = {
  baseUrl: address.describe("Address of the instance, as in `https://example.com`."),
  token: secret("a developer token of the instance").describe(
    "Developer token of the instance. It belongs into a secret, or into the environment.",
  ),
  tokenHeader: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "must be the name of an HTTP header")
    .default("X-SERVICE-Developer-Token")
    .describe("Name of the header that carries the token. `X-SERVICE-Developer-Token` by default."),
  apiUrl: address.optional().describe("Address of the workflow API, where `getWorkflows` is used."),
  accessToken: secret("an access token of the workflow API")
    .optional()
    .describe(
      "Access token of the workflow API. It belongs into a secret, or into the environment.",
    ),
  operations: z
    .enum(["documented", "extended"], { error: "must be documented or extended" })
    .default("documented")
    .describe(
      "Which calls are made: `documented`, only those of the documented API, or `extended`, also those that such platforms are seen to answer though their specification does not name them. `documented` by default.",
    ),
};

/** Every setting, by its name after `platform:`. */
export const schema = z.object({
  ...access,
  scheduleFilter: z
    .string()
    .regex(/./s, "must not be empty")
    .optional()
    .describe(
      "The `filter` of the list of report schedules: `ALL` for tokens with that grant. Left out, the platform shows the caller's.",
    ),
  mail: z
    .string()
    .refine((word) => /^(live|muted)$/.test(word) || isRedirect(word), {
      error:
        "must be live, muted, or redirect: and an e-mail address, as in redirect:me@example.com",
    })
    .default("live")
    .describe(
      "What becomes of mail: `live`, `muted` (nobody gets any), or `redirect:` and the one e-mail address that gets all of it. `live` by default.",
    ),
  allowedRecipientDomains: listOf(
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[^@\s]+\.[^@\s]+$/, "must name domains, as in example.com"),
    'must be a list of domains, as in ["example.com"]',
  )
    .optional()
    .describe("The only domains whose addresses may get mail. Any may where left out."),
  confirmAbsent: listOf(z.coerce.string(), 'must be a list of ids, as in ["42","43"]')
    .default([])
    .describe(
      "Ids of objects that a person has seen to be gone, where nothing else proves it. None by default.",
    ),
  deadlineSeconds: z.coerce
    .number({ error: "must be a number of seconds" })
    .gt(0, "must be more than 0 seconds")
    .max(3600, "must be at most 3600 seconds")
    .default(30)
    .describe(
      "How long one call may take, and how long a lost answer is cleared up, in seconds. 30 by default.",
    ),
  driftInPreviews: flag
    .default(true)
    .describe(
      "Whether every preview looks at the instance, where one list serves all objects of a kind. True by default; it has no meaning for the resources of `pulumi-nodejs:dynamic`.",
    ),
  allowInsecure: flag
    .default(false)
    .describe(
      "Allows an address that begins with `http://`, over which the token travels in the clear. False by default.",
    ),
});

function isRedirect(word: string): boolean {
  return (
    word.startsWith("redirect:") && z.email().safeParse(word.slice("redirect:".length)).success
  );
}

/** JSON, or nothing. */
export function parsed(text: string): unknown {
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

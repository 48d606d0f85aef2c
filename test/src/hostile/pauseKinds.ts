import type { HostileKind } from "./kinds";

const year = 365 * 86_400;

const retryAfter: Readonly<Record<string, string | undefined>> = {
  "Retry-After 0": "0",
  "Retry-After -1": "-1",
  "Retry-After of the past": "Thu, 01 Jan 1970 00:00:00 GMT",
  "Retry-After soon": "soon",
  "Retry-After a year": String(year),
  "no Retry-After": undefined,
};

/** Servers that put off every request. */
export const pauseKinds: readonly HostileKind[] = [429, 503].flatMap((status) =>
  Object.entries(retryAfter).map(([name, value]): HostileKind => ({
    name: `${status} without end, ${name}`,
    // The moment makes no difference to the pauses.
    moments: ["first list", "create before"],
    bound: "pauses",
    answer: (exchange) =>
      exchange.answer(
        status,
        { status, statusReason: "Busy", message: "busy" },
        value === undefined ? {} : { "retry-after": value },
      ),
  })),
);

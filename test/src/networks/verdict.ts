import { password, realPassword, user } from "./rows";
import type { NetworkRow } from "./rows";

/** What came of one row in one way. */
export interface NetworkResult {
  row: string;
  way: string;
  seconds: number;
  message: string;
  problems: readonly string[];
}

/** What happened, for a verdict. */
export interface Observed {
  hasWorked: boolean;
  text: string;
  seconds: number;
  boundSeconds: number;
  /** How often the proxy was asked for a connection; undefined without one. */
  asked?: number;
  /** How many requests the instance got. */
  calls: number;
  /** Other places with a password of a proxy. */
  leaks?: readonly string[];
  /** How many objects the way made; undefined if it makes none. */
  made?: number;
}

export const secretsOfProxies: readonly string[] = [
  password,
  realPassword,
  encodeURIComponent(password),
  ...[password, realPassword].map((one) => Buffer.from(`${user}:${one}`).toString("base64")),
  "canary%w0",
];

export function problemsOf(row: NetworkRow, observed: Observed): string[] {
  const { text, hasWorked, asked = 0, calls, seconds, boundSeconds, leaks = [], made } = observed;
  // A way that only reads does not see what happens to creates.
  const fails = row.said !== undefined && (row.isSent !== true || made !== undefined);
  const isBlamed = /ENOTFOUND|EAI_AGAIN|host name \S* ?was not found/.test(text);
  return [
    ...(fails === hasWorked ? [hasWorked ? "it worked" : "it failed"] : []),
    ...(fails && row.said?.test(text) !== true ? ["the error says something else"] : []),
    ...(fails && row.isSent !== true && calls > 0 ? [`${calls} calls reached the instance`] : []),
    ...(fails && row.isSent !== true && /unknown_state|may have carried out/.test(text)
      ? ["it counts as possibly done"]
      : []),
    ...(!fails && calls === 0 ? ["no call reached the instance"] : []),
    ...(made !== undefined && made !== (fails ? 0 : 1) ? [`it made ${made} objects`] : []),
    ...(row.isDirect === true && asked > 0 ? ["the proxy was asked"] : []),
    ...(!fails && row.isDirect !== true && asked === 0 ? ["the proxy was not asked"] : []),
    ...(isBlamed && row.isNotFound !== true ? ["it blames DNS"] : []),
    ...(secretsOfProxies.some((one) => text.includes(one)) ? ["it shows the password"] : []),
    ...leaks.map((place) => `the password is in ${place}`),
    ...(seconds > boundSeconds ? [`${seconds.toFixed(1)} s, more than ${boundSeconds} s`] : []),
  ];
}

const longestCell = 170;
const cell = (text: string) =>
  text.replace(/\s+/g, " ").replaceAll("|", "\\|").trim().slice(0, longestCell);

/** The results as a table in Markdown. */
export function table(results: readonly NetworkResult[]): string {
  const head = ["network", "way", "s", "message", "verdict"];
  const rows = results.map(({ row, way, seconds, message, problems }) => [
    ...[row, way, seconds.toFixed(1), cell(message)],
    problems.length === 0 ? "ok" : `FAILED: ${problems.join("; ")}`,
  ]);
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

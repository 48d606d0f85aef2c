import type { Result } from "./result";

const longestCell = 110;

/** A text on one line, with visible control characters. */
const shown = (text: string, longest = longestCell): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (sign) => JSON.stringify(sign).slice(1, -1))
    .slice(0, longest);

/** The results as a table in Markdown. */
export function table(results: readonly Result[]): string {
  const head = ["kind", "moment", "run", "s", "bound", "MiB", "code", "message", "verdict"];
  const rows = results.map(
    ({ kind, moment, run, seconds, bound, peakMib, code, message, problems }) => [
      ...[kind, moment, run, seconds.toFixed(1), String(bound), String(peakMib), code],
      shown(message.split("\n")[0] ?? "").replaceAll("|", "\\|"),
      problems.length === 0 ? "ok" : shown(`FAILED: ${problems.join("; ")}`, 600),
    ],
  );
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

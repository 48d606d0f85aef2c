import { entrants, floors, phaseNames, phases } from "./cycle";
import type { Cycle } from "./cycle";
import { median, table } from "./table";
import { kinds } from "./usage";

/** The most that the provider is to use for one schedule in one phase. */
const targetMs = 4;
/** With fewer schedules, Node still compiles its code: the first ones cost most. */
const fewest = 400;

/**
 * The CPU time of one schedule, without what every command costs: the difference between the largest and the smallest
 * number of schedules. Empty where the numbers do not show it.
 */
export function perObject(sizes: readonly number[], cycles: readonly Cycle[]): string {
  const [few, many] = [Math.min(...sizes), Math.max(...sizes)];
  if (few === many || few < fewest) return "";
  const measured = entrants.filter(({ contender, mode }) =>
    cycles.some((cycle) => cycle.contender === contender && cycle.mode === mode),
  );
  const rows = measured.flatMap(({ contender, mode }) =>
    phaseNames.map((phase) => {
      const used = kinds.map((kind) => {
        const seconds = (size: number) =>
          median(
            cycles
              .filter((one) => one.contender === contender && one.mode === mode)
              .filter((one) => one.size === size)
              .map(({ usage }) => usage[phase].cpuSeconds[kind] ?? 0),
          ) ?? 0;
        const ms = ((seconds(many) - seconds(few)) / (many - few)) * 1000;
        const isOurs = kind === "provider" && contender in floors;
        const verdict = isOurs ? ` (≤ ${targetMs} ${ms <= targetMs ? "met" : "missed"})` : "";
        return `${ms.toFixed(1)} ms${verdict}`;
      });
      return [`${contender}, ${mode}: ${phases[phase].title}`, ...used];
    }),
  );
  return `\nCPU of one schedule, from ${few} to ${many}\n\n${table([["", ...kinds], ...rows])}\n`;
}

import { floors, phaseNames, phases } from "./cycle";
import type { Contender, Cycle, Floored, Phase } from "./cycle";
import { median, table } from "./table";
import { kinds } from "./usage";
import type { Kind } from "./usage";

/** The most that each process, and the whole command, may take of what such a provider takes. */
const targets: Partial<Record<Kind, number>> & { wall: Record<Phase, number> } = {
  provider: 2,
  engine: 1.3,
  wall: { up: 1.1, preview: 1.2, drift: 1.2, destroy: 1.5 },
};

/** CPU time and wall time of one size, ours as a multiple of a provider that does nothing. */
export function overFloors(size: number, cycles: readonly Cycle[]): string {
  const pairs = (Object.keys(floors) as Floored[]).flatMap((ours) =>
    floors[ours].map((floor) => ({ ours, floor })),
  );
  const rows = pairs.flatMap(({ ours, floor }) =>
    phaseNames.map((phase) => {
      const columns = [...kinds, "wall"] as const;
      const cells = columns.map((column) => {
        const middle = (contender: Contender) =>
          median(
            cycles
              .filter((one) => one.contender === contender && one.size === size)
              .filter(({ mode }) => mode === "recommended")
              .map(({ usage, seconds }) =>
                column === "wall" ? seconds[phase] : (usage[phase].cpuSeconds[column] ?? 0),
              ),
          ) ?? 0;
        const [least, own] = [middle(floor), middle(ours)];
        if (least === 0) return own === 0 ? "-" : `${own.toFixed(2)} s`;
        const target = column === "wall" ? targets.wall[phase] : targets[column];
        const verdict = target === undefined || own / least <= target ? "" : ` > ${target}`;
        return `${least.toFixed(2)} → ${own.toFixed(2)} s (${(own / least).toFixed(2)}${verdict})`;
      });
      return [`${floor}: ${phases[phase].title}`, ...cells];
    }),
  );
  return `${size} schedules, recommended settings, CPU time from a provider that does nothing, or only the work, to ours\n\n${table([["", ...kinds, "wall"], ...rows])}\n`;
}

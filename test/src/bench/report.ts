import { contenders, phaseNames, phases } from "./cycle";
import type { Contender, Cycle, Phase } from "./cycle";
import type { Kind } from "./memory";

/** The share of the tutorial's time that we want to need at most, at this size. */
const targets: Partial<Record<Contender, Partial<Record<Phase, number>>>> = {
  dynamic: { up: 0.6, drift: 0.5 },
  plugin: { up: 0.55, drift: 0.45 },
};
const targetSize = 400;

const ours = contenders.filter((contender) => contender !== "tutorial");

/** The tables of one size. */
export function report(size: number, cycles: Cycle[]): string {
  const middle = (contender: Contender, value: (cycle: Cycle) => number | undefined) =>
    median(
      cycles
        .filter((cycle) => cycle.contender === contender && cycle.size === size)
        .map(value)
        .filter((measured) => measured !== undefined),
    );
  const each = (value: (cycle: Cycle) => number | undefined, show: (value: number) => string) =>
    contenders.map((contender) => {
      const measured = middle(contender, value);
      return measured === undefined ? "not measured" : show(measured);
    });

  const times = phaseNames.map((phase) => {
    const seconds = (cycle: Cycle) => cycle.seconds[phase];
    const ratios = ours.map((contender) => {
      const ratio = (middle(contender, seconds) ?? 0) / (middle("tutorial", seconds) ?? 0);
      return `${ratio.toFixed(2)}${verdict(size, contender, phase, ratio)}`;
    });
    return [phases[phase].title, ...each(seconds, (value) => `${value.toFixed(1)} s`), ...ratios];
  });
  const calls = phaseNames.map((phase) => [
    `calls of ${phases[phase].title}`,
    ...each((cycle) => cycle.calls[phase], String),
  ]);
  const peak = (kind: Kind) =>
    each(
      (cycle) => cycle.peakBytes[kind],
      (bytes) => `${Math.round(bytes / 1024 / 1024)} MiB`,
    );
  const sizes = [
    ["inputs and outputs of one resource", ...each((cycle) => cycle.stateBytes, inBytes)],
    ["checkpoint file", ...each((cycle) => cycle.checkpointBytes, inBytes)],
    ["peak memory of the provider process", ...peak("provider")],
    ["peak memory of the program", ...peak("program")],
  ];
  return [
    `${size} schedules`,
    "",
    table([["", ...contenders, ...ours.map((contender) => `ratio, ${contender}`)], ...times]),
    "",
    table([["", ...contenders], ...calls, ...sizes]),
    "",
  ].join("\n");
}

function verdict(size: number, contender: Contender, phase: Phase, ratio: number): string {
  const target = size === targetSize ? targets[contender]?.[phase] : undefined;
  if (target === undefined) return "";
  return ` (≤ ${target.toFixed(2)} ${ratio <= target ? "met" : "missed"})`;
}

const inBytes = (bytes: number) => `${bytes.toLocaleString("en")} B`;

function median(values: number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

/** The first column to the left, the others to the right. */
function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

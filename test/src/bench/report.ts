import { contenders, floors, modes, phaseNames, phases } from "./cycle";
import type { Contender, Cycle, Mode, Phase } from "./cycle";
import { median, table } from "./table";
import type { Kind } from "./usage";

/** The share of the tutorial's time that we want to need at most, at this size. */
const targets: Record<Mode, Partial<Record<Contender, Partial<Record<Phase, number>>>>> = {
  default: {
    dynamic: { up: 0.6, drift: 0.5 },
    plugin: { up: 0.55, drift: 0.45 },
  },
  recommended: {
    dynamic: { up: 0.24, drift: 0.5 },
    plugin: { up: 0.22, drift: 0.4, destroy: 0.18 },
  },
};
const targetSize = 400;

const ours = contenders.filter((contender) => contender in floors);

/** The tables of one size. */
export function report(size: number, cycles: readonly Cycle[]): string {
  const ofSize = cycles.filter((cycle) => cycle.size === size);
  return (Object.keys(modes) as Mode[]).map((mode) => tables(size, mode, ofSize)).join("\n");
}

/** The tables of one mode. The tutorial always runs with Pulumi's defaults. */
function tables(size: number, mode: Mode, cycles: readonly Cycle[]): string {
  const middle = (contender: Contender, value: (cycle: Cycle) => number | undefined) =>
    median(
      cycles
        .filter((cycle) => cycle.contender === contender)
        .filter((cycle) => cycle.mode === mode || contender === "tutorial")
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
      const target = size === targetSize ? targets[mode][contender]?.[phase] : undefined;
      return `${ratio.toFixed(2)}${verdict(ratio, target)}`;
    });
    return [phases[phase].title, ...each(seconds, (value) => `${value.toFixed(1)} s`), ...ratios];
  });
  const calls = phaseNames.map((phase) => [
    `calls of ${phases[phase].title}`,
    ...each((cycle) => cycle.calls[phase], String),
  ]);
  const peak = (kind: Kind) =>
    each(
      ({ usage }) =>
        Math.max(...phaseNames.map((phase) => usage[phase].peakBytes[kind] ?? 0)) || undefined,
      (bytes) => `${Math.round(bytes / 1024 / 1024)} MiB`,
    );
  const sizes = [
    ["inputs and outputs of one resource", ...each((cycle) => cycle.stateBytes, inBytes)],
    ["checkpoint file", ...each((cycle) => cycle.checkpointBytes, inBytes)],
    ["peak memory of the provider process", ...peak("provider")],
    ["peak memory of the program", ...peak("program")],
  ];
  return [
    `${size} schedules, ${mode} settings`,
    "",
    table([["", ...contenders, ...ours.map((contender) => `ratio, ${contender}`)], ...times]),
    "",
    table([["", ...contenders], ...calls, ...sizes]),
    "",
  ].join("\n");
}

const verdict = (ratio: number, target: number | undefined): string =>
  target === undefined ? "" : ` (≤ ${target.toFixed(2)} ${ratio <= target ? "met" : "missed"})`;

const inBytes = (bytes: number) => `${bytes.toLocaleString("en")} B`;

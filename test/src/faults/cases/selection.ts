import type { FaultCase } from "./faultCase";
import { victimOf } from "./moments";

/**
 * As few cases as it takes to have every fault at every moment at least once, in turns through each entry and
 * with as many operations as possible; always the same ones for the same table.
 */
export function selection(cases: readonly FaultCase[]): FaultCase[] {
  const uses = new Map<string, number>();
  const usesOf = (what: string) => uses.get(what) ?? 0;
  // Where all else is equal, the requests that cannot be repeated are those during which somebody dies.
  const fits = ({ operation, kind }: FaultCase) =>
    (operation.target.method === "POST") === (victimOf(kind) !== undefined);
  const ofEntry = ({ entry, kind }: FaultCase) => `${entry}: ${kind}`;
  const ranks = (faultCase: FaultCase) => [
    usesOf(faultCase.operation.name),
    fits(faultCase) ? 0 : 1,
    usesOf(ofEntry(faultCase)),
    usesOf(faultCase.entry),
  ];
  const isBefore = (one: FaultCase, other: FaultCase) => {
    const others = ranks(other);
    const apart = ranks(one).map((rank, at) => rank - (others[at] ?? 0));
    return (apart.find((difference) => difference !== 0) ?? 0) < 0;
  };
  const take = (candidates: readonly FaultCase[]) => {
    const faultCase = candidates.reduce((a, b) => (isBefore(b, a) ? b : a));
    const used = [faultCase.operation.name, ofEntry(faultCase), faultCase.entry];
    for (const what of used) uses.set(what, usesOf(what) + 1);
    return faultCase;
  };
  const faultOf = ({ moment, kind }: FaultCase) => `${moment} ${kind}`;
  // The faults that few operations can have choose first; each takes an operation that was used least.
  const byFault = new Map<string, FaultCase[]>();
  for (const faultCase of cases) {
    byFault.set(faultOf(faultCase), [...(byFault.get(faultOf(faultCase)) ?? []), faultCase]);
  }
  return [...byFault.values()].sort((a, b) => a.length - b.length).map(take);
}

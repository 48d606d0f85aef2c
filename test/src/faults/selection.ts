import type { Cell } from "./cell";
import { victimOf } from "./moments";

/**
 * As few cells as it takes to have every operation and every fault at every moment at least once, in turns on
 * each face; always the same ones for the same table.
 */
export function selection(cells: readonly Cell[]): Cell[] {
  const uses = new Map<string, number>();
  const usesOf = (what: string) => uses.get(what) ?? 0;
  // Where all else is equal, the requests that cannot be repeated are those during which somebody dies.
  const fits = ({ operation, kind }: Cell) =>
    (operation.strikes.method === "POST") === (victimOf(kind) !== undefined);
  const ofFace = ({ face, kind }: Cell) => `${face}: ${kind}`;
  const ranks = (cell: Cell) => [
    usesOf(cell.operation.name),
    fits(cell) ? 0 : 1,
    usesOf(ofFace(cell)),
    usesOf(cell.face),
  ];
  const isBefore = (one: Cell, other: Cell) => {
    const others = ranks(other);
    const apart = ranks(one).map((rank, at) => rank - (others[at] ?? 0));
    return (apart.find((difference) => difference !== 0) ?? 0) < 0;
  };
  const take = (candidates: readonly Cell[]) => {
    const cell = candidates.reduce((a, b) => (isBefore(b, a) ? b : a));
    const used = [cell.operation.name, ofFace(cell), cell.face];
    for (const what of used) uses.set(what, usesOf(what) + 1);
    return cell;
  };
  const faultOf = ({ moment, kind }: Cell) => `${moment} ${kind}`;
  // The faults that few operations can have choose first; each takes an operation that was used least.
  const byFault = new Map<string, Cell[]>();
  for (const cell of cells) {
    byFault.set(faultOf(cell), [...(byFault.get(faultOf(cell)) ?? []), cell]);
  }
  const chosen = [...byFault.values()].sort((a, b) => a.length - b.length).map(take);
  // The other operations lose an answer: what most often goes wrong, and most has to be done about.
  const lost = cells.filter(({ kind, moment }) => kind === "close" && moment === "after");
  for (const { operation } of lost) {
    if (usesOf(operation.name) > 0) continue;
    chosen.push(take(lost.filter((cell) => cell.operation === operation)));
  }
  return chosen;
}

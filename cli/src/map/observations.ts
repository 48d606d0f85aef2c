import type { Id, IdKind, UsedId } from "pulumi-platform-provider/contract";
import type { Translate } from "../diff/compare.js";
import { groupedBy } from "../output/groupedBy.js";
import type { Pair } from "../diff/pairs.js";
import type { Item } from "../inventory/inventory.js";
import { idsIn, idsInOutputs, ownKind } from "../ids/translate.js";

/** Which ids can correspond to an id, as one pair of objects shows. */
export interface Observation {
  kind: IdKind;
  id: Id;
  candidates: readonly Id[];
  /** The pair is the only one with its key, and its field has as many ids on both sides. */
  isReliable: boolean;
}

/** The observations about ids in pairs of objects. */
export function observationsIn(pairs: readonly Pair[], translate: Translate): Observation[] {
  const owners = new Set(pairs.flatMap(({ b }) => idsInOutputs(b).map(({ id }) => String(id))));
  return pairs.flatMap(({ a, b, duplicates }) => {
    const isOne = duplicates === undefined;
    const own = ownKind(a.resource);
    return [
      ...(own === undefined
        ? []
        : [{ kind: own, id: a.id, candidates: [b.id], isReliable: isOne }]),
      ...(duplicates ?? [b])
        .slice(0, maxDuplicates)
        .flatMap((one) => inFields(a, one, isOne, translate)),
      // If one user, such as a service account, owns everything on the second side, its id proves nothing.
      ...inField(idsInOutputs(a), idsInOutputs(b), isOne && owners.size > 1, translate),
    ];
  });
}

/** How many candidates are worth a look. */
const maxDuplicates = 20;

function inFields(a: Item, b: Item, isOne: boolean, translate: Translate): Observation[] {
  const keyOf = ({ kind, path }: UsedId) => JSON.stringify([kind, path]);
  const fieldsB = groupedBy(idsIn(b), keyOf);
  return [...groupedBy(idsIn(a), keyOf)].flatMap(([key, uses]) => {
    const path = uses[0]?.path ?? "";
    // A value that one side only assumes proves nothing about the other side.
    if (a.unseen.includes(path) !== b.unseen.includes(path)) return [];
    return inField(uses, fieldsB.get(key) ?? [], isOne, translate);
  });
}

/** Each unmatched id of a field can correspond to each unmatched id of the other side. */
function inField(
  usesA: readonly UsedId[],
  usesB: readonly UsedId[],
  isReliable: boolean,
  translate: Translate,
): Observation[] {
  // If a field has one id on each side, they are compared even if a counterpart is known, to find wrong ones.
  const isSingle = usesA.length === 1 && usesB.length === 1;
  const known = new Set(usesA.map(({ kind, id }) => String(translate(kind, id))));
  const left = isSingle ? usesA : usesA.filter(({ kind, id }) => translate(kind, id) === undefined);
  const ids = usesB.map(({ id }) => id);
  const candidates = isSingle ? ids : ids.filter((id) => !known.has(String(id)));
  if (candidates.length === 0) return [];
  const isEven = left.length === candidates.length;
  return left.map(({ kind, id }) => ({ kind, id, candidates, isReliable: isReliable && isEven }));
}

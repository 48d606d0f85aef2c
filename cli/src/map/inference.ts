import { inFormOf } from "pulumi-platform-provider/contract";
import type { Id, IdKind, UsedId } from "pulumi-platform-provider/contract";
import { Comparer } from "../compare/compare.js";
import type { Translate } from "../compare/compare.js";
import { groupedBy } from "../output/groupedBy.js";
import { pairsOf } from "../compare/pairs.js";
import type { Pair } from "../compare/pairs.js";
import type { IdTable } from "../ids/idTable.js";
import { idsIn, idsInOutputs, ownKind } from "../ids/usedIds.js";
import type { Item } from "../inventory/inventory.js";

/** The maximum number of rounds that pair objects again with newly found ids. */
const maxRounds = 20;

/** The observations about an id. */
interface Clues {
  kind: IdKind;
  id: Id;
  /** The ids that all reliable observations allow; undefined without any. */
  agreed?: ReadonlySet<string>;
  all: Set<string>;
}

/** Finds which ids correspond, from objects with the same natural keys. Given ids are never questioned. */
export class Inference {
  readonly #clues = new Map<string, Clues>();
  #found = new Map<string, string>();

  constructor(
    readonly given: IdTable,
    itemsA: readonly Item[],
    itemsB: readonly Item[],
  ) {
    for (let round = 0; round < maxRounds; round++) {
      const { both } = pairsOf(itemsA, itemsB, new Comparer(this.translate));
      for (const one of observationsIn(both, this.translate)) this.#note(one);
      const before = this.#found;
      this.#found = this.#conclusions();
      const isSame = [...this.#found].every(([key, id]) => before.get(key) === id);
      if (isSame && before.size === this.#found.size) break;
    }
  }

  readonly translate: Translate = (kind, id) => this.given.get(kind, id) ?? this.found(kind, id);

  /** The id that the objects of both sides show, even if another id is given. */
  found(kind: IdKind, id: Id): Id | undefined {
    const found = this.#found.get(keyOf(kind, id));
    return found === undefined ? undefined : inFormOf(id, found);
  }

  /** The ids that may correspond. */
  candidates(kind: IdKind, id: Id): Id[] {
    const { agreed, all } = this.#clues.get(keyOf(kind, id)) ?? {};
    const candidates = agreed !== undefined && agreed.size > 0 ? agreed : all;
    const used = new Set([...this.#found].map(([key, one]) => `${key.split(" ")[0]} ${one}`));
    return [...(candidates ?? [])]
      .filter((one) => !used.has(`${kind} ${one}`) && this.given.inverse(kind, one) === undefined)
      .sort()
      .map((one) => inFormOf(id, one));
  }

  #note({ kind, id, candidates, isReliable }: Observation): void {
    const key = keyOf(kind, id);
    const clues: Clues = this.#clues.get(key) ?? { kind, id, all: new Set() };
    this.#clues.set(key, clues);
    for (const one of candidates) clues.all.add(String(one));
    if (!isReliable) return;
    const allowed = candidates.map(String);
    const { agreed } = clues;
    clues.agreed = new Set(
      agreed === undefined ? allowed : allowed.filter((one) => agreed.has(one)),
    );
  }

  /** Ids with exactly one possible counterpart that no other id has. */
  #conclusions(): Map<string, string> {
    const single = [...this.#clues].flatMap(([key, { kind, id, agreed }]) => {
      const [only] = agreed ?? [];
      return only !== undefined && agreed?.size === 1 ? [{ key, kind, id, only }] : [];
    });
    const byCounterpart = groupedBy(single, ({ kind, only }) => keyOf(kind, only));
    // Two ids that became one would hide a difference between them.
    const isUnique = ({ kind, id, only }: (typeof single)[number]) => {
      const other = this.given.inverse(kind, only);
      const isFree = other === undefined || String(other) === String(id);
      return isFree && byCounterpart.get(keyOf(kind, only))?.length === 1;
    };
    return new Map(single.filter(isUnique).map(({ key, only }) => [key, only]));
  }
}

const keyOf = (kind: IdKind, id: Id): string => `${kind} ${id}`;

/** Which ids can correspond to an id, as one pair of objects shows. */
interface Observation {
  kind: IdKind;
  id: Id;
  candidates: readonly Id[];
  /** The pair is the only one with its key, and its field has as many ids on both sides. */
  isReliable: boolean;
}

/** The observations about ids in pairs of objects. */
function observationsIn(pairs: readonly Pair[], translate: Translate): Observation[] {
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
  const fieldOf = ({ kind, path }: UsedId) => JSON.stringify([kind, path]);
  const fieldsB = groupedBy(idsIn(b), fieldOf);
  return [...groupedBy(idsIn(a), fieldOf)].flatMap(([field, uses]) => {
    const [{ path }] = uses;
    // A value that one side only assumes proves nothing about the other side.
    if (a.unseen.includes(path) !== b.unseen.includes(path)) return [];
    return inField(uses, fieldsB.get(field) ?? [], isOne, translate);
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

import {
  isSameInstance,
  inFormOf,
  parseIdFile,
  sharedIds,
} from "pulumi-platform-provider/contract";
import type { Id, IdKind, InstanceOfIds } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { textIn } from "../files.js";

/** Ids of one instance, and the ids that correspond to them on another. */
export class IdTable {
  readonly #ids = new Map<IdKind, Map<string, Id>>();
  readonly #inverse = new Map<IdKind, Map<string, Id>>();

  /** `name` says in messages where the ids come from. */
  constructor(readonly name: string) {}

  /** The id on the other instance, as a number where the given one is a number. */
  get(kind: IdKind, id: Id): Id | undefined {
    const found = this.#ids.get(kind)?.get(String(id));
    return found === undefined ? undefined : inFormOf(id, found);
  }

  /** The id that corresponds to an id of the other instance; of several, the first. */
  inverse(kind: IdKind, id: Id): Id | undefined {
    return this.#inverse.get(kind)?.get(String(id));
  }

  set(kind: IdKind, id: Id, other: Id): void {
    put(this.#ids, kind, String(id), other);
    if (this.inverse(kind, other) === undefined) put(this.#inverse, kind, String(other), id);
  }

  entries(kind: IdKind): [string, Id][] {
    return [...(this.#ids.get(kind) ?? [])];
  }

  /** A line on the ids that stand for several others. */
  shared = (): string | undefined => sharedIds(this.name, this.#ids);
}

function put(table: Map<IdKind, Map<string, Id>>, kind: IdKind, key: string, value: Id): void {
  const ids = table.get(kind) ?? new Map<string, Id>();
  table.set(kind, ids.set(key, value));
}

/** The ids of a file that `map` wrote for these two sides. */
export function readIdFile(path: string, ...[a, b]: readonly [Side, Side]): IdTable {
  const text = textIn(path);
  if (text === undefined) {
    throw new Failure(
      `${path} does not exist. Write it with \`pulumi-platform map ${a.name} ${b.name} --out ${path}\`.`,
    );
  }
  const content = parseIdFile(path, text, (message) => new Failure(message));
  const { from = a, to = b } = content;
  if (!isAt(a, from.address) || !isAt(b, to.address)) {
    const isSwapped = isAt(a, to.address) && isAt(b, from.address);
    const instead = isSwapped ? `Swap ${a.name} and ${b.name}, or use` : "Use";
    throw new Failure(
      `${path} has the ids on ${said(to)} for those on ${said(from)}. ${instead} another file.`,
    );
  }
  const table = new IdTable(path);
  for (const [kind, ids] of content.ids) {
    for (const [id, other] of ids) table.set(kind, id, other);
  }
  return table;
}

type Side = Required<InstanceOfIds>;

/** The instance of a stack without an address is not known. */
const isAt = ({ address }: Side, other: string): boolean =>
  address === "" || other === "" || isSameInstance(address, other);

const said = ({ name, address }: InstanceOfIds): string =>
  name === undefined ? address : `${name} (${address})`;

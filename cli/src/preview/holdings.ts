import { knownHolders } from "pulumi-platform-provider/contract";
import type { Holder, KnownHolders, Resource, Values } from "pulumi-platform-provider/contract";
import type { About, Change, Declared } from "./types.js";
import { holdsSymbol, withoutSecrets } from "../stack/values.js";

/** The exclusive keys of a resource; none if a value is not known yet. */
const exclusiveKeysOf = (resource: Resource | undefined, values: Values = {}): readonly string[] =>
  resource?.exclusiveKeys === undefined || holdsSymbol(values) || Object.keys(values).length === 0
    ? []
    : resource.exclusiveKeys(values);

/** An exclusive key of a resource, and the people who have access through it. */
interface Holding {
  urn: string;
  exclusiveKey: string;
  holder?: Holder;
}

/** The exclusive keys of all resources of a state or a program. */
export class Holdings {
  readonly #byKey = new Map<string, Holding[]>();

  add(about: About, values: Values): void {
    const holders = new Map(holdersIn(about, values).map((one) => [one.key, one]));
    for (const exclusiveKey of new Set([
      ...exclusiveKeysOf(about.resource, values),
      ...holders.keys(),
    ])) {
      const key = keyOf(about, exclusiveKey);
      const holding = {
        urn: about.urn,
        exclusiveKey,
        ...(holders.has(exclusiveKey) && { holder: holders.get(exclusiveKey) }),
      };
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), holding]);
    }
  }

  /** The same keys of other resources. */
  ofOthers(about: About, keys: readonly string[]): Holding[] {
    return keys.flatMap((one) =>
      (this.#byKey.get(keyOf(about, one)) ?? []).filter(({ urn }) => urn !== about.urn),
    );
  }
}

/** Adds the access through other resources to changes. */
export const withOthers = (changes: readonly Change[], earlier: Holdings, later: Holdings) =>
  changes.map((change): Change => {
    const { resource, before, after } = change;
    const held = exclusiveKeysOf(resource, before);
    const holders = [...holdersIn(change, before), ...holdersIn(change, after)];
    const keys = [...new Set(holders.map(({ key }) => key))];
    const others = (all: Holdings) =>
      all.ofOthers(change, keys).flatMap(({ holder }) => holder ?? []);
    const sharedKeys = [
      ...new Set(later.ofOthers(change, held).map(({ exclusiveKey }) => exclusiveKey)),
    ];
    const otherHolders = { before: others(earlier), after: others(later) };
    return {
      ...change,
      ...(sharedKeys.length > 0 && { sharedKeys }),
      ...(otherHolders.before.length + otherHolders.after.length > 0 && { otherHolders }),
    };
  });

/** Marks deletes of what other resources of the program manage: the same object, or all parts of it that this resource manages. */
export const withKept = (changes: readonly Change[], remaining: readonly Declared[]): Change[] =>
  changes.map((change) => (isKept(change, remaining) ? { ...change, isKept: true } : change));

function isKept(change: Change, remaining: readonly Declared[]): boolean {
  const { resource, id = "", op, urn, before = {}, sharedKeys = [] } = change;
  if (id === "" || op !== "delete") return false;
  const keys = exclusiveKeysOf(resource, before);
  if (keys.length > 0) return keys.length === sharedKeys.length;
  return remaining.some(
    ({ about, inputs }) =>
      about.urn !== urn && about.resource === resource && [about.id, inputs.adopt].includes(id),
  );
}

/** The holders of access through an object. */
export const holdersOf = (resource: Resource, inputs: Values | undefined): KnownHolders =>
  knownHolders(inputs && resource.access, inputs ?? {});

/** The known holders of access through a resource. */
const holdersIn = ({ resource }: About, values: Values | undefined): readonly Holder[] =>
  resource && values ? (holdersOf(resource, withoutSecrets(values)).holders ?? []) : [];

/** The key includes the instance, because the same content on another instance is a different object. */
const keyOf = ({ instance }: About, exclusiveKey: string) =>
  JSON.stringify([instance?.name, instance?.baseUrl, exclusiveKey]);

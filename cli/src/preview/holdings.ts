import { holdersOf, unknown } from "pulumi-platform-provider/tooling";
import type { Holder, Values } from "pulumi-platform-provider/tooling";
import { claimsOf } from "./claims.js";
import type { About, Change } from "./types.js";
import { withInstead } from "./values.js";

/** What only one resource of a program can have, and who has access because of it. */
interface Holding {
  urn: string;
  claim: string;
  holder?: Holder;
}

/** What the resources of a state or of a program hold. */
export class Holdings {
  readonly #byClaim = new Map<string, Holding[]>();

  add(about: About, values: Values): void {
    const holders = new Map(holdersIn(about, values).map((one) => [one.claim, one]));
    for (const claim of new Set([...claimsOf(about.resource, values), ...holders.keys()])) {
      const key = keyOf(about, claim);
      const holding = {
        urn: about.urn,
        claim,
        ...(holders.has(claim) && { holder: holders.get(claim) }),
      };
      this.#byClaim.set(key, [...(this.#byClaim.get(key) ?? []), holding]);
    }
  }

  /** What others hold of what a resource holds. */
  ofOthers(about: About, claims: readonly string[]): Holding[] {
    return claims.flatMap((claim) =>
      (this.#byClaim.get(keyOf(about, claim)) ?? []).filter(({ urn }) => urn !== about.urn),
    );
  }
}

/** Adds to changes what other resources of the state and of the program hold of the same objects. */
export const withOthers = (changes: readonly Change[], earlier: Holdings, later: Holdings) =>
  changes.map((change): Change => {
    const { resource, before, after } = change;
    const held = claimsOf(resource, before);
    const holders = [...holdersIn(change, before), ...holdersIn(change, after)];
    const claims = [...new Set(holders.map(({ claim }) => claim))];
    const others = (all: Holdings) =>
      all.ofOthers(change, claims).flatMap(({ holder }) => holder ?? []);
    const sharedClaims = [...new Set(later.ofOthers(change, held).map(({ claim }) => claim))];
    const otherHolders = { before: others(earlier), after: others(later) };
    return {
      ...change,
      ...(sharedClaims.length > 0 && { sharedClaims }),
      ...(otherHolders.before.length + otherHolders.after.length > 0 && { otherHolders }),
    };
  });

/** Who has access because of a resource, as far as that is known. */
const holdersIn = ({ resource }: About, values: Values | undefined): readonly Holder[] =>
  resource && values
    ? (holdersOf(resource, withInstead(values, () => unknown) as Values) ?? [])
    : [];

/** The same content on another instance is another. */
const keyOf = ({ instance }: About, claim: string) =>
  JSON.stringify([instance?.name, instance?.baseUrl, claim]);

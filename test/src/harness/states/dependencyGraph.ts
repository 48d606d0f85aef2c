import { referencesOf } from "./state";
import type { ResourceState } from "./state";
import { idIn, urnIn } from "./urns";

/**
 * Who depends on whom among the resources of a state, which stand in it after all that they depend on:
 * `graph.DependencyGraph` of the engine.
 */
export class DependencyGraph {
  readonly #index = new Map<ResourceState, number>();
  readonly #byUrn = new Map<string, number[]>();
  readonly #children = new Map<string, number[]>();

  constructor(readonly resources: readonly ResourceState[]) {
    resources.forEach((resource, index) => {
      this.#index.set(resource, index);
      const same = this.#byUrn.get(resource.urn);
      if (same === undefined) this.#byUrn.set(resource.urn, [index]);
      else same.push(index);
      let { parent } = resource;
      while (parent !== "") {
        const known = this.#children.get(parent);
        if (known === undefined) this.#children.set(parent, [index]);
        else known.push(index);
        parent = resources[this.#byUrn.get(parent)?.at(-1) ?? -1]?.parent ?? "";
      }
    });
  }

  /** Takes a new state of a resource for the old one. */
  alias(state: ResourceState, old: ResourceState): void {
    const index = this.#index.get(old);
    if (index !== undefined) this.#index.set(state, index);
  }

  contains(resource: ResourceState): boolean {
    return this.#index.has(resource);
  }

  childrenOf({ urn }: ResourceState): ResourceState[] {
    return this.#at(this.#children.get(urn) ?? []);
  }

  /** What depends on a resource, near or far. */
  dependingOn(
    resource: ResourceState,
    { ignored, withChildren }: { ignored: ReadonlySet<string>; withChildren: boolean },
  ): ResourceState[] {
    const found = new Set([resource.urn]);
    return this.#after(resource).filter((candidate) => {
      if (ignored.has(candidate.urn)) return false;
      const depends =
        found.has(urnIn(candidate.provider)) ||
        referencesOf(candidate).some(
          ({ kind, urn }) => (kind !== "parent" || withChildren) && found.has(urn),
        );
      if (depends) found.add(candidate.urn);
      return depends;
    });
  }

  /** What depends on exactly this resource, where another one can have the same URN. */
  onlyDependingOn(resource: ResourceState): ResourceState[] {
    const dependent = new Map([[resource.urn, [resource.id]]]);
    const others = new Map<string, number>();
    const note = ({ urn }: ResourceState) => others.set(urn, (others.get(urn) ?? 0) + 1);
    this.resources.slice(0, this.#index.get(resource)).forEach(note);
    const found: ResourceState[] = [];
    for (const candidate of this.#after(resource)) {
      const isSame = candidate.urn === resource.urn && candidate.id === resource.id;
      const depends =
        !isSame &&
        ((dependent.get(urnIn(candidate.provider)) ?? []).includes(idIn(candidate.provider)) ||
          referencesOf(candidate).some(({ kind, urn }) => {
            const count = dependent.get(urn)?.length ?? 0;
            return (kind === "parent" ? count > 0 : count === 1) && !others.has(urn);
          }));
      if (depends) {
        found.push(candidate);
        dependent.set(candidate.urn, [...(dependent.get(candidate.urn) ?? []), candidate.id]);
      } else {
        note(candidate);
      }
    }
    return found;
  }

  /** What a resource depends on itself: its provider, its parent, and the children of a component too. */
  dependenciesOf(resource: ResourceState): Set<ResourceState> {
    const end = this.#index.get(resource) ?? 0;
    const before = (indexes: readonly number[] = []) => indexes.filter((index) => index < end);
    const found = new Set<ResourceState>();
    const urns = referencesOf(resource).filter(({ kind }) => kind !== "parent");
    for (const urn of new Set([...urns.map((one) => one.urn), urnIn(resource.provider)])) {
      for (const candidate of this.#at(before(this.#byUrn.get(urn)))) {
        found.add(candidate);
        if (candidate.custom) continue;
        for (const child of this.#at(before(this.#children.get(urn)))) found.add(child);
      }
    }
    for (const parent of this.#at(before(this.#byUrn.get(resource.parent)))) found.add(parent);
    return found;
  }

  /** All that a resource depends on, near or far. */
  allDependenciesOf(resource: ResourceState): Set<ResourceState> {
    const found = new Set<ResourceState>();
    const lookUp = (from: ResourceState, urn: string): ResourceState | undefined => {
      const all = this.#at(this.#byUrn.get(urn) ?? []);
      const [old, current] = [
        all.findLast((one) => one.delete),
        all.findLast((one) => !one.delete),
      ];
      return old !== undefined && (current === undefined || from.delete) ? old : current;
    };
    const mark = (one: ResourceState | undefined) => {
      if (one === undefined || found.has(one)) return;
      found.add(one);
      const urns = referencesOf(one).map(({ urn }) => urn);
      for (const urn of [urnIn(one.provider), ...urns]) mark(lookUp(one, urn));
    };
    mark(lookUp(resource, resource.urn));
    found.delete(resource);
    return found;
  }

  #after(resource: ResourceState): ResourceState[] {
    return this.resources.slice((this.#index.get(resource) ?? -1) + 1);
  }

  #at(indexes: readonly number[]): ResourceState[] {
    return indexes.map((index) => this.resources[index]).filter((one) => one !== undefined);
  }
}

import { DependencyGraph } from "./dependencyGraph";
import { referencesOf, withReferences } from "./state";
import type { ResourceState, Snapshot } from "./state";
import {
  isProviderType,
  isUrn,
  nameOf,
  qualifiedTypeOf,
  referenceTo,
  renamed,
  typeOf,
  urnIn,
} from "./urns";

/** The commands of `pulumi state` that change one state: `cmd/pulumi/state` of the CLI. */

export interface DeleteOptions {
  force: boolean;
  targetDependents: boolean;
  all: boolean;
}

export function deleteFromState(
  snapshot: Snapshot,
  urns: readonly string[],
  { force, targetDependents, all }: DeleteOptions,
): void {
  const chosen = all
    ? [...snapshot.resources].reverse()
    : inDeleteOrder(snapshot, new Set(urns.map((urn) => only(snapshot, urn))));
  for (const one of chosen) {
    // It may have gone with what it depends on.
    if (!snapshot.resources.includes(one)) continue;
    const dependents = new DependencyGraph(snapshot.resources).onlyDependingOn(one);
    if (dependents.length > 0 && !targetDependents) {
      const lines = dependents.map(({ urn }) => ` * "${nameOf(urn)}" (${urn})`);
      throw new Error(
        `${one.urn} can't be safely deleted because the following resources depend on it:\n` +
          `${lines.join("\n")}\n\nDelete those resources first or pass --target-dependents.`,
      );
    }
    for (const { urn, protect } of [one, ...dependents]) {
      if (!protect || force) continue;
      throw new Error(
        `${urn} can't be safely deleted because it is protected. ` +
          "Re-run this command with --force to force deletion",
      );
    }
    const gone = new Set([one, ...dependents]);
    snapshot.resources = snapshot.resources.filter((other) => !gone.has(other));
  }
}

function inDeleteOrder(snapshot: Snapshot, chosen: Set<ResourceState>): ResourceState[] {
  const graph = new DependencyGraph(snapshot.resources);
  const ordered: ResourceState[] = [];
  while (chosen.size > 0) {
    const next = [...chosen].find(
      (one) => !graph.onlyDependingOn(one).some((other) => chosen.has(other)),
    );
    if (next === undefined) throw new Error("could not order deletions");
    chosen.delete(next);
    ordered.push(next);
  }
  return ordered;
}

function only({ resources }: Snapshot, urn: string): ResourceState {
  if (!isUrn(urn)) throw new Error(`"${urn}" is not a valid resource URN`);
  const [found, ...others] = resources.filter((one) => one.urn === urn);
  if (found === undefined) throw new Error(missingText(urn));
  if (others.length > 0)
    throw new Error("Resource URN ambiguously referred to multiple resources.");
  return found;
}

const missingText = (urn: string) => `No such resource "${urn}" exists in the current state`;

export function renameInState(snapshot: Snapshot, urn: string, name: string): void {
  if (!isUrn(urn)) throw new Error("The provided input URN is not valid");
  changeUrn(snapshot, urn, renamed(urn, name));
}

function changeUrn(snapshot: Snapshot, from: string, to: string): void {
  const [found, ...others] = snapshot.resources.filter(({ urn }) => urn === from);
  if (found === undefined) throw new Error(missingText(from));
  if (others.length > 0) throw new Error("The input URN ambiguously refers to multiple resources");
  if (from === to) return;
  if (snapshot.resources.some(({ urn }) => urn === to)) {
    throw new Error("The chosen new urn for the state corresponds to an already existing resource");
  }
  found.urn = to;
  for (const one of snapshot.resources.filter((other) => other !== found)) {
    const isChild = one.parent === from;
    Object.assign(
      one,
      withReferences(one, ({ urn }) => (urn === from ? to : urn)),
    );
    if (!isChild) continue;
    const [stack, project] = one.urn.split("::");
    const type = `${qualifiedTypeOf(to)}$${typeOf(one.urn)}`;
    changeUrn(snapshot, one.urn, [stack, project, type, nameOf(one.urn)].join("::"));
  }
  if (!isProviderType(found.type)) return;
  for (const one of snapshot.resources.filter(({ provider }) => urnIn(provider) === from)) {
    one.provider = referenceTo(to, found.id);
  }
}

/** `protect`, `unprotect`, `taint` and `untaint`. */
export function markInState(
  snapshot: Snapshot,
  mark: "protect" | "taint",
  { urns, all, value }: { urns: readonly string[]; all: boolean; value: boolean },
): void {
  const current = snapshot.resources.filter((one) => !one.delete || !value);
  const missing = urns.filter((urn) => !current.some((one) => one.urn === urn));
  for (const one of current) {
    if (all || urns.includes(one.urn)) one[mark] = value;
  }
  if (missing.length > 0) throw new Error(missing.map(missingText).join("\n"));
}

/** What `stack import` and the commands that save a whole state require of it. */
export function requireIntegrity({ resources }: Snapshot): void {
  const known = new Set<string>();
  const providers = new Set<string>();
  for (const one of resources) {
    const { urn, type, id, provider, pendingReplacement } = one;
    if (isProviderType(type)) providers.add(referenceTo(urn, id));
    if (provider !== "" && !providers.has(provider) && !pendingReplacement) {
      throw new Error(`resource ${urn} refers to unknown provider ${provider}`);
    }
    const missing = referencesOf(one).find((reference) => !known.has(reference.urn));
    if (missing !== undefined) {
      throw new Error(
        `resource ${urn}'s ${missing.kind} ${missing.urn} refers to missing resource`,
      );
    }
    known.add(urn);
  }
}

import { isDeepStrictEqual } from "node:util";
import { DependencyGraph } from "./dependencyGraph";
import { newState, withReferences } from "./state";
import type { ResourceState, Snapshot } from "./state";
import { requireIntegrity } from "./stateCommands";
import {
  inStack,
  isProviderType,
  nameOf,
  referenceTo,
  rootStackType,
  rootStackUrn,
  typeOf,
  urnOf,
} from "./urns";
import type { StackName } from "./urns";

interface Move {
  source: Snapshot;
  dest: Snapshot;
  /** The stack that the resources come to. */
  name: StackName;
  urns: readonly string[];
  withParents: boolean;
}

/** `pulumi state move`: resources go to another stack, with their children and copies of their providers. */
export function moveState({ source, dest, name, urns, withParents }: Move): void {
  requireIntegrity(source);
  requireIntegrity(dest);
  const moved = chosen(source, urns, withParents);
  const movedUrns = new Set([...moved].map(({ urn }) => urn));
  const used = new Set([...moved].map(({ provider }) => provider));
  const ordered = source.resources.filter((one) => moved.has(one));
  const rest = source.resources.filter((one) => !moved.has(one));
  const restUrns = new Set(rest.map(({ urn }) => urn));
  const providers = rest.filter(({ urn, id }) => used.has(referenceTo(urn, id)));
  for (const one of rest) Object.assign(one, without(one, movedUrns));
  source.resources = rest;

  let root = dest.resources.find((one) => one.type === rootStackType);
  if (root === undefined) {
    root = newState({ urn: rootStackUrn(name), type: rootStackType });
    dest.resources.unshift(root);
  }
  const rootUrn = root.urn;
  const there = new Map(dest.resources.map((one) => [one.urn, one]));
  /** URNs and references to providers in the other stack. */
  const rewritten = new Map<string, string>();
  const moveOne = (one: ResourceState): ResourceState => {
    const copy = { ...one, ...without(one, restUrns) };
    copy.parent = movedUrns.has(one.parent) ? one.parent : rootUrn;
    Object.assign(
      copy,
      withReferences(copy, ({ urn }) => rewritten.get(urn) ?? inStack(urn, name.stack)),
    );
    copy.provider = rewritten.get(one.provider) ?? inStack(one.provider, name.stack);
    const type = typeOf(one.urn);
    copy.urn = urnOf(name, { parent: copy.parent, type, name: nameOf(one.urn) });
    return copy;
  };
  for (const one of providers) {
    const copy = moveOne(one);
    const same = there.get(copy.urn);
    if (same !== undefined && same.id !== copy.id && !isDeepStrictEqual(same.inputs, copy.inputs)) {
      throw new Error(`provider ${copy.urn} already exists in destination stack`);
    }
    const { urn, id } = same ?? copy;
    rewritten.set(referenceTo(one.urn, one.id), referenceTo(urn, id));
    if (same === undefined) dest.resources.push(copy);
  }
  for (const one of ordered) {
    const copy = moveOne(one);
    rewritten.set(one.urn, copy.urn);
    if (there.has(copy.urn)) {
      throw new Error(`resource ${copy.urn} already exists in destination stack`);
    }
    dest.resources.push(copy);
  }
  requireIntegrity(dest);
  requireIntegrity(source);
  // The CLI saves both as whole states, which have no pending operations.
  for (const one of [source, dest]) one.pending = [];
}

function chosen(source: Snapshot, urns: readonly string[], withParents: boolean) {
  const graph = new DependencyGraph(source.resources);
  const moved = new Set(source.resources.filter(({ urn }) => urns.includes(urn)));
  if ([...moved].some(({ type }) => isProviderType(type))) {
    throw new Error(
      "cannot move providers. Only resources can be moved, and providers will be included automatically",
    );
  }
  if (moved.size === 0) throw new Error("no resources found to move");
  if (withParents) {
    for (const one of [...moved]) {
      for (const parent of parentsOf(one, source)) moved.add(parent);
    }
  }
  for (const one of [...moved]) {
    for (const child of graph.childrenOf(one)) if (!isProviderType(child.type)) moved.add(child);
  }
  for (const one of moved) if (one.type === rootStackType) moved.delete(one);
  return moved;
}

function parentsOf({ parent }: ResourceState, source: Snapshot): ResourceState[] {
  const found = source.resources.find(({ urn }) => urn === parent);
  if (found === undefined || found.type === rootStackType) return [];
  return [found, ...parentsOf(found, source)];
}

/** The references of a resource without those to some, except to its parent. */
function without(one: ResourceState, urns: ReadonlySet<string>) {
  return withReferences(one, ({ kind, urn }) =>
    kind !== "parent" && urns.has(urn) ? undefined : urn,
  );
}

/** The state of a stack under another name. */
export function renamedStack(snapshot: Snapshot, from: StackName, to: StackName): Snapshot {
  const change = (urn: string): string => {
    if (urn === "" || !urn.startsWith(`urn:pulumi:${from.stack}::`)) return urn;
    return typeOf(urn) === rootStackType ? rootStackUrn(to) : inStack(urn, to.stack);
  };
  const changed = (one: ResourceState): ResourceState => ({
    ...one,
    urn: change(one.urn),
    ...withReferences(one, ({ urn }) => change(urn)),
    provider: change(one.provider),
    aliases: one.aliases.map(change),
  });
  return {
    resources: snapshot.resources.map(changed),
    pending: snapshot.pending.map(({ resource, type }) => ({ resource: changed(resource), type })),
  };
}

import { DependencyGraph } from "../states/dependencyGraph";
import type { Run } from "../run";
import { referencesOf } from "../states/state";
import type { ResourceState } from "../states/state";
import type { Step } from "./step";
import type { StepExecutor } from "./stepExecutor";
import type { StepGenerator } from "./stepGenerator";
import { Steps } from "./steps";

/** What a run does before its program and after it. */

/** Reads resources before the program runs, and goes on from what it finds. */
export async function readFirst(
  run: Run,
  executor: StepExecutor,
  resources: readonly ResourceState[],
): Promise<void> {
  const { targets, excludes, targetDependents, excludeDependents } = run.options;
  const steps = new Map<ResourceState, Step>();
  const make = new Steps(run);
  const chosen = excludes.isConstrained() ? excludes.copy() : targets.copy();
  const follows = (one: ResourceState) => referencesOf(one).some(({ urn }) => chosen.contains(urn));
  for (const one of resources) {
    if (excludes.isConstrained()) {
      if (chosen.contains(one.urn)) continue;
      if (excludeDependents && follows(one)) {
        chosen.add(one.urn);
        continue;
      }
    } else if (!chosen.contains(one.urn)) {
      if (!targetDependents || !follows(one)) continue;
      chosen.add(one.urn);
      // The engine takes the provider of a dependent for that of its target, and so for a provider that runs.
      steps.set(one, make.refresh(one));
      continue;
    }
    await run.ensureProvider(one);
    steps.set(one, make.refresh(one));
  }
  await executor.all([...steps.values()]);
  await executor.drain();
  run.rebuild(steps);
}

/** Reads what the program has not registered. */
export async function readRest(generator: StepGenerator, executor: StepExecutor): Promise<void> {
  const { run } = generator;
  const { targets, excludes } = run.options;
  const isMeant = ({ urn }: ResourceState) =>
    excludes.isConstrained() ? !excludes.contains(urn) : targets.contains(urn);
  const steps = new Map<ResourceState, Step>();
  for (const one of run.base.resources) {
    if (generator.isOperatedOn(one.urn) || !isMeant(one)) continue;
    await run.ensureProvider(one);
    generator.refreshes.add(one.urn);
    steps.set(one, generator.steps.refresh(one));
  }
  await executor.all([...steps.values()]);
  await executor.drain();
  run.rebuild(steps);
}

/** Deletes what the program has not registered, and what was replaced. */
export async function deleteRest(generator: StepGenerator, executor: StepExecutor): Promise<void> {
  const { graph } = generator.run;
  // What a destroy keeps as the program registered it is not in the graph of the state.
  const registered = new DependencyGraph(generator.toDelete);
  const { sames, deletes } = await generator.deletions();
  if (sames.length > 0) await (await executor.submit(sames)).done;
  const spared = new Set<ResourceState>();
  const seen = new Set<Step>();
  for (const set of deletes) {
    // What a resource needs stays as long as the resource could not be deleted.
    for (const step of executor.errored.filter((one) => !seen.has(one))) {
      seen.add(step);
      for (const one of [step.res, step.old]) {
        const found = [graph, registered].find((all) => one !== undefined && all.contains(one));
        if (one === undefined || found === undefined) continue;
        for (const needed of found.allDependenciesOf(one)) spared.add(needed);
      }
    }
    await executor.all(set.filter(({ res }) => !spared.has(res)));
  }
}

/** A warning of what an earlier run began and did not end. */
export function pendingWarning({ base }: Run): string {
  const lines = base.pending.map(
    ({ resource, type }) => `  * ${resource.urn}, interrupted while ${type}\n`,
  );
  return (
    `Attempting to deploy or update resources with ${base.pending.length} pending operations ` +
    `from previous deployment.\n${lines.join("")}`
  );
}

import { DependencyGraph } from "../states/dependencyGraph";
import { Bail } from "../sessions/providers";
import type { ResourceState } from "../states/state";
import type { Step } from "./step";
import type { StepGenerator } from "./stepGenerator";
import { referenceTo } from "../states/urns";

/** What a run does after its program has ended: it keeps what is no target, and deletes the rest. */
export interface Deletions {
  sames: Step[];
  /** Sets of deletes that can be done at the same time, one set after the other. */
  deletes: Step[][];
}

export async function deletions(generator: StepGenerator): Promise<Deletions> {
  const { run, steps } = generator;
  const { targets, targetDependents } = run.options;
  const isMeant = await meant(generator);
  const [sames, deletes]: [Step[], Step[]] = [[], []];
  for (const listed of run.base.resources) {
    if (!isMeant(listed)) {
      if (!generator.isOperatedOn(listed.urn)) {
        sames.push(steps.same(listed, { ...listed, id: "" }, { isUntargeted: true }));
      }
      continue;
    }
    const old = generator.read.get(listed) ?? listed;
    if (old.delete) {
      if (generator.replacements.isDeleted(old)) continue;
      deletes.push(steps.delete(old, { isPending: false }));
    } else if (!generator.isOperatedOn(old.urn)) {
      deletes.push(old.pendingReplacement ? steps.removePendingReplace(old) : steps.delete(old));
    } else if (!generator.deletes.has(old.urn)) {
      continue;
    }
    generator.deletes.add(old.urn);
    await run.ensureProvider(old);
  }
  for (const old of generator.toDelete.filter(isMeant)) {
    generator.deletes.add(old.urn);
    deletes.push(steps.delete(old));
  }
  for (const { op, res } of [...sames, ...deletes]) {
    run.options.plan?.checkStep(op, res.urn);
    if (run.made !== undefined) {
      run.made.expect(res.urn);
      run.made.addStep(op, res.urn);
    }
  }
  const unnamed = deletes.filter(({ res }) => !targets.contains(res.urn) && !targetDependents);
  for (const { res } of unnamed) {
    generator.error(
      res.urn,
      `Resource '${res.urn}' will be destroyed but was not specified in --target list.\n` +
        "Either include resource in --target list or pass --target-dependents to proceed.",
    );
  }
  if (unnamed.length > 0 && !run.isPreview) throw new Bail("delete untargeted resource");
  return { sames, deletes: scheduled(generator, deletes) };
}

/** What `--target` and `--exclude` let a run delete. */
async function meant(generator: StepGenerator): Promise<(state: ResourceState) => boolean> {
  const { run } = generator;
  const { targets, excludes, excludeDependents } = run.options;
  const graph = graphOf(generator);
  if (targets.isConstrained()) {
    const meantUrns = new Set<string>();
    const reached = reach(
      run.base.resources.filter(({ urn }) => targets.contains(urn)),
      (one, seen) => graph.dependingOn(one, { ignored: seen, withChildren: true }),
    );
    for (const urn of reached) {
      for (const old of run.allOlds.get(urn) ?? []) {
        meantUrns.add(urn);
        for (const one of await generator.replacements.dependentsOf(old)) meantUrns.add(one.urn);
      }
    }
    return ({ urn }) => meantUrns.has(urn);
  }
  if (!excludes.isConstrained()) return () => true;
  const kept = reach(
    run.base.resources.filter(({ urn }) => excludes.contains(urn)),
    (one, seen) => [
      ...graph.dependenciesOf(one),
      ...(excludeDependents ? graph.dependingOn(one, { ignored: seen, withChildren: true }) : []),
    ],
  );
  return ({ urn }) => !kept.has(urn) || !run.olds.has(urn);
}

/** The URNs that one gets to from some resources. */
function reach(
  from: readonly ResourceState[],
  next: (one: ResourceState, seen: ReadonlySet<string>) => readonly ResourceState[],
): Set<string> {
  const seen = new Set<string>();
  const waiting = [...from];
  for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
    if (seen.has(one.urn)) continue;
    seen.add(one.urn);
    waiting.push(...next(one, seen));
  }
  return seen;
}

function graphOf({ run, toDelete, read }: StepGenerator): DependencyGraph {
  const graph = new DependencyGraph([...toDelete, ...run.base.resources]);
  for (const [old, state] of read) graph.alias(state, old);
  return graph;
}

/** Deletes nothing before what depends on it. */
function scheduled(generator: StepGenerator, deletes: readonly Step[]): Step[][] {
  const graph = graphOf(generator);
  const left = new Map(deletes.map((step) => [step.res, step]));
  const sets: Step[][] = [];
  while (left.size > 0) {
    const free = [...left].filter(
      ([res]) => ![...graph.dependenciesOf(res)].some((needed) => left.has(needed)),
    );
    for (const [res] of free) left.delete(res);
    sets.unshift(
      inOrder(
        free.map(([, step]) => step),
        generator.run.parts.deleteOrder,
      ),
    );
  }
  return sets;
}

function inOrder(steps: readonly Step[], order: readonly string[]): Step[] {
  const position = ({ res }: Step) => {
    const index = order.indexOf(referenceTo(res.urn, res.id));
    return index < 0 ? order.length : index;
  };
  return steps.toSorted((a, b) => position(a) - position(b));
}

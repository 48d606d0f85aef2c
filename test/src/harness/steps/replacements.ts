import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../lifecycle/tables/row";
import { checkInputs, sessionOf } from "../sessions/inputs";
import { isWithin } from "../sessions/propertyPaths";
import { Bail } from "../sessions/providers";
import type { Registration } from "./registration";
import type { Difference } from "../sessions/session";
import { subjectOf } from "../states/state";
import type { ResourceState } from "../states/state";
import type { Step } from "./step";
import type { Decision, StepGenerator } from "./stepGenerator";
import { known } from "./readSteps";
import { isProviderType, urnIn } from "../states/urns";
import { holdsUnknown, knownOnly } from "../sessions/values";
import { unknownValue, withoutSecrets } from "../sessions/wire";

const nothing: Difference = { changes: false, replaces: false, deleteBeforeReplace: false };

/** Compares resources with what the program wants, and decides how they are replaced. */
export class Replacements {
  /** What is deleted before its replacement is created. */
  readonly #deleted = new Set<ResourceState>();

  constructor(readonly generator: StepGenerator) {}

  isDeleted(state: ResourceState): boolean {
    return this.#deleted.has(state);
  }

  async compare(decision: Decision, old: ResourceState): Promise<Step[]> {
    const { generator } = this;
    const { registration, urn, state } = decision;
    const isTriggered = this.#isTriggered(state, old);
    const found = isTriggered
      ? { ...nothing, changes: true }
      : withReplacements(await this.#difference(decision, old), registration.goal.replaceOnChanges);
    if (found.changes || old.pendingReplacement) {
      if (isTriggered || old.pendingReplacement || (found.changes && found.replaces)) {
        return this.#replace(decision, old, found);
      }
      generator.updates.add(urn);
      return [generator.steps.update(registration, old, state, found.detailed)];
    }
    if (generator.imports.has(urn)) {
      registration.done(old);
      return [];
    }
    generator.sames.add(urn);
    return [generator.steps.same(old, state, { registration })];
  }

  /** Creates again what was deleted because something that it depends on is replaced. */
  recreate(registration: Registration, old: ResourceState, state: ResourceState): Step[] {
    const { generator } = this;
    generator.deletes.delete(state.urn);
    generator.replaces.add(state.urn);
    return [
      generator.steps.replace(old, state),
      generator.steps.create(state, registration, { old, isDeletedLater: false }),
    ];
  }

  #isTriggered(state: ResourceState, old: ResourceState): boolean {
    const [now, before] = [state, old].map((one) => withoutSecrets(one.replacementTrigger));
    if (holdsUnknown(now)) {
      if (this.generator.run.isPreview) return true;
      const text = `replacement trigger contains unknowns for ${state.urn}`;
      this.generator.refuseUnlessPreview(state.urn, text);
    }
    if (holdsUnknown(before)) return true;
    if (now === undefined || now === null || before === undefined || before === null) return false;
    return !isDeepStrictEqual(now, before);
  }

  async #difference({ urn, state }: Decision, old: ResourceState): Promise<Difference> {
    const { generator } = this;
    if (generator.isReplaceAskedFor(urn, old)) return { ...nothing, changes: true, replaces: true };
    if (await this.#isProviderChanged(old, state))
      return { ...nothing, changes: true, replaces: true };
    if (!state.custom) {
      return { ...nothing, changes: !isDeepStrictEqual(old.inputs, state.inputs) };
    }
    if (isProviderType(state.type)) {
      return generator.run.providers.diff(urn, old, state.inputs);
    }
    const inputs = generator.run.isPreview ? state.inputs : knownOnly(state.inputs);
    const session = await sessionOf(generator, state);
    return session.diff(subjectOf(state), known(old), inputs, state.ignoreChanges);
  }

  async #isProviderChanged(old: ResourceState, state: ResourceState): Promise<boolean> {
    if (old.provider === state.provider) return false;
    if (old.provider === "" || state.provider === "") return true;
    const { run, aliased } = this.generator;
    const [before, now] = [old, state].map(({ provider }) => urnIn(provider));
    if (before === undefined || aliased.get(before) === now) return false;
    const provider = run.olds.get(before);
    return provider !== undefined && run.providers.replaces(provider, state.provider);
  }

  async #replace(decision: Decision, old: ResourceState, found: Difference): Promise<Step[]> {
    const { generator } = this;
    const { registration, urn, state } = decision;
    const { goal } = registration;
    if (state.protect && old.protect) {
      generator.refuseUnlessPreview(
        urn,
        `unable to replace resource "${urn}"\nas it is currently marked for protection. ` +
          "To unprotect the resource, remove the `protect` flag from the resource in your " +
          "Pulumi program and run `pulumi up`",
      );
    }
    if (goal.importId !== "") this.#warnOfImport(urn);
    generator.replaces.add(urn);
    // What takes its place is new: its inputs are checked as those of something new.
    if (state.custom && !generator.isReplaceAskedFor(urn, old)) {
      await checkInputs(generator, decision, undefined, goal.inputs);
      if (decision.isInvalid) throw new Bail(`resource ${urn} has check errors`);
    }
    const { detailed } = found;
    if (!(goal.deleteBeforeReplace ?? found.deleteBeforeReplace)) {
      return [
        generator.steps.create(state, registration, { old, isDeletedLater: true, detailed }),
        generator.steps.replace(old, state, detailed),
      ];
    }
    const dependents = generator.run.graph.contains(old) ? await this.dependentsOf(old) : [];
    const deletes = dependents.reverse().flatMap((one) => this.#deleteFirst(one, urn));
    await generator.run.ensureProvider(old);
    if (!old.pendingReplacement) deletes.push(generator.steps.delete(old, { isPending: true }));
    return [
      ...deletes,
      generator.steps.replace(old, state, detailed),
      generator.steps.create(state, registration, { old, isDeletedLater: false, detailed }),
    ];
  }

  #warnOfImport(urn: string): void {
    const text =
      "previously-imported resources that still specify an ID may not be replaced; " +
      "please remove the `import` declaration from your program;";
    if (!this.generator.run.isPreview) throw new Error(text);
    this.generator.run.report.line({ urn, severity: "warning", text });
  }

  #deleteFirst(dependent: ResourceState, urn: string): Step[] {
    const { generator } = this;
    if (this.#deleted.has(dependent)) return [];
    if (!dependent.delete && dependent.protect) {
      const text =
        `unable to replace resource "${dependent.urn}" as part of replacing "${urn}" as it is ` +
        "currently marked for protection. To unprotect the resource, remove the `protect` flag " +
        "from the resource in your Pulumi program and run `pulumi up`, or use the command:\n" +
        `\`pulumi state unprotect '${dependent.urn}'\``;
      generator.error(urn, text);
      throw new Bail(text);
    }
    generator.run.made?.expect(dependent.urn);
    generator.deletes.add(dependent.urn);
    this.#deleted.add(dependent);
    const replacement = dependent.delete ? undefined : { isPending: true };
    return [generator.steps.delete(dependent, replacement)];
  }

  /** What must be replaced too, because it cannot be without a resource. */
  async dependentsOf(root: ResourceState): Promise<ResourceState[]> {
    const { creates, sames, updates, deletes, replaces, run } = this.generator;
    const ignored = new Set(
      [creates, sames, updates, deletes, replaces].flatMap((set) => [...set]),
    );
    const replaced = new Set([root.urn]);
    const found: ResourceState[] = [];
    for (const one of run.graph.dependingOn(root, { ignored, withChildren: false })) {
      if (!one.custom || !(await this.#mustBeReplaced(one, replaced))) continue;
      replaced.add(one.urn);
      found.push(one);
    }
    return found;
  }

  async #mustBeReplaced(state: ResourceState, replaced: ReadonlySet<string>): Promise<boolean> {
    const { run } = this.generator;
    if (replaced.has(urnIn(state.provider))) {
      await run.ensureProvider(state);
      return true;
    }
    const depends = (key: string) =>
      (state.propertyDependencies[key] ?? []).some((urn) => replaced.has(urn));
    if (!Object.keys(state.inputs).some(depends) || isProviderType(state.type)) return false;
    const inputs: Values = Object.fromEntries(
      Object.entries(state.inputs).map(([key, value]) => [
        key,
        depends(key) ? unknownValue : value,
      ]),
    );
    await run.ensureProvider(state);
    const session = await sessionOf(this.generator, state);
    const found = await session.diff(subjectOf(state), known(state), inputs, state.ignoreChanges);
    return withReplacements(found, state.replaceOnChanges).replaces;
  }
}

/** A difference with what the program says of properties that ask for a replacement. */
function withReplacements(found: Difference, paths: readonly string[]): Difference {
  if (!found.changes || found.detailed === undefined) return found;
  const detailed = Object.entries(found.detailed).map(([property, kind]): [string, string] => {
    const replaces = !isReplacing(kind) && paths.some((path) => isWithin(path, property));
    return [property, replaces ? `${kind}-replace` : kind];
  });
  const replaces = found.replaces || detailed.some(([, kind]) => isReplacing(kind));
  return { ...found, detailed: Object.fromEntries(detailed), replaces };
}

const isReplacing = (kind: string) => kind.endsWith("-replace");

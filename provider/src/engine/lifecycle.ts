import type { Action, Resource, Values, Verbs } from "../define";
import { verbsOf } from "../define";
import type { Settings } from "../settings";
import { PlatformError } from "../wire/errors";
import { Instance } from "../wire/instance";
import { Absences } from "./absences";
import { adopt, adopted, adoptionProblems } from "./adoption";
import { changedPaths, differingPaths, get, set } from "./compare";
import { Creation } from "./creation";
import { driftedPaths, noteDrift, withoutDrift } from "./drift";
import { doubtsOf, problemsOf } from "./problems";
import type { Problem } from "./problems";
import * as say from "./say";
import { runOnce } from "./sending";
import { holdsUnknown } from "./unknowns";

/** What the engine knows of an object: what the program wanted, and what the platform added. */
export type State = Values;

/** Runs the verbs of any definition; every face is a translation of this. */
export class Lifecycle {
  readonly instance: Instance;
  readonly creation: Creation;
  readonly #absences = new Absences();
  /** Which resource of the program owns what there is only one of. */
  readonly #only = new Map<string, string>();
  /** Which resource of the program adopts which object. */
  readonly #adopters = new Map<string, string | undefined>();

  constructor(readonly settings: Settings) {
    this.instance = new Instance(settings);
    this.creation = new Creation(this.instance, settings);
  }

  /** What is wrong with the new inputs, by themselves and as a change of the old ones. */
  async check(request: {
    resource: Resource;
    old?: Values;
    inputs: Values;
    identity?: string;
  }): Promise<{ problems: Problem[]; doubts: string[] }> {
    const { resource, old, inputs, identity } = request;
    const problems = [
      ...problemsOf(resource.inputs, inputs),
      ...this.#checkOnly(resource, identity),
    ];
    // Only valid inputs that are all known are sure to have a label.
    const labelled = problems.length === 0 && !holdsUnknown(inputs);
    const name = labelled ? `${resource.name} ${resource.label(inputs)}` : resource.name;
    const doubts = doubtsOf(resource.inputs, inputs).map((doubt) => `${name}: ${doubt}.`);
    if (problems.length > 0) return { problems, doubts };
    if (old === undefined) return { problems: await this.#adoptionProblems(request), doubts };
    if (identity !== undefined) this.creation.stored(resource, identity, old);

    // What was changed on the instance is not the program's change: only `up` needs to repair it. What is
    // not known yet may turn out to be no change: it is checked again when it is known.
    const drifted = driftedPaths(resource, old, inputs);
    const changed = changedPaths(resource.inputs, old, inputs).filter(
      (path) => !drifted.includes(path) && !holdsUnknown(get(inputs, path)),
    );
    return {
      problems: [...adoptedAnew(old, inputs), ...this.#impossible(resource, old, inputs, changed)],
      doubts,
    };
  }

  async #adoptionProblems(request: {
    resource: Resource;
    inputs: Values;
    identity?: string;
  }): Promise<Problem[]> {
    const { resource, inputs, identity } = request;
    const id = adopted(inputs);
    if (id === undefined) return [];
    const key = `${resource.name} ${id}`;
    const adopter = this.#adopters.get(key) ?? identity;
    this.#adopters.set(key, adopter);
    if (adopter !== identity) {
      return [{ property: "adopt", reason: `${id} is adopted twice in this program` }];
    }
    return adoptionProblems({ ...request, verbs: this.#verbs(resource), instance: this.instance });
  }

  #checkOnly({ name, noun, once }: Resource, identity: string | undefined): Problem[] {
    if (once !== true || identity === undefined) return [];
    const owner = this.#only.get(name) ?? identity;
    this.#only.set(name, owner);
    return owner === identity
      ? []
      : [
          {
            property: "",
            reason: `the ${noun} is declared twice: there is one per instance and program`,
          },
        ];
  }

  #impossible(resource: Resource, old: Values, inputs: Values, changed: string[]): Problem[] {
    const { update, delete: remove } = this.#verbs(resource);
    const refused = resource.refuse?.(old, inputs, changed) ?? [];
    const replaced = resource.replaces?.(old, inputs, changed) ?? [];
    return changed.flatMap((path) => {
      const refusal = refused.find((candidate) => candidate.path === path);
      if (update === undefined || (replaced.includes(path) && remove === undefined)) {
        return [{ property: path, reason: say.cannotChange(resource, old, inputs, path) }];
      }
      return refusal === undefined ? [] : [{ property: path, reason: refusal.reason }];
    });
  }

  /** Whether the inputs differ in meaning from the state, and which of them force a replacement. */
  diff(request: { resource: Resource; state: State; inputs: Values }): {
    changed: string[];
    replaces: string[];
  } {
    const { resource, state, inputs } = request;
    const changed = changedPaths(resource.inputs, state, inputs);
    const replaces = resource.replaces?.(state, inputs, changed) ?? [];
    return { changed, replaces };
  }

  async create(request: { resource: Resource; inputs: Values; identity?: string }): Promise<{
    id: string;
    state: State;
    warning?: string;
  }> {
    const { resource, inputs } = request;
    const verbs = this.#verbs(resource);
    if (resource.action !== undefined) {
      const { warning, ...ran } = await this.#run({ ...request, action: resource.action });
      return { id: request.identity ?? String(ran.ranAt), state: { ...inputs, ...ran }, warning };
    }
    const { id, outputs } =
      adopted(inputs) === undefined
        ? await this.creation.create({ ...request, verbs })
        : await adopt({ ...request, verbs, instance: this.instance });
    return { id, state: { ...inputs, ...defined(outputs ?? {}) } };
  }

  /** The object as it is, or undefined when there is evidence that it is gone. */
  async read({
    resource,
    id,
    state,
  }: {
    resource: Resource;
    id: string;
    state: State;
  }): Promise<{ state: State; inputs: Values; warning?: string } | undefined> {
    const { read } = this.#verbs(resource);
    const inputNames = Object.keys(resource.inputs.shape);
    const known = pick(state, inputNames);
    if (read === undefined) return { state, inputs: known };

    const reading = await this.#absences.counting(
      () => read.run(this.instance, id, state),
      ({ found }) => found === "present",
    );
    if (reading.found !== "present") {
      if (this.settings.confirmAbsent.includes(id)) return undefined;
      const why =
        reading.found === "unknown"
          ? reading.why
          : await this.#absences.doubt(`${resource.name} ${id}`);
      if (why === undefined) return undefined;
      throw say.unknownState(resource, id, state, why);
    }

    const inputs = structuredClone(known);
    const drift: Values = {};
    // Only what the program declares is compared, and the program's spelling is kept where it means the same.
    for (const path of differingPaths(resource.inputs, known, reading.live)) {
      set(inputs, path, get(reading.live, path));
      drift[path] = get(known, path);
    }
    const outputs = pick(state, Object.keys(resource.outputs.shape));
    return {
      state: {
        ...inputs,
        ...outputs,
        ...defined(reading.outputs ?? {}),
        ...noteDrift(state, drift),
      },
      inputs: { ...inputs, ...noteDrift(state, drift) },
      warning: reading.warning,
    };
  }

  async update(request: {
    resource: Resource;
    id: string;
    state: State;
    inputs: Values;
    identity?: string;
  }): Promise<{ state: State; warning?: string }> {
    const { resource, id, state, inputs } = request;
    const { update } = this.#verbs(resource);
    const { changed } = this.diff(request);
    const old = pick(state, Object.keys(resource.inputs.shape));
    const [problem] = this.#impossible(resource, old, inputs, changed);
    if (update === undefined || problem !== undefined) {
      throw say.cannotRepair(resource, id, old, inputs, problem, changed);
    }
    if (resource.action !== undefined) {
      const { warning, ...ran } = await this.#run({ ...request, action: resource.action });
      return { state: { ...inputs, ...ran }, warning };
    }
    const outputs = await update.run(this.instance, { id, inputs, state, changed });
    const kept = pick(state, Object.keys(resource.outputs.shape));
    return { state: withoutDrift({ ...kept, ...inputs, ...defined(outputs ?? {}) }) };
  }

  #run(request: {
    resource: Resource;
    action: Action<Values>;
    inputs: Values;
    identity?: string;
  }): ReturnType<typeof runOnce> {
    const { instance, settings, creation } = this;
    return runOnce({ ...request, instance, settings, journal: creation.journal });
  }

  async delete(request: {
    resource: Resource;
    id: string;
    state: State;
    identity?: string;
  }): Promise<void> {
    const { resource, id, state, identity } = request;
    const { delete: remove } = this.#verbs(resource);
    if (remove === undefined) throw say.cannotDelete(resource, id, state);
    try {
      await remove.run(this.instance, id, state);
    } catch (error) {
      // Deleted by somebody else in the meantime: what was asked for is so.
      if (!(error instanceof PlatformError && error.code === "not_found")) throw error;
    }
    this.creation.deleted(resource, id, identity);
  }

  #verbs(resource: Resource): Verbs<Values, Values> {
    return verbsOf(resource, this.settings.operations);
  }
}

/** Whether an object is adopted is settled when it enters the state. */
function adoptedAnew(old: Values, inputs: Values): Problem[] {
  return inputs.adopt === undefined || inputs.adopt === old.adopt
    ? []
    : [
        {
          property: "adopt",
          reason:
            "cannot change: this resource is managed already. Take `adopt` out of the program",
        },
      ];
}

function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(
    names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  );
}

function defined(values: Values): Values {
  return pick(values, Object.keys(values));
}

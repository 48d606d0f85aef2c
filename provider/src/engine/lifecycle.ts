import type { Resource, Values, Verbs } from "../define";
import { verbsOf } from "../define";
import type { Settings } from "../settings";
import { PlatformError } from "../wire/errors";
import { Instance } from "../wire/instance";
import { Absences } from "./absences";
import { adopt, adopted } from "./adoption";
import { Checks, impossible } from "./checks";
import type { Checked } from "./checks";
import { changedPaths, differingPaths, get, set, unseenKey } from "./compare";
import { Creation } from "./creation";
import { noteDrift } from "./drift";
import { existing, existingAt, importedTwice, nameOf, saysUnseen } from "./imports";
import * as say from "./say";
import { declaredInputs, mailNotice } from "./mail";
import { previewUpdate } from "./previews";
import { mailOnce, runOnce } from "./sending";
import type { Run } from "./sending";

/** What the engine knows of an object: what the program wanted, and what the platform added. */
export type State = Values;

/** Where the state remembers the instance of an object: an id says nothing on any other. */
export const placeKey = "__instance";

/** Runs the verbs of any definition; every face is a translation of this. */
export class Lifecycle {
  readonly instance: Instance;
  readonly creation: Creation;
  readonly #absences = new Absences();
  readonly #checks: Checks;
  /** What the state remembers of where an object is. */
  readonly place: string;

  constructor(
    readonly settings: Settings,
    say: (line: string) => void = () => undefined,
    /** The engine wants this process to end. */
    readonly leaving?: AbortSignal,
  ) {
    this.instance = new Instance(settings, say);
    this.creation = new Creation(this.instance, settings);
    this.#checks = new Checks(this.instance, settings);
    this.place = new URL(settings.baseUrl).host;
  }

  /**
   * What is wrong with the new inputs, by themselves and as a change of the old ones; and the inputs as they
   * are declared where mail is muted or redirected.
   */
  async check(
    request: Omit<Checked, "verbs">,
  ): Promise<Awaited<ReturnType<Checks["check"]>> & { inputs: Values; notice?: string }> {
    const { resource, old, identity } = request;
    if (old && identity !== undefined) this.creation.stored(resource, identity, old);
    const inputs = declaredInputs(resource, request.inputs, this.settings);
    const verbs = this.#verbs(resource);
    const { doubts, ...found } = await this.#checks.check({ ...request, inputs, verbs });
    const problems = found.problems.map((problem) =>
      // The program does not say so: the setting does.
      get(inputs, problem.property) === get(request.inputs, problem.property)
        ? problem
        : { ...problem, reason: `${problem.reason}. It is declared so by platform:mail` },
    );
    const isNew = problems.length === 0 && old === undefined;
    // What is said is of those whom the program names, and of what becomes of their mail.
    const notice = isNew
      ? mailNotice(resource, request.inputs, undefined, this.settings)
      : undefined;
    return { problems, doubts, inputs, notice };
  }

  /** Whether the inputs differ in meaning from the state, which of them force a replacement, and who gets mail. */
  diff(request: { resource: Resource; state: State; inputs: Values }): {
    changed: string[];
    replaces: string[];
    notice?: string;
  } {
    const { resource, state, inputs } = request;
    const changed = changedPaths(resource.inputs, state, inputs);
    const replaces = resource.replaces?.(state, inputs, changed) ?? [];
    const mails = changed.length > 0 && replaces.length === 0;
    const notice = mails ? mailNotice(resource, inputs, state, this.settings) : undefined;
    return { changed, replaces, notice };
  }

  async create(request: { resource: Resource; inputs: Values; identity?: string }): Promise<{
    id: string;
    state: State;
    warning?: string;
  }> {
    const { resource, inputs } = request;
    const verbs = this.#verbs(resource);
    const { action } = resource;
    if (action !== undefined) {
      const { ran, warning } = await runOnce({ ...this.#run(request), action });
      const id = request.identity ?? String(ran.ranAt);
      return { id, state: this.#here({ ...defined(ran), ...inputs }), warning };
    }
    const { result, outcome, warning } = await mailOnce(this.#run(request), (sent) =>
      adopted(inputs) === undefined
        ? this.creation.create({ ...request, inputs: sent, verbs })
        : adopt({ ...request, verbs, instance: this.instance }),
    );
    // What an earlier run left open is settled by a person's word.
    if (adopted(inputs) !== undefined) this.creation.journal.remove(request.identity);
    const outputs = defined({ ...result.outputs, outcome });
    return { id: result.id, state: this.#here({ ...inputs, ...outputs }), warning };
  }

  /**
   * The object as it is, or undefined when there is evidence that it is gone. Where that cannot be told it
   * fails, or keeps the state with a warning if it is asked to.
   */
  async read({
    resource,
    id,
    state,
    keepUnknown = false,
  }: {
    resource: Resource;
    id: string;
    state: State;
    keepUnknown?: boolean;
  }): Promise<{ state: State; inputs: Values; warning?: string } | undefined> {
    const { read } = this.#verbs(resource);
    const inputNames = Object.keys(resource.inputs.shape);
    const known = pick(state, inputNames);
    const hidden = (drift: Values) => ({ ...noteDrift(state, drift), ...pick(state, [unseenKey]) });
    if (read === undefined) return { state, inputs: known };

    const reading = await this.#absences.counting(
      () => read.run(this.instance, id, state),
      ({ found }) => found === "present",
    );
    if (reading.found !== "present") {
      if (this.settings.confirmAbsent.includes(id)) return undefined;
      if (reading.found === "unknown" && keepUnknown) {
        const { message } = say.unknownState(resource, id, state, reading.why);
        return { state, inputs: { ...known, ...hidden({}) }, warning: message };
      }
      const why =
        reading.found === "unknown"
          ? reading.why
          : this.#isElsewhere(state)
            ? `it was made on ${state[placeKey]}, and this run is for ${this.place}, where it is not to be found`
            : await this.#absences.doubt(`${resource.name} ${id}`);
      if (why === undefined) return undefined;
      throw say.unknownState(resource, id, state, why);
    }
    const changed = differingPaths(resource.inputs, known, reading.live);
    // An instance may have got another address; one where the same id is something else is another instance.
    if (this.#isElsewhere(state) && changed.length > 0) {
      throw say.anotherInstance(resource, id, state, String(state[placeKey]), this.place);
    }

    const inputs = structuredClone(known);
    const drift: Values = {};
    // Only what the program declares is compared, and the program's spelling is kept where it means the same.
    for (const path of changed) {
      set(inputs, path, get(reading.live, path));
      drift[path] = get(known, path);
    }
    const outputs = pick(state, Object.keys(resource.outputs.shape));
    return {
      state: this.#here({
        ...inputs,
        ...outputs,
        ...defined(reading.outputs ?? {}),
        ...noteDrift(state, drift),
      }),
      inputs: { ...inputs, ...hidden(drift) },
      warning: reading.warning,
    };
  }

  /** An object that no program has declared, by its id or by what people call it. */
  async import(
    resource: Resource,
    key: string,
    identity?: string,
  ): Promise<{ id: string; state: State; inputs: Values; notice?: string }> {
    const { id, live, outputs = {}, unseen = [] } = await existingAt(this.#looking(resource), key);
    if (!this.#checks.owns(`${resource.name} ${id}`, identity)) throw importedTwice(resource, id);
    const inputs = defined(live);
    return {
      id,
      state: this.#here({ ...inputs, ...defined(outputs) }),
      inputs: { ...inputs, ...(unseen.length > 0 && { [unseenKey]: unseen }) },
      notice: unseen.length > 0 ? saysUnseen(resource, unseen) : undefined,
    };
  }

  /** Every object of a kind that the token's user is shown; `query` is a part of their names. */
  async list(resource: Resource, query?: string): Promise<{ id: string; name: string }[]> {
    const all = await existing(this.#looking(resource), query);
    return all.map((one) => ({ id: one.id, name: nameOf(resource, one) }));
  }

  async update(request: {
    resource: Resource;
    id: string;
    state: State;
    inputs: Values;
    identity?: string;
  }): Promise<{ state: State; warning?: string }> {
    const { resource, id, state, inputs } = request;
    this.#mustBeHere(resource, id, state);
    const verbs = this.#verbs(resource);
    const { update } = verbs;
    const { action } = resource;
    const { changed } = this.diff(request);
    const old = pick(state, Object.keys(resource.inputs.shape));
    const kept = pick(state, Object.keys(resource.outputs.shape));
    // Nothing of the object changed: only the name of its instance did.
    if (changed.length === 0) return { state: this.#here({ ...kept, ...inputs }) };
    const { confirmAbsent } = this.settings;
    const [problem] = impossible({ resource, verbs, inputs }, old, changed, confirmAbsent);
    if (update === undefined || problem !== undefined) {
      throw say.cannotRepair(resource, id, old, inputs, problem, changed);
    }
    if (action !== undefined) {
      const { ran, warning } = await runOnce({ ...this.#run(request), action });
      return { state: this.#here({ ...defined(ran), ...inputs }), warning };
    }
    const taken = this.#checks.taken(resource, old, request.identity);
    const { result, outcome, warning } = await mailOnce({ ...this.#run(request), old }, (sent) =>
      update.run(this.instance, { id, inputs: sent, state, changed, taken }),
    );
    const outputs = defined({ ...result, outcome });
    return { state: this.#here({ ...kept, ...inputs, ...outputs }), warning };
  }

  /** What an update will leave, as far as that is known; throws where the object is on another instance. */
  previewUpdate(request: { resource: Resource; id: string; state: State; inputs: Values }): State {
    const { resource, id, state, inputs } = request;
    this.#mustBeHere(resource, id, state);
    return this.#here(previewUpdate(resource, state, inputs, this.diff(request).changed));
  }

  /** Whether every preview is to look at the object: that is cheap, and is not switched off. */
  showsDrift(resource: Resource): boolean {
    return this.settings.driftInPreviews && this.#verbs(resource).read?.shared === true;
  }

  canDelete(resource: Resource): boolean {
    return this.#verbs(resource).delete !== undefined;
  }

  #run<Request extends Pick<Run, "resource" | "inputs" | "identity">>(request: Request) {
    const { instance, settings, leaving } = this;
    const { journal, turns } = this.creation;
    return { ...request, instance, settings, leaving, journal, turns };
  }

  async delete(request: {
    resource: Resource;
    id: string;
    state: State;
    identity?: string;
  }): Promise<void> {
    const { resource, id, state, identity } = request;
    const { delete: remove, read } = this.#verbs(resource);
    this.#mustBeHere(resource, id, state);
    const taken = this.#checks.taken(resource, state, identity);
    if (taken.length > 0 && taken.length === resource.claims?.(state).length) {
      this.creation.journal.remove(identity);
      return;
    }
    if (remove === undefined) throw say.cannotDelete(resource, id, state);
    try {
      await remove.run(this.instance, id, state, taken);
    } catch (error) {
      if (!(error instanceof PlatformError && error.code === "not_found")) throw error;
      // Deleted by somebody else in the meantime, or an instance that does not know the operation.
      const reading = await read?.run(this.instance, id, state).catch(() => undefined);
      if (read !== undefined && reading?.found !== "absent")
        throw say.notDeleted(resource, id, state, error);
    }
    this.creation.deleted(resource, id, identity);
  }

  #here(state: State): State {
    return { ...state, [placeKey]: this.place };
  }

  #isElsewhere(state: State): boolean {
    return state[placeKey] !== undefined && state[placeKey] !== this.place;
  }

  #mustBeHere(resource: Resource, id: string, state: State): void {
    if (!this.#isElsewhere(state)) return;
    throw say.anotherInstance(resource, id, state, String(state[placeKey]), this.place);
  }

  #looking(resource: Resource) {
    return { resource, verbs: this.#verbs(resource), instance: this.instance };
  }

  #verbs(resource: Resource): Verbs<Values, Values> {
    return verbsOf(resource, this.settings.operations);
  }
}

function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(
    names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  );
}

function defined(values: Values): Values {
  return pick(values, Object.keys(values));
}

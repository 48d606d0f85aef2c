import type { Values } from "../lifecycle/row";
import type { Run } from "./run";
import { ProtectedError } from "./stepExecutor";
import type { Registration } from "./registration";
import type { Difference, How, ProviderSession } from "./session";
import { subjectOf } from "./state";
import type { ResourceState, Timeouts } from "./state";
import type { Step } from "./step";
import { isProviderType, packageOf } from "./urns";
import { dynamicPackage } from "./providers";
import { knownOnly, marked } from "./values";

/** Makes the steps of a run: `step.go` of the engine. Each asks the provider, and notes what it answers. */
export class Steps {
  constructor(readonly run: Run) {}

  same(
    old: ResourceState,
    state: ResourceState,
    how: { registration?: Registration; isUntargeted?: boolean } = {},
  ): Step {
    const { registration, isUntargeted = false } = how;
    return {
      ...{ op: "same", old, state, res: state, registration, isLogical: true },
      apply: async () => {
        state.id = old.id;
        state.outputs = old.outputs;
        // The provider works with what was written last, even where its new arguments are no change.
        if (isProviderType(state.type) && !isUntargeted) {
          await this.run.providers.same({ ...state, inputs: old.inputs });
        }
        return this.#done(registration, state);
      },
    };
  }

  /** Stands for the create of a resource that is not among the targets. */
  skippedCreate(registration: Registration, state: ResourceState): Step {
    return {
      ...{ op: "same", old: { ...state }, state, res: state, registration },
      isLogical: true,
      isSkippedCreate: true,
      apply: () => Promise.resolve(() => registration.done(state)),
    };
  }

  create(
    state: ResourceState,
    registration: Registration | undefined,
    replaced?: { old: ResourceState; isDeletedLater: boolean; detailed?: Difference["detailed"] },
  ): Step {
    return {
      op: replaced === undefined ? "create" : "create-replacement",
      ...{ old: replaced?.old, state, res: state, registration, detailed: replaced?.detailed },
      isLogical: replaced === undefined,
      apply: async () => {
        await this.#create(state);
        if (replaced?.isDeletedLater === true) replaced.old.delete = true;
        return this.#done(registration, state);
      },
    };
  }

  async #create(state: ResourceState): Promise<void> {
    if (!state.custom) return;
    if (isProviderType(state.type)) {
      state.id = await this.run.providers.create(state.urn, state.inputs);
      state.outputs = state.inputs;
      return;
    }
    const how = this.#how(state.timeouts, "create");
    if (how.preview && isDynamic(state)) {
      state.outputs = state.inputs;
      return;
    }
    const inputs = how.preview ? state.inputs : knownOnly(state.inputs);
    const answer = await this.#session(state).create(subjectOf(state), inputs, how);
    state.id = answer.id ?? "";
    state.outputs = this.marked(state, answer.outputs, state.inputs);
    state.refreshBeforeUpdate = answer.refreshBeforeUpdate === true;
    if (!how.preview && state.id === "") {
      throw new Error("provider did not return an ID from Create");
    }
  }

  update(
    registration: Registration,
    old: ResourceState,
    state: ResourceState,
    detailed: Difference["detailed"],
  ): Step {
    return {
      ...{ op: "update", old, state, res: state, registration, detailed, isLogical: true },
      apply: async () => {
        state.id = old.id;
        if (state.custom) await this.#update(old, state);
        return this.#done(registration, state);
      },
    };
  }

  async #update(old: ResourceState, state: ResourceState): Promise<void> {
    if (isProviderType(state.type)) {
      await this.run.providers.update(state.urn, state.id, state.inputs);
      state.outputs = state.inputs;
      return;
    }
    const how = this.#how(state.timeouts, "update");
    if (how.preview && isDynamic(state)) {
      state.outputs = state.inputs;
      return;
    }
    const inputs = how.preview ? state.inputs : knownOnly(state.inputs);
    const answer = await this.#session(state).update(subjectOf(state), known(old), inputs, how);
    state.outputs = this.marked(state, answer.outputs, state.inputs);
    state.refreshBeforeUpdate = answer.refreshBeforeUpdate === true;
  }

  /** Says that a resource is replaced; what is done for that are steps of their own. */
  replace(old: ResourceState, state: ResourceState, detailed?: Difference["detailed"]): Step {
    return {
      ...{ op: "replace", old, state, res: state, detailed, isLogical: true },
      apply: () => Promise.resolve(undefined),
    };
  }

  delete(old: ResourceState, replacement?: { isPending: boolean }): Step {
    return {
      op: replacement === undefined ? "delete" : "delete-replaced",
      ...{ old, res: old, isLogical: replacement === undefined },
      apply: async () => {
        if (replacement === undefined && old.protect) throw new ProtectedError(protectedText(old));
        if (!this.run.isPreview && !old.retainOnDelete && old.custom) await this.#delete(old);
        if (replacement?.isPending === true) old.pendingReplacement = true;
        return undefined;
      },
    };
  }

  async #delete(old: ResourceState): Promise<void> {
    if (isProviderType(old.type)) return;
    const inputs = { ...known(old), inputs: knownOnly(old.inputs) };
    await this.#session(old).delete(subjectOf(old), inputs, this.#how(old.timeouts, "delete"));
  }

  removePendingReplace(old: ResourceState): Step {
    return {
      ...{ op: "remove-pending-replace", old, res: old, isLogical: false, isInternal: true },
      apply: () => Promise.resolve(undefined),
    };
  }

  /** Reads a resource. While the program runs, `onRead` goes on with it, and the result is written at once. */
  refresh(
    old: ResourceState,
    whileRegistered?: {
      /** The options that the program gives. */
      state: ResourceState;
      isInternal: boolean;
      onEnd: (end: { state?: ResourceState; error?: unknown }) => void;
    },
  ): Step {
    const isPersisted = whileRegistered !== undefined;
    const step: Step = {
      ...{ op: "refresh", old, state: old, res: old, isLogical: false, isPersisted },
      isInternal: whileRegistered?.isInternal,
      result: "same",
      apply: async () => {
        try {
          if (old.custom && !isProviderType(old.type) && !old.pendingReplacement) {
            step.state = await this.#read(old, whileRegistered?.state ?? old, step);
          } else if (isPersisted) {
            step.state = { ...old };
          }
        } catch (error) {
          whileRegistered?.onEnd({ error });
          throw error;
        }
        return () => whileRegistered?.onEnd({ state: step.state });
      },
    };
    return step;
  }

  async #read(
    old: ResourceState,
    as: ResourceState,
    step: Step,
  ): Promise<ResourceState | undefined> {
    const session = this.#session(as);
    const how = this.#how(old.timeouts, "read");
    const read = await session.read(subjectOf(as), known(old), how);
    if (read === undefined) {
      step.result = "delete";
      return undefined;
    }
    const state: ResourceState = {
      ...as,
      id: read.id ?? old.id,
      inputs: this.marked(old, read.inputs ?? old.inputs, old.inputs),
      outputs: this.marked(old, read.outputs, old.outputs ?? {}),
      refreshBeforeUpdate: read.refreshBeforeUpdate === true,
    };
    // The engine asks what a next update would change, to show what was found.
    const found = await session.diff(subjectOf(state), known(state), knownOnly(old.inputs));
    if (found.changes) step.result = "update";
    return state;
  }

  /** Reads an object that the program names by its id, and takes it into the state. */
  import(
    state: ResourceState,
    registration: Registration | undefined,
    how: {
      replaced?: ResourceState;
      onEnd: (read: ResourceState | undefined) => void;
    },
  ): Step {
    const { replaced } = how;
    const step: Step = {
      op: replaced === undefined ? "import" : "import-replacement",
      ...{ old: replaced, state, res: state, registration, isLogical: replaced === undefined },
      apply: async () => {
        try {
          await this.importInto(state);
        } catch (error) {
          how.onEnd(undefined);
          throw error;
        }
        if (replaced !== undefined) replaced.delete = true;
        return () => how.onEnd(state);
      },
    };
    return step;
  }

  /** Reads what an import is about. */
  async importInto(state: ResourceState): Promise<void> {
    const blank = { id: state.importId, inputs: {}, outputs: {} };
    const how = this.#how(state.timeouts, "read");
    const read = await this.#session(state).read(subjectOf(state), blank, how);
    if (read === undefined) throw new Error(`resource '${state.importId}' does not exist`);
    if (read.inputs === undefined) {
      throw new Error(
        "provider does not support importing resources; " +
          `please try updating the '${packageOf(state.type)}' plugin`,
      );
    }
    state.id = read.id ?? state.importId;
    state.inputs = read.inputs;
    state.outputs = read.outputs;
    state.refreshBeforeUpdate = read.refreshBeforeUpdate === true;
  }

  /** The session of the provider of a resource. */
  #session(state: ResourceState): ProviderSession {
    const session = this.run.providers.get(state.provider);
    if (session === undefined) throw new Error(`unknown provider ${state.provider}`);
    return session;
  }

  #how(timeouts: Timeouts, verb: keyof Timeouts): How {
    return { preview: this.run.isPreview, seconds: timeouts[verb] ?? 0 };
  }

  /** Marks as secret what a provider that knows no secrets gives back for secrets. */
  marked(state: ResourceState, results: Values, given: Values): Values {
    return isDynamic(state) ? marked(results, given) : results;
  }

  #done(registration: Registration | undefined, state: ResourceState) {
    return Promise.resolve(() => registration?.done(state));
  }
}

export const isDynamic = ({ type }: ResourceState): boolean => packageOf(type) === dynamicPackage;

/** As a provider is told what the state has. */
export const known = ({ id, inputs, outputs }: ResourceState) => ({
  id,
  inputs,
  outputs: outputs ?? {},
});

const protectedText = ({ urn }: ResourceState) =>
  `resource "${urn}" cannot be deleted\nbecause it is protected. To unprotect the resource, ` +
  "either remove the `protect` flag from the resource in your Pulumi program and run " +
  `\`pulumi up\`, or use the command:\n\`pulumi state unprotect '${urn}'\``;

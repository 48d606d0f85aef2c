import { ProtectedError } from "./stepExecutor";
import type { Registration } from "./registration";
import { isDynamic, known, ReadSteps } from "./readSteps";
import type { Difference } from "../sessions/session";
import { subjectOf } from "../states/state";
import type { ResourceState } from "../states/state";
import type { Step } from "./step";
import { isProviderType } from "../states/urns";
import { knownOnly } from "../sessions/values";

/** Makes the steps of a run: `step.go` of the engine. Each asks the provider, and notes what it answers. */
export class Steps extends ReadSteps {
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
    const how = this.how(state.timeouts, "create");
    if (how.preview && isDynamic(state)) {
      state.outputs = state.inputs;
      return;
    }
    const inputs = how.preview ? state.inputs : knownOnly(state.inputs);
    const answer = await this.session(state).create(subjectOf(state), inputs, how);
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
    const how = this.how(state.timeouts, "update");
    if (how.preview && isDynamic(state)) {
      state.outputs = state.inputs;
      return;
    }
    const inputs = how.preview ? state.inputs : knownOnly(state.inputs);
    const { ignoreChanges } = state;
    const subject = subjectOf(state);
    const answer = await this.session(state).update(
      subject,
      known(old),
      inputs,
      how,
      ignoreChanges,
    );
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
    await this.session(old).delete(subjectOf(old), inputs, this.how(old.timeouts, "delete"));
  }

  removePendingReplace(old: ResourceState): Step {
    return {
      ...{ op: "remove-pending-replace", old, res: old, isLogical: false, isInternal: true },
      apply: () => Promise.resolve(undefined),
    };
  }

  #done(registration: Registration | undefined, state: ResourceState) {
    return Promise.resolve(() => registration?.done(state));
  }
}

const protectedText = ({ urn }: ResourceState) =>
  `resource "${urn}" cannot be deleted\nbecause it is protected. To unprotect the resource, ` +
  "either remove the `protect` flag from the resource in your Pulumi program and run " +
  `\`pulumi up\`, or use the command:\n\`pulumi state unprotect '${urn}'\``;

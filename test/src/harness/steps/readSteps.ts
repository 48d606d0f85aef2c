import type { Values } from "../../lifecycle/tables/row";
import { dynamicPackage } from "../sessions/providers";
import type { Registration } from "./registration";
import type { Run } from "../run";
import type { How, ProviderSession } from "../sessions/session";
import { subjectOf } from "../states/state";
import type { ResourceState, Timeouts } from "../states/state";
import type { Step } from "./step";
import { isProviderType, packageOf } from "../states/urns";
import { knownOnly, marked } from "../sessions/values";

/** Makes the steps that find out what exists: `RefreshStep` and `ImportStep` of the engine. */
export class ReadSteps {
  constructor(readonly run: Run) {}

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
    const session = this.session(as);
    const how = this.how(old.timeouts, "read");
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
    const news = knownOnly(old.inputs);
    const found = await session.diff(subjectOf(state), known(state), news, state.ignoreChanges);
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
    const how = this.how(state.timeouts, "read");
    const read = await this.session(state).read(subjectOf(state), blank, how);
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
  session(state: ResourceState): ProviderSession {
    const session = this.run.providers.get(state.provider);
    if (session === undefined) {
      throw new Error(`unknown provider '${state.provider}' for resource ${state.urn}`);
    }
    return session;
  }

  how(timeouts: Timeouts, verb: keyof Timeouts): How {
    return { preview: this.run.isPreview, seconds: timeouts[verb] ?? 0 };
  }

  /** Marks as secret what a provider that knows no secrets gives back for secrets. */
  marked(state: ResourceState, results: Values, given: Values): Values {
    return isDynamic(state) ? marked(results, given) : results;
  }
}

export const isDynamic = ({ type }: ResourceState): boolean => packageOf(type) === dynamicPackage;

/** As a provider is told what the state has. */
export const known = ({ id, inputs, outputs }: ResourceState) => ({
  id,
  inputs,
  outputs: outputs ?? {},
});

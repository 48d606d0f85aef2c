import type { Values } from "../lifecycle/tables/row";
import type { Declaration } from "./program";
import { plainGoal } from "./steps/registration";
import type { Goal, Monitor } from "./steps/registration";
import type { ResourceState } from "./states/state";
import { packageOf, providerTypeOf, referenceTo, rootStackType } from "./states/urns";
import type { StackName } from "./states/urns";

export interface ProgramOptions {
  stack: StackName;
  /** The arguments of the default provider of a package. */
  defaultArgs: (pack: string) => Values;
  /** Whether the SDK waits for each registration before the next one, as with `--parallel 1`. */
  isSerial: boolean;
}

/** What the SDK and the engine's resource monitor do with a program. */
export class ProgramRun {
  readonly #defaults = new Map<string, Promise<string>>();
  /** The goals of what is registered, from which children inherit, by URN. */
  readonly #goals = new Map<string, Goal>();
  /** By the keys of the declarations. */
  readonly #states = new Map<string, ResourceState>();
  readonly #ids = new Map<string, string>();

  constructor(
    readonly monitor: Monitor,
    readonly options: ProgramOptions,
  ) {}

  async run(declared: readonly Declaration[]): Promise<void> {
    const { stack, project } = this.options.stack;
    const root = await this.#register({
      ...plainGoal,
      ...{
        type: rootStackType,
        name: `${project}-${stack}`,
        custom: false,
        inputs: {},
        parent: "",
      },
    });
    const made = new Map<string, Promise<void>>();
    for (const one of declared) {
      const needed = one.needs.map((key) => made.get(key)).filter((own) => own !== undefined);
      made.set(
        one.key,
        Promise.all(needed).then(() => this.#inTurn(() => this.#make(one))),
      );
    }
    await Promise.all(made.values());
    this.monitor.outputs(root.urn);
  }

  /** The SDK registers as soon as it can or, where one thing happens at a time, in that order. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    if (!this.options.isSerial) return work();
    const own = this.#last.then(work);
    this.#last = own;
    return own;
  }
  #last = Promise.resolve();

  async #make(one: Declaration): Promise<void> {
    const goal = this.#inheriting(one.goal(this.#ids));
    const explicit = this.#states.get(one.provider);
    if (explicit !== undefined) goal.provider = referenceTo(explicit.urn, explicit.id);
    if (goal.provider === "" && one.defaultOf !== "") {
      goal.provider = await this.#default(one.defaultOf);
    }
    const state = await this.#register(goal);
    this.#states.set(one.key, state);
    if (goal.custom) this.#ids.set(one.key, state.id);
    else this.monitor.outputs(state.urn);
  }

  /** What the engine takes from the parent where a resource does not say it. */
  #inheriting(goal: Goal): Goal {
    const parent = this.#goals.get(goal.parent);
    if (parent === undefined) return goal;
    const provides = packageOf(parent.type) === packageOf(goal.type) && parent.custom;
    return {
      ...goal,
      protect: goal.protect ?? parent.protect,
      retainOnDelete: goal.retainOnDelete ?? parent.retainOnDelete,
      provider: goal.provider === "" && provides ? parent.provider : goal.provider,
    };
  }

  #default(pack: string): Promise<string> {
    let found = this.#defaults.get(pack);
    if (found === undefined) {
      found = this.#register({
        ...plainGoal,
        ...{ type: providerTypeOf(pack), name: "default", custom: true, parent: "" },
        inputs: this.options.defaultArgs(pack),
      }).then((state) => referenceTo(state.urn, state.id));
      this.#defaults.set(pack, found);
    }
    return found;
  }

  #register(goal: Goal): Promise<ResourceState> {
    return new Promise((resolve) => {
      const done = (state: ResourceState) => {
        this.#goals.set(state.urn, goal);
        resolve(state);
      };
      this.monitor.register({ goal, done });
    });
  }
}

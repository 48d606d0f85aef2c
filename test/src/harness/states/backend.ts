import type { Deployment } from "../../engine/stacks/pulumiStack";
import type { Values } from "../../lifecycle/tables/row";
import { referenceTo } from "./urns";
import { copyOf, emptySnapshot, exported, imported } from "./state";
import type { OperationType, Snapshot } from "./state";
import { opened, sealed } from "../sessions/wire";

/** A stack in the backend. */
interface StoredStack {
  snapshot: Snapshot;
  /** A killed command leaves its lock behind, which only `cancel` removes. */
  isLocked: boolean;
}

/** Where the states of stacks are kept, as the file backend does it. */
export class Backend {
  readonly #stacks = new Map<string, StoredStack>();
  /** The secrets of exported states, which show none of them. */
  readonly #secrets: string[] = [];
  #ids = 0;

  /** The id of a provider resource; those of the engine are random. */
  readonly newId = (): string => `provider-${++this.#ids}`;

  names(): string[] {
    return [...this.#stacks.keys()];
  }

  create(name: string): void {
    if (this.#stacks.has(name)) throw new Error(`stack '${name}' already exists`);
    this.#stacks.set(name, { snapshot: emptySnapshot(), isLocked: false });
  }

  remove(name: string, force: boolean): void {
    this.requireFree(name);
    const { resources } = this.#stack(name).snapshot;
    if (!force && resources.some(({ parent, custom }) => parent !== "" || custom)) {
      throw new Error(`'${name}' still has resources; removal rejected`);
    }
    this.#stacks.delete(name);
  }

  /** Gives a stack and its state another name. */
  rename(name: string, newName: string, snapshot: Snapshot): void {
    this.requireFree(name);
    if (this.#stacks.has(newName)) throw new Error(`a stack named ${newName} already exists`);
    this.#stacks.delete(name);
    this.#stacks.set(newName, { snapshot, isLocked: false });
  }

  snapshot(name: string): Snapshot {
    const { snapshot } = this.#stack(name);
    requireWhole(snapshot);
    return copyOf(snapshot);
  }

  /** Fails for a state that the engine would not read again, but only after it is written. */
  save(name: string, snapshot: Snapshot): void {
    this.#stack(name).snapshot = snapshot;
    requireWhole(snapshot);
  }

  requireFree(name: string): void {
    if (this.#stack(name).isLocked) {
      throw new Error(
        "the stack is currently locked by 1 lock(s). Either wait for the other process(es) " +
          "to end or delete the lock file with `pulumi cancel`.",
      );
    }
  }

  lock(name: string): void {
    this.requireFree(name);
    this.#stack(name).isLocked = true;
  }

  unlock(name: string): void {
    this.#stack(name).isLocked = false;
  }

  /** As `stack export` shows a state. */
  deployment(name: string): Deployment {
    const { resources, pending } = this.#stack(name).snapshot;
    const seal = (values: Values) => sealed(values, (text) => this.#hide(text)) as Values;
    return {
      resources: resources.map((one) => exported(one, seal)),
      ...(pending.length > 0 && {
        pending_operations: pending.map(({ resource, type }) => ({
          type,
          resource: exported(resource, seal),
        })),
      }),
    };
  }

  /** The state that an export shows. */
  read({ resources = [], pending_operations = [] }: Deployment): Snapshot {
    const open = (values: Values) =>
      opened(values, (text) => this.#secrets[Number(text)]) as Values;
    return {
      resources: resources.map((one) => imported(one, open)),
      pending: pending_operations.map(({ resource, type }) => ({
        resource: imported(resource, open),
        type: type as OperationType,
      })),
    };
  }

  #hide(text: string): string {
    const known = this.#secrets.indexOf(text);
    return String(known >= 0 ? known : this.#secrets.push(text) - 1);
  }

  #stack(name: string): StoredStack {
    const stack = this.#stacks.get(name);
    if (stack === undefined) throw new Error(`no stack named '${name}' found`);
    return stack;
  }
}

/**
 * `snapshot.VerifyIntegrity`. The engine itself makes such a state of a rename that leaves out what depends on it, and
 * of `--replace '**'` where a protected resource stays.
 */
function requireWhole({ resources }: Snapshot): void {
  const urns = resources.filter((one) => !one.delete).map(({ urn }) => urn);
  const isEachOnce = new Set(urns).size === urns.length;
  const twice = isEachOnce ? undefined : urns.find((urn, at) => urns.indexOf(urn) !== at);
  const references = new Set(resources.map(({ urn, id }) => referenceTo(urn, id)));
  const lost = resources.find(({ provider }) => provider !== "" && !references.has(provider));
  const why =
    twice === undefined
      ? lost && `${lost.urn} refers to unknown provider ${lost.provider}`
      : `duplicate resource ${twice}`;
  if (why !== undefined)
    throw new Error(`The Pulumi CLI encountered a snapshot integrity error. This is a bug! ${why}`);
}

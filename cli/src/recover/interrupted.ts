import { isDeepStrictEqual } from "node:util";
import { nameIn, typeIn } from "pulumi-platform-provider/contract";
import type { Resource, Values } from "pulumi-platform-provider/contract";
import { mailings } from "../preview/mailings.js";
import type { Change, Preview, UsedInstance } from "../preview/types.js";
import { isDefaultProvider, providerUrn, resourceOf } from "../stack/resourceTypes.js";
import { storedIn, undecidedOperations } from "../stack/state.js";
import type { PendingOperation, State } from "../stack/state.js";
import { plainValues, propertiesOf, withWords } from "../stack/values.js";

/** An operation that the interrupted run began or may have begun, without a known result. */
export interface Interrupted {
  urn: string;
  name: string;
  /** The token of the type, as the engine writes it. */
  type: string;
  resource: Resource;
  operation: "creating" | "updating";
  /** The inputs of the operation. Secrets are symbols. */
  inputs: Values;
  /** The inputs in the current program; undefined if it no longer declares the resource. */
  declared?: Values;
  instance: UsedInstance;
  /** The URNs of its parent and of its own provider; undefined for the stack, and for a provider of the engine. */
  parent?: string;
  provider?: string;
  /** The state has a pending operation for it. */
  isPending: boolean;
  /** What the journal of this machine has of it, if it has anything. */
  earlier?: Change["earlier"];
  /** The id in the state, if another run finished the operation. */
  storedId?: string;
  /** When the state got what it has of the resource, in epoch milliseconds. */
  storedAt?: number;
  /** Whether the engine can import its object. Otherwise the program has to adopt the object. */
  canImport: boolean;
}

/** Each run that is killed leaves the same operation once more. */
const withoutRepeats = (pending: readonly PendingOperation[]): PendingOperation[] => {
  const key = ({ type, resource }: PendingOperation) => [type, resource.urn, resource.inputs];
  return pending.filter(
    (one, at) => pending.findIndex((other) => isDeepStrictEqual(key(other), key(one))) === at,
  );
};

/**
 * The open operations of an interrupted run: the pending operations of the state, and all creates and e-mails of the
 * current program. A run without checkpoints leaves no pending operations, nor does an engine whose provider died first.
 */
export function interruptedIn({ deployment }: State, preview: Preview): Interrupted[] {
  const isStored = (urn?: string) => urn === undefined || storedIn(deployment, urn) !== undefined;
  const changes = new Map(
    preview.changes.filter(({ op }) => op !== "delete").map((one) => [one.urn, one]),
  );
  const pending = withoutRepeats(undecidedOperations(deployment)).map(
    ({ type, resource: stored }) => ({ operation: type, stored, change: changes.get(stored.urn) }),
  );
  const known = new Set(pending.map(({ stored }) => stored.urn));
  const unknown = preview.changes
    .filter((change) => !known.has(change.urn) && (change.op === "create" || runsAgain(change)))
    .map((change) => ({
      ...{ stored: undefined, change },
      operation: change.op === "update" ? "updating" : "creating",
    }));
  return [...pending, ...unknown].flatMap(({ operation, stored, change }): Interrupted[] => {
    const { urn, ...source } = stored ?? change;
    const [name, type, isPending] = [nameIn(urn), typeIn(urn), stored !== undefined];
    const resource = resourceOf(type);
    const instance = change?.instance ?? preview.instances[0];
    if (operation !== "creating" && operation !== "updating") return [];
    if (resource === undefined || instance === undefined) return [];
    const inputs = stored ? propertiesOf(plainValues(stored.inputs)) : (change.after ?? {});
    // A failed preview does not show the declared inputs.
    const declared = change?.after ?? (preview.problems.length === 0 ? undefined : inputs);
    // Until a replacement is created, the state has the old object.
    const isSettled = isPending && operation === "creating" && change?.op !== "replace";
    const storedId = isSettled ? storedIn(deployment, urn)?.id : undefined;
    const known = storedIn(deployment, urn)?.modified;
    const storedAt = known === undefined ? undefined : Date.parse(known);
    const [parent, provider] = [ownParent(source.parent), ownProvider(source.provider)];
    const isReplacement =
      deployment.resources?.some((one) => one.urn === urn && one.delete !== true) === true;
    const isOfPlugin = type.startsWith("platform:");
    const canImport = isOfPlugin && !isReplacement && isStored(parent) && isStored(provider);
    return [
      {
        ...{ urn, name, type, resource, operation, inputs, declared, instance, parent, provider },
        ...{ isPending, storedId, storedAt, canImport, earlier: change?.earlier },
      },
    ];
  });
}

/** Whether a change of the program runs again what must not run twice: an action, or an e-mail. */
function runsAgain(change: Change): boolean {
  const { op, resource } = change;
  if (op !== "replace" && op !== "update") return false;
  if (resource?.kind === "action") return resource.repeatable !== true;
  return resource?.mail?.sent !== undefined && mailings([change], Date.now()).length > 0;
}

const ownParent = (urn?: string): string | undefined =>
  urn?.includes("::pulumi:pulumi:Stack::") === true ? undefined : urn;

/** The URN of a provider that the program made itself; the engine makes the others. */
function ownProvider(reference = ""): string | undefined {
  const urn = providerUrn(reference);
  return isDefaultProvider(nameIn(urn)) || !urn.includes(":platform::") ? undefined : urn;
}

/** What becomes of an operation that did not happen. */
export const whatFollows = ({ declared }: Interrupted, verb: "does" | "creates"): string =>
  declared === undefined
    ? "The program no longer declares it, so nothing is left to do."
    : `The next up ${verb} it.`;

export const keyOfInstance = ({ name, baseUrl }: UsedInstance): string =>
  JSON.stringify([name, baseUrl]);

/** The object in words: `report schedule "Weekly sales"`. */
export const labelOf = ({ resource, inputs }: Interrupted): string =>
  `${resource.noun} ${resource.label(withWords(inputs) as Values)}`;

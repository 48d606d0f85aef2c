import { nameIn, typeIn, verbsOf } from "pulumi-platform-provider/contract";
import type { ObjectResource, Resource, Values } from "pulumi-platform-provider/contract";
import type { Preview, UsedInstance } from "../preview/types.js";
import { isDefaultProvider, providerUrn, resourceOf } from "../stack/resourceTypes.js";
import { storedIn } from "../stack/state.js";
import type { PendingOperation, State } from "../stack/state.js";
import { plainValues, propertiesOf, symbolText, withInstead } from "../stack/values.js";

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
  /** The id in the state, if another run finished the operation. */
  storedId?: string;
  /** Source positions in the program, as the engine noted them. */
  sourcePositions: readonly string[];
}

/** The words of a person about resources, by their names or URNs. */
export interface Decisions {
  take: ReadonlyMap<string, string>;
  notDone: ReadonlySet<string>;
}

/** A result that needs no look at the instance. */
export interface Settled {
  kind: "settled";
  reason: string;
  id?: string;
}

/** What the instance must show of an operation, or that nothing there matters. */
export type Look =
  | Settled
  | { kind: "history" }
  /** An object that a person named. */
  | { kind: "object"; resource: ObjectResource; id: string }
  | { kind: "list"; resource: ObjectResource };

/** Other operations are harmless, because the next `pulumi up` repeats the change. */
const isInteresting = (type: string): type is Interrupted["operation"] =>
  type === "creating" || type === "updating";

/** Whether a pending operation matters. For resources of other providers, this is unknown. */
export const mattersLater = ({ type, resource }: PendingOperation): boolean =>
  isInteresting(type) || resourceOf(resource.type) === undefined;

/**
 * The open operations of an interrupted run: the pending operations of the state, and all creates of the current
 * program. A run without checkpoints leaves no pending operations, nor does an engine whose provider died first.
 */
export function interruptedIn({ deployment }: State, preview: Preview): Interrupted[] {
  const pending = (deployment.pending_operations ?? []).flatMap((one): Interrupted[] => {
    const { urn, parent, provider, sourcePosition, stackTrace = [] } = one.resource;
    const resource = resourceOf(one.resource.type);
    const change = preview.changes.find((each) => each.urn === urn && each.op !== "delete");
    const instance = change?.instance ?? preview.instances[0];
    if (!isInteresting(one.type) || resource === undefined || instance === undefined) return [];
    const inputs = propertiesOf(plainValues(one.resource.inputs));
    // Until a replacement is created, the state has the old object.
    const isSettled = one.type === "creating" && change?.op !== "replace";
    const positions = [sourcePosition, ...stackTrace.map((frame) => frame.sourcePosition)];
    return [
      {
        ...{
          urn,
          resource,
          inputs,
          instance,
          parent: ownParent(parent),
          provider: ownProvider(provider),
        },
        ...{ name: nameIn(urn), type: one.resource.type, operation: one.type, isPending: true },
        // A failed preview does not show the declared inputs.
        declared: change?.after ?? (preview.problems.length === 0 ? undefined : inputs),
        storedId: isSettled ? storedIn(deployment, urn)?.id : undefined,
        sourcePositions: positions.filter((position) => position !== undefined),
      },
    ];
  });
  const known = new Set(pending.map(({ urn }) => urn));
  const created = preview.changes.flatMap((change): Interrupted[] => {
    const { op, resource, instance, after = {}, urn, name, parent, provider } = change;
    const isNew = op === "create" && !known.has(urn);
    if (!isNew || resource === undefined || instance === undefined) return [];
    return [
      {
        ...{
          urn,
          name,
          resource,
          instance,
          parent: ownParent(parent),
          provider: ownProvider(provider),
        },
        ...{ type: typeIn(urn), operation: "creating", inputs: after, declared: after },
        ...{ isPending: false, sourcePositions: [] },
      },
    ];
  });
  return [...pending, ...created];
}

const ownParent = (urn?: string): string | undefined =>
  urn?.includes("::pulumi:pulumi:Stack::") === true ? undefined : urn;

/** The URN of a provider that the program made itself; the engine makes the others. */
function ownProvider(reference = ""): string | undefined {
  const urn = providerUrn(reference);
  return urn === "" || isDefaultProvider(nameIn(urn)) || !urn.includes(":platform::")
    ? undefined
    : urn;
}

/** What to look for, according to the state, the program and the person. */
export function lookFor(about: Interrupted, { take, notDone }: Decisions): Look {
  const { resource, operation, storedId, declared, inputs, name, urn } = about;
  const settled = (reason: string, id?: string): Look => ({ kind: "settled", reason, id });
  const repeated = settled("The next up does it again, which does no harm.");
  if (storedId !== undefined) return settled("The state has it already.", storedId);
  if (notDone.has(urn) || notDone.has(name)) {
    return settled(`It did not happen, as you say. ${whatFollows(about, "does")}`);
  }
  const mails = resource.mail?.sent !== undefined && (resource.mail.to(inputs)?.length ?? 1) > 0;
  if (resource.kind === "action" ? resource.repeatable !== true : mails) {
    return operation === "updating" && declared === undefined
      ? settled("The program does not ask for it any more.")
      : { kind: "history" };
  }
  if (resource.kind === "action" || operation === "updating") return repeated;
  if (verbsOf(resource, about.instance.operations).create?.repeatable === true) return repeated;
  const adopted = declared?.adopt;
  if (typeof adopted === "string") return settled("The program adopts it.", adopted);
  if (declared?.allowDuplicate === true) {
    return settled("The program has allowDuplicate, so the next up creates another one.");
  }
  const id = take.get(urn) ?? take.get(name);
  return id === undefined ? { kind: "list", resource } : { kind: "object", resource, id };
}

/** What becomes of an operation that did not happen. */
export const whatFollows = ({ declared }: Interrupted, verb: "does" | "creates"): string =>
  declared === undefined
    ? "The program no longer declares it, so nothing is left to do."
    : `The next up ${verb} it.`;

/** A key that is different for each instance. */
export const instanceKey = ({ name, baseUrl }: UsedInstance): string =>
  JSON.stringify([name, baseUrl]);

/** The object in words: `report schedule "Weekly sales"`. */
export const labelOf = ({ resource, inputs }: Interrupted): string =>
  `${resource.noun} ${resource.label(withInstead(inputs, symbolText) as Values)}`;

import { nameIn, typeIn } from "pulumi-platform-provider/contract";
import type { Resource, Values } from "pulumi-platform-provider/contract";
import { plainValues, propertiesOf } from "../stack/values.js";
import type { Change, Preview, UsedInstance } from "../preview/types.js";
import { isDefaultProvider, providerUrn, resourceOf } from "../stack/resourceTypes.js";
import { storedIn } from "../stack/state.js";
import type { PendingOperation, State, StateResource } from "../stack/state.js";

/** An operation that the interrupted run began or may have begun, without a known result. */
export interface Interrupted {
  urn: string;
  name: string;
  /** The token of the type, as the engine writes it. */
  type: string;
  resource: Resource;
  /** The operation: `creating` or `updating`. */
  operation: "creating" | "updating";
  /** The inputs of the operation. Secrets are symbols. */
  inputs: Values;
  /** The inputs in the current program; undefined if it no longer declares the resource. */
  declared?: Values;
  instance: UsedInstance;
  /** The URNs of its parent and of its own provider, where it has them. */
  parent?: string;
  provider?: string;
  /** The state has a pending operation for it. */
  isPending: boolean;
  /** The id in the state, if another run finished the operation. */
  storedId?: string;
  /** Source positions in the program, as the engine noted them. */
  sourcePositions: readonly string[];
}

/** The plugin can import. For dynamic resources, the program has to adopt. */
export const isOfPlugin = ({ type }: Interrupted): boolean => type.startsWith("platform:");

/** Other operations are harmless, because the next `pulumi up` repeats the change. */
const interesting = ["creating", "updating"];

/** Whether a pending operation matters. For resources of other providers, this is unknown. */
export const mattersLater = ({ type, resource }: PendingOperation): boolean =>
  interesting.includes(type) || resourceOf(resource.type) === undefined;

/**
 * The open operations of an interrupted run: the pending operations of the state, and all creates of the current
 * program. A run without checkpoints leaves no pending operations, nor does an engine whose provider died first.
 */
export function interruptedIn(state: State, preview: Preview): Interrupted[] {
  const pending = state.deployment.pending_operations ?? [];
  const isKnown = preview.problems.length === 0;
  const found = pending.flatMap(({ type, resource: one }) => {
    if (!interesting.includes(type)) return [];
    const change = changeOf(preview, one.urn);
    const stored = storedIn(state.deployment, one.urn);
    return fromState(one, {
      operation: type as Interrupted["operation"],
      // A failed preview does not show the declared inputs.
      declared: change?.after ?? (isKnown ? undefined : plainValues(one.inputs)),
      instance: change?.instance ?? preview.instances[0],
      // Until a replacement is created, the state has the old object.
      ...(type === "creating" && change?.op !== "replace" && { storedId: stored?.id }),
    });
  });
  const known = new Set(found.map(({ urn }) => urn));
  const created = preview.changes.flatMap((change): Interrupted[] => {
    const { op, resource, instance, after = {}, urn, name, parent, provider } = change;
    if (op !== "create" || resource === undefined || instance === undefined || known.has(urn)) {
      return [];
    }
    return [
      {
        ...{ urn, name, resource, instance, parent, provider: ownProvider(provider) },
        ...{ type: typeIn(urn), operation: "creating", inputs: after, declared: after },
        ...{ isPending: false, sourcePositions: [] },
      },
    ];
  });
  return [...found, ...created];
}

function fromState(
  one: StateResource,
  known: Pick<Interrupted, "operation" | "declared" | "storedId"> & { instance?: UsedInstance },
): Interrupted[] {
  const { urn, type, inputs, parent, provider, sourcePosition, stackTrace = [] } = one;
  const resource = resourceOf(type);
  const { instance, ...rest } = known;
  if (resource === undefined || instance === undefined) return [];
  const sourcePositions = [sourcePosition, ...stackTrace.map((frame) => frame.sourcePosition)];
  return [
    {
      ...{ urn, type, resource, instance, parent, provider: ownProvider(provider), ...rest },
      ...{ name: nameIn(urn), inputs: propertiesOf(plainValues(inputs)), isPending: true },
      sourcePositions: sourcePositions.filter((position) => position !== undefined),
    },
  ];
}

/** The preview entry of a resource, which has its declaration. */
const changeOf = ({ changes }: Preview, urn: string): Change | undefined =>
  changes.find((change) => change.urn === urn && change.op !== "delete");

/** The URN of a provider that the program made itself; the engine makes the others. */
function ownProvider(reference = ""): string | undefined {
  const urn = providerUrn(reference);
  return urn === "" || isDefaultProvider(nameIn(urn)) || !urn.includes(":platform::")
    ? undefined
    : urn;
}

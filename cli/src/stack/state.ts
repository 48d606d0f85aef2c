import { isDeepStrictEqual } from "node:util";
import type { Values } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { resourceOf } from "./resourceTypes.js";
import { plainValues } from "./values.js";
import { EngineFailure, engineText } from "./run.js";
import type { EngineOptions } from "./run.js";

/** A resource in the state of a stack. */
export interface StateResource {
  urn: string;
  type: string;
  id?: string;
  parent?: string;
  provider?: string;
  /** The object is already replaced, but not deleted yet. */
  delete?: boolean;
  /** The object is already deleted, and its replacement is not created yet. */
  pendingReplacement?: boolean;
  /** The program only reads the object. */
  external?: boolean;
  /** Pulumi deletes nothing of this resource in a run that deletes the resource with this URN. */
  deletedWith?: string;
  inputs?: Values;
  outputs?: Values;
  /** The time of its last create or update. */
  modified?: string;
}

export interface PendingOperation {
  type: string;
  resource: StateResource;
}

export interface Deployment {
  manifest?: { time?: string };
  resources?: readonly StateResource[] | null;
  pending_operations?: readonly PendingOperation[] | null;
}

/** The format of `pulumi stack export`. Keys that are not read here stay unchanged. */
export interface State {
  version: number;
  deployment: Deployment;
}

/** A state that the engine cannot read because a kill cut it off. */
export class DamagedState extends Failure {
  constructor(
    readonly ofStack: string,
    /** The engine's message about the state. */
    readonly said: string,
  ) {
    super(
      `The state of stack ${ofStack} is cut off: ${said.split("\n")[0]}. To put an earlier one back: pulumi-platform recover --stack ${ofStack}`,
    );
  }
}

/** The state of a stack. Nobody decrypts its secrets. */
export async function readState(stack: string, options?: EngineOptions): Promise<State> {
  const args = ["stack", "export", "--stack", stack];
  const text = await engineText(args, options).catch((error: unknown) => {
    throw isCutOff(error) ? new DamagedState(stack, error.said) : error;
  });
  const { deployment, ...state } = JSON.parse(text) as Partial<State> & { version: number };
  return { ...state, deployment: deployment ?? {} };
}

const isCutOff = (error: unknown): error is EngineFailure =>
  error instanceof EngineFailure &&
  /load checkpoint|unexpected end of JSON|\bEOF\b|invalid character/i.test(error.said);

/** Whether the object of a resource is neither deleted nor still to be deleted. */
const isCurrent = (one: StateResource): boolean =>
  one.delete !== true && one.pendingReplacement !== true;

/** The resource with this URN that has a current object. */
export const storedIn = ({ resources }: Deployment, urn: string): StateResource | undefined =>
  resources?.find((one) => one.urn === urn && isCurrent(one));

/** The operations of an interrupted run that no later run settled. The engine keeps those that one did. */
export const openOperations = ({
  pending_operations: pending,
  resources,
}: Deployment): PendingOperation[] =>
  (pending ?? []).filter(({ type, resource }) => {
    // A secret is encrypted again each time.
    const wanted = plainValues(resource.inputs);
    const isSettled = (one: StateResource) =>
      one.urn === resource.urn &&
      isCurrent(one) &&
      isDeepStrictEqual(plainValues(one.inputs), wanted);
    const isWrite = type === "creating" || type === "updating";
    return !isWrite || !(resources ?? []).some(isSettled);
  });

/**
 * The open operations that `pulumi up` does not settle by itself: a repeated delete is harmless. Resources of other
 * providers are unknown.
 */
export const undecidedOperations = (deployment: Deployment): PendingOperation[] =>
  openOperations(deployment).filter(
    ({ type, resource }) =>
      type === "creating" || type === "updating" || resourceOf(resource.type) === undefined,
  );

/** The message about an interrupted run, and what to do; undefined if there is none. */
export function problemOfPending(
  stack: string,
  { deployment }: State,
  isInJournal = false,
): string | undefined {
  const count = openOperations(deployment).length;
  if (count === 0) return undefined;
  const isSettledByUp = isInJournal || undecidedOperations(deployment).length === 0;
  const way = isSettledByUp
    ? goOn(stack)
    : `Find out what that run did: pulumi-platform recover --stack ${stack}`;
  return `${ended(stack)}: its state has ${count} pending ${count === 1 ? "operation" : "operations"}. ${way}`;
}

/** The same of a run without checkpoints, of which only the journal knows. */
export const unsavedRun = (stack: string): string =>
  `${ended(stack)}: the journal has objects that the state lacks. ${goOn(stack)}`;

const ended = (stack: string) => `A run of stack ${stack} ended in the middle`;
const goOn = (stack: string) =>
  `The next run finds out what it did, and creates no duplicate: pulumi up --stack ${stack}`;

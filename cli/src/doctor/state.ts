import { nameIn } from "pulumi-platform-provider/contract";
import { engineLockHolders, unlocking } from "../stack/locks.js";
import { Failure } from "../failure.js";
import { DamagedState, openOperations, readState, undecidedOperations } from "../stack/state.js";
import type { State } from "../stack/state.js";
import { managedObjects } from "../stack/objects.js";
import type { ManagedObject } from "../stack/objects.js";
import type { Context } from "./context.js";
import { Checks } from "./checks.js";

/** Checks the state of the stack for runs that were interrupted. */
export async function examineState(
  { stack }: Context,
  isInJournal: boolean,
): Promise<{ checks: Checks; managed: readonly ManagedObject[] }> {
  const checks = new Checks("state");
  if (stack === undefined) {
    checks.fact("state", "not looked at, because no stack is selected here");
    return { checks, managed: [] };
  }
  await examineLocks(stack, checks);
  let state: State;
  try {
    state = await readState(stack);
  } catch (error) {
    if (error instanceof DamagedState) {
      checks.find(
        `The state of stack ${stack} is cut off: ${error.said.split("\n")[0]}`,
        "A kill interrupted the engine while it wrote the file. The engine keeps a backup beside it",
        `pulumi-platform recover --stack ${stack}`,
      );
    } else if (error instanceof Failure || error instanceof SyntaxError) {
      checks.cannotSee(`The state of stack ${stack} could not be read: ${error.message}`);
    } else throw error;
    return { checks, managed: [] };
  }
  const { deployment } = state;
  const pending = openOperations(deployment);
  checks.fact("resources", String(deployment.resources?.length ?? 0));
  const settled = (deployment.pending_operations ?? []).length - pending.length;
  const finished = ` open, ${settled} finished by a later run (Pulumi warns of those until \`pulumi-platform recover --stack ${stack}\`)`;
  checks.fact("pending operations", `${pending.length}${settled > 0 ? finished : ""}`);
  if (pending.length > 0) {
    const names = pending
      .slice(0, 5)
      .map(({ type, resource }) => `${type} ${nameIn(resource.urn)}`);
    checks.find(
      `${pending.length} pending ${pending.length === 1 ? "operation" : "operations"} in the state of stack ${stack}: ${names.join(", ")}${pending.length > 5 ? ", …" : ""}`,
      `A run ended in the middle, and the state does not know whether the platform carried them out${isInJournal ? ". The journal knows what was sent" : ""}`,
      isInJournal || undecidedOperations(deployment).length === 0
        ? `pulumi up --stack ${stack}`
        : `pulumi-platform recover --stack ${stack}`,
    );
  }
  return { checks, managed: managedObjects(deployment) };
}

async function examineLocks(stack: string, checks: Checks): Promise<void> {
  const holders = await engineLockHolders(stack);
  for (const one of holders ?? []) {
    checks.find(one, "No other run of this stack can begin", unlocking(stack));
  }
  if (holders === undefined) {
    checks.fact("lock", "not shown by this backend. `pulumi up` names the holder");
  } else if (holders.length === 0) checks.fact("lock", "free");
}

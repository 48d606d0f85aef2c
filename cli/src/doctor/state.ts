import { runEngine } from "../engine/run.js";
import type { Deployment, StateResource } from "../inventory/stack.js";
import type { Context } from "./context.js";
import { Group } from "./group.js";

interface Pending {
  type?: string;
  resource?: { urn?: string };
}

/** What the state of the stack says of runs that ended in the middle. */
export async function examineState({
  stack,
  environment,
}: Context): Promise<{ group: Group; resources: readonly StateResource[] }> {
  const group = new Group("state");
  if (stack === undefined) {
    group.fact("state", "not looked at, because no stack is selected here");
    return { group, resources: [] };
  }
  const args = ["stack", "export", "--stack", stack];
  const run = await runEngine(args, { environment }).catch((error: unknown) => error as Error);
  if (run instanceof Error) {
    group.cannotSee(run.message);
    return { group, resources: [] };
  }
  const said = (run.err || run.out).trim();
  if (run.code !== 0 && /failed to load checkpoint|unexpected end of JSON|\bEOF\b/.test(said)) {
    group.find(
      `The state of stack ${stack} is cut off: ${said.replace(/^error: /, "").split("\n")[0]}`,
      "A kill interrupted the engine while it wrote the file. The engine keeps a backup beside it",
      `pulumi-platform recover --stack ${stack}`,
    );
    return { group, resources: [] };
  }
  if (run.code !== 0) {
    group.cannotSee(
      `The state of stack ${stack} could not be read: ${said.replace(/^error: /, "")}`,
    );
    return { group, resources: [] };
  }
  const { deployment = {} } = JSON.parse(run.out) as { deployment?: Deployment };
  const pending = (deployment.pending_operations ?? []) as readonly Pending[];
  const resources = deployment.resources ?? [];
  group.fact("resources", String(resources.length));
  group.fact("pending operations", String(pending.length));
  if (pending.length > 0) {
    const names = pending
      .slice(0, 5)
      .map(({ type, resource }) => `${type} ${resource?.urn?.split("::").pop()}`);
    group.find(
      `${pending.length} pending ${pending.length === 1 ? "operation" : "operations"} in the state of stack ${stack}: ${names.join(", ")}${pending.length > 5 ? ", …" : ""}`,
      "A run ended in the middle, and the state does not know whether the platform carried them out",
      `pulumi-platform recover --stack ${stack}`,
    );
  }
  return { group, resources };
}

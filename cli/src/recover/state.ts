import { engineText, runEngine } from "../engine/run.js";
import type { Deployment, StateResource as Stored } from "../inventory/stack.js";

/** A resource as the state has it, in full. */
export interface StateResource extends Stored {
  urn: string;
  parent?: string;
  provider?: string;
  sourcePosition?: string;
  stackTrace?: readonly { sourcePosition?: string }[];
}

export interface PendingOperation {
  type: string;
  resource: StateResource;
}

/** What `pulumi stack export` writes. What is not read here is kept as it is. */
export interface State {
  version: number;
  deployment: Omit<Deployment, "resources" | "pending_operations"> & {
    manifest?: { time?: string };
    resources?: readonly StateResource[] | null;
    pending_operations?: readonly PendingOperation[] | null;
  };
}

/** The state of a stack, read with some variables of its own. Nobody decrypts its secrets. */
export async function readState(stack: string, own: NodeJS.ProcessEnv = {}): Promise<State> {
  const args = ["stack", "export", "--stack", stack];
  return JSON.parse(await engineText(args, { environment: { ...process.env, ...own } })) as State;
}

/** What the engine says where the state cannot be read because a kill cut it off; undefined where it can be read. */
export async function damageOf(stack: string): Promise<string | undefined> {
  const { code, err, out } = await runEngine(["stack", "export", "--stack", stack]);
  const said = (err || out).trim().replace(/^error: /gm, "");
  return code !== 0 &&
    /load checkpoint|unexpected end of JSON|\bEOF\b|invalid character/i.test(said)
    ? said
    : undefined;
}

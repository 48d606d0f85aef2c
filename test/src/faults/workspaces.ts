import { EngineWorkspace } from "./engineWorkspace";
import type { FaultCase } from "./cases/faultCase";
import { InProcessWorkspace } from "./inProcessWorkspace";
import { victimOf } from "./cases/moments";
import type { Environment, Workspace } from "./workspace";

/** A workspace for each kind of case that is asked for. */
export class Workspaces {
  readonly #open = new Map<string, Promise<Workspace>>();

  constructor(
    readonly environment: Environment = {},
    /** Whether the processes that are killed are those of this process. */
    readonly isInProcess = false,
  ) {}

  for({ entry, kind }: Pick<FaultCase, "entry" | "kind">): Promise<Workspace> {
    const isKill = victimOf(kind) !== undefined && !this.isInProcess;
    const key = `${entry} ${isKill}`;
    const { environment } = this;
    const open = () =>
      isKill
        ? EngineWorkspace.open(entry, { environment })
        : InProcessWorkspace.open(entry, environment);
    const workspace = this.#open.get(key) ?? open();
    this.#open.set(key, workspace);
    return workspace;
  }

  async close(): Promise<void> {
    for (const workspace of this.#open.values()) await (await workspace).close();
  }
}

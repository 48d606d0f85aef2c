import { isDeepStrictEqual } from "node:util";
import { referencesOf, withReferences } from "./state";
import type { Operation, OperationType, ResourceState, Snapshot } from "./state";
import type { Step } from "../steps/step";
import { idIn, isRootStack, referenceTo, urnIn, urnOf } from "./urns";

const operations: Partial<Record<Step["op"], OperationType>> = {
  create: "creating",
  "create-replacement": "creating",
  update: "updating",
  delete: "deleting",
  "delete-replaced": "deleting",
  import: "importing",
  "import-replacement": "importing",
};

/**
 * Writes the state while a command runs, before and after each step: `backend.SnapshotManager` of the engine.
 * The resources of this run come before those of the last one that it has not come to yet.
 */
export class Checkpoints {
  readonly #news: ResourceState[] = [];
  readonly #done = new Set<ResourceState>();
  readonly #operations: Operation[] = [];
  readonly #completed = new Set<ResourceState>();
  #refreshes = false;
  #isElided = true;

  constructor(
    readonly base: Snapshot,
    readonly save: (snapshot: Snapshot) => void,
    /** `PULUMI_SKIP_CHECKPOINTS`: only the end is written. */
    readonly skips: boolean,
  ) {}

  begin(step: Step): void {
    const type = operations[step.op];
    if (type === undefined) return;
    this.#operations.push({
      resource: type === "deleting" ? step.res : (step.state ?? step.res),
      type,
    });
    this.#write();
  }

  end(step: Step, isWell: boolean): void {
    if (step.op === "replace") return;
    if (step.op === "refresh") {
      this.#endRefresh(step, isWell);
      return;
    }
    const isDelete = step.op === "delete" || step.op === "delete-replaced";
    this.#completed.add(isDelete ? step.res : (step.state ?? step.res));
    if (isWell) {
      if (step.op === "same") {
        if (!this.#endSame(step)) {
          this.#isElided = true;
          return;
        }
      } else {
        this.#endChange(step);
      }
    }
    this.#write();
  }

  /** The outputs of the stack or of a component. */
  outputs(step: Step): void {
    if (step.old !== undefined && isDeepStrictEqual(step.old.outputs, step.state?.outputs)) {
      this.#isElided = true;
    } else {
      this.#write();
    }
  }

  close(): void {
    if (this.#isElided || this.skips) this.save(this.#snapshot());
  }

  #endSame({ old, state, isSkippedCreate }: Step): boolean {
    if (old !== undefined) this.#done.add(old);
    if (isSkippedCreate || state === undefined || old === undefined) return false;
    this.#news.push(state);
    return !isDeepStrictEqual(compared(old), compared(state));
  }

  #endChange({ op, old, state, res }: Step): void {
    switch (op) {
      case "create":
      case "create-replacement":
        if (state !== undefined) this.#news.push(state);
        if (old?.pendingReplacement === true) this.#done.add(old);
        break;
      case "update":
        if (old !== undefined) this.#done.add(old);
        if (state !== undefined) this.#news.push(state);
        break;
      case "delete":
      case "delete-replaced":
        if (!res.pendingReplacement) this.#done.add(res);
        break;
      case "remove-pending-replace":
        this.#done.add(res);
        break;
      case "import":
      case "import-replacement":
        if (state !== undefined) this.#news.push(state);
    }
  }

  #endRefresh({ old, state, isPersisted }: Step, isWell: boolean): void {
    if (isPersisted !== true) {
      this.#isElided = true;
      return;
    }
    this.#refreshes = true;
    if (isWell && old !== undefined) {
      this.#done.add(old);
      if (state !== undefined) this.#news.push(state);
    }
    this.#write();
  }

  #write(): void {
    if (this.skips) return;
    this.#isElided = false;
    this.save(this.#snapshot());
  }

  #snapshot(): Snapshot {
    const resources = [...this.#news, ...this.base.resources].filter((one) => !this.#done.has(one));
    const pending = [
      ...this.#operations.filter(({ resource }) => !this.#completed.has(resource)),
      ...this.base.pending.filter(({ type }) => type === "creating"),
    ];
    const kept = this.#refreshes ? withoutDangling(resources) : resources;
    return normalized({
      resources: kept,
      pending: pending.map(({ resource, type }) => ({ resource: { ...resource }, type })),
    });
  }
}

/** What of a resource that stays the same makes the engine write the state. */
const compared = (state: ResourceState) => ({
  ...state,
  aliases: undefined,
  ignoreChanges: undefined,
  replaceOnChanges: undefined,
});

/** Leaves out references to what a refresh found gone: `FilterRefreshDeletes` of the engine. */
export function withoutDangling(resources: readonly ResourceState[]): ResourceState[] {
  const known = new Set<string>();
  const parents = new Map<string, string>();
  return resources.map((one) => {
    const isLost = referencesOf(one).some(({ urn }) => !known.has(urn));
    if (known.has(one.parent)) parents.set(one.urn, one.parent);
    else if (one.parent !== "") parents.set(one.urn, parents.get(one.parent) ?? "");
    known.add(one.urn);
    if (!isLost) return one;
    return {
      ...one,
      ...withReferences(one, ({ urn }) => (known.has(urn) ? urn : undefined)),
      parent: parents.get(one.urn) ?? "",
    };
  });
}

/** References to a former URN become those to the new one: `NormalizeURNReferences` of the engine. */
function normalized({ resources, pending }: Snapshot): Snapshot {
  const current = new Map<string, string>();
  for (const { urn, type, parent, aliases } of resources) {
    for (const alias of aliases) current.set(alias, urn);
    const moved = current.get(parent);
    if (moved === undefined || isRootStack(moved)) continue;
    const [, , stack = "", , project = ""] = urn.split(":");
    const name = urn.split("::").slice(3).join("::");
    current.set(urn, urnOf({ stack, project }, { parent: moved, type, name }));
  }
  if (current.size === 0) return { resources: resources.map((one) => ({ ...one })), pending };
  const fixed = (urn: string) => current.get(urn) ?? urn;
  return {
    resources: resources.map((one) => ({
      ...one,
      urn: fixed(one.urn),
      ...withReferences(one, ({ urn }) => fixed(urn)),
      provider:
        one.provider === "" ? "" : referenceTo(fixed(urnIn(one.provider)), idIn(one.provider)),
      aliases: [],
    })),
    pending,
  };
}

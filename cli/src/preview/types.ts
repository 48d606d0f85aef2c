import type { Holder, Impossible, Resource, Values } from "pulumi-platform-provider/contract";

/** What a preview of the engine says about a stack. TextFormatter in it are as programs, instances and the engine gave them. */
export interface Preview {
  project: string;
  stack: string;
  /** The instances of the resources in the preview; the one of the stack comes first. */
  instances: UsedInstance[];
  /** What `pulumi up` would do, without resources that stay as they are. */
  changes: Change[];
  /** How many resources stay as they are. */
  unchanged: number;
  /** What somebody changed on the instance. Only a preview with `refresh` looks at everything. */
  drift: Drift[];
  /** What `pulumi up` cannot do. */
  impossible: Impossible[];
  /** Errors of the engine. With any of them, the preview is not complete. */
  problems: string[];
  /** Warnings of the engine. */
  warnings: string[];
  /** The plan, where one was asked for and the engine wrote it. */
  planFile?: string;
}

/** An instance, as the settings of the stack or of a provider in the program tell it. */
export interface UsedInstance {
  /** The key in `platform:instances`, or the name of the provider in the program; absent for the instance of the stack. */
  name?: string;
  baseUrl?: string;
  operations: "documented" | "extended";
  /** `live`, `muted`, or `redirect:` with an address. */
  mail: string;
  /** A provider in the program sets `mail`: the setting of the stack does nothing there. */
  hasOwnMail?: true;
}

export type Operation =
  | "create"
  | "update"
  | "replace"
  | "delete"
  | "import"
  | "read"
  /** The resource leaves the state, and the object is not touched. */
  | "forget";

/** A resource of the engine. */
export interface About {
  urn: string;
  /** The last part of the type: `ReportSchedule`. For resources of other providers, the whole type. */
  type: string;
  name: string;
  /** Our definition; undefined for resources of other providers. */
  resource?: Resource;
  /** What people call it: `report schedule "Weekly sales"`, or for other providers the type and the name. */
  label: string;
  id?: string;
  instance?: UsedInstance;
}

/** What `pulumi up` would do with a resource. */
export interface Change extends About {
  op: Operation;
  /** The fields that differ in meaning. Empty for creates, deletes and resources of other providers. */
  fields: FieldChange[];
  /** The state, and what the program declares. They can hold `unknown` and `secret`. */
  before?: Values;
  after?: Values;
  /** The URN of its parent, and the URN and the id of its provider. */
  parent?: string;
  provider?: string;
  /** The object stays on the instance: the program set `retainOnDelete`. */
  isRetained?: boolean;
  /** The exclusive keys of the state that other resources of the program have, too: `access of user 42 to dataset X`. */
  sharedKeys?: readonly string[];
  /** Of those who have the same access because of other resources: in the state, and in the program. */
  otherHolders?: { before: readonly Holder[]; after: readonly Holder[] };
}

export interface FieldChange {
  path: string;
  /** `secret` and `unknown` are symbols. */
  from: unknown;
  to: unknown;
  /** Both values are secret, and the engine does not tell whether they differ. */
  isUncertain?: boolean;
}

/** An object that is not as the state says. */
export interface Drift extends About {
  op: "update" | "delete";
  /** `from` the value in the state, `to` the one on the instance. */
  fields: FieldChange[];
  /** The state, and what the instance has. */
  before: Values;
  after?: Values;
}

/** How to run a preview. */
export interface PreviewOptions {
  /** The name of the stack; else `PULUMI_STACK`, else the selected stack. */
  stack?: string;
  /** Reads all objects on the instance first. */
  refresh?: boolean;
  /** Where the engine writes the plan. */
  savePlan?: string;
  /** The folder of the project, if it is not the current one. */
  folder?: string;
  environment?: NodeJS.ProcessEnv;
}

import type {
  Holder,
  Impossible,
  MemberChange,
  Message,
  Reach,
  Resource,
  Values,
} from "pulumi-platform-provider/contract";

/** The result of a preview for a stack. Its texts are unchanged texts of programs, instances and the engine. */
export interface Preview {
  project: string;
  stack: string;
  /** The instances of the resources in the preview; the one of the stack comes first. */
  instances: UsedInstance[];
  /** The changes that `pulumi up` would make. */
  changes: Change[];
  /** How many resources stay as they are. */
  unchanged: number;
  /** How many more resources Pulumi counts: the stack, its providers and components. */
  uncounted?: number;
  /** The manual changes on the instance. Only a preview with `refresh` finds all. */
  drift: Drift[];
  /** The changes that `pulumi up` cannot make. */
  impossible: Impossible[];
  /** Errors of the engine. With any of them, the preview is not complete. */
  problems: string[];
  /** Warnings of the engine. */
  warnings: string[];
  /** The warnings about objects that could not be read, so that their states stay as they are. */
  unread?: string[];
  /** The addresses of the instances whose scheduled e-mails the program switches off. */
  switchedOff?: string[];
  /** The types of the objects in the stack that the operations in use never show. */
  unshown?: string[];
  /** The schedules of which only the number of recipients shows that somebody changed their recipients. */
  recounted?: About[];
  /** The URNs of the resources that the program declares. */
  declared?: readonly string[];
  /** The warning about a run of the stack that ended in the middle, with the command that goes on from there. */
  interrupted?: string;
}

/** An instance, according to the settings of the stack or of a provider. */
export interface UsedInstance {
  /** The key in `platform:instances`, or the name of the provider in the program; absent for the instance of the stack. */
  name?: string;
  baseUrl?: string;
  operations: "documented" | "extended";
  /** `live`, `muted`, or `redirect:` with an address. */
  mail: string;
  /** The ids in `platform:confirmAbsent`, if there are any. */
  confirmAbsent?: readonly string[];
  /** A provider in the program sets `mail`, so the setting of the stack has no effect. */
  hasOwnMail?: true;
}

export type Operation =
  | "create"
  | "update"
  | "replace"
  | "delete"
  | "import"
  | "read"
  /** The resource is removed from the state, and the object stays. */
  | "forget";

/** A resource of the engine. */
export interface About {
  urn: string;
  /** The last part of the type: `ReportSchedule`. For resources of other providers, the whole type. */
  type: string;
  name: string;
  /** Our definition; undefined for resources of other providers. */
  resource?: Resource;
  /** The name for people: `report schedule "Weekly sales"`. For other providers, the type and the name. */
  label: string;
  /** The group whose members this manages, with its name if the stack has the group: `group "Sales" (id 7)`. */
  group?: string;
  /** Another object of the stack has the same label, or the label is not known yet. */
  isAmbiguous?: boolean;
  id?: string;
  instance?: UsedInstance;
}

/** A resource of the program that e-mails a group whose members change, or gives the group access. */
export interface Reached extends MemberChange, Reach {
  about: About;
  /** The access level that the group has before this run. */
  levelBefore?: string;
}

/** A resource of the platform as a program declares it. */
export interface Declared {
  about: About;
  inputs: Values;
}

/** The change that `pulumi up` would make to a resource. */
export interface Change extends About {
  op: Operation;
  /** The fields that differ in meaning. Empty for creates, deletes and resources of other providers. */
  fields: FieldChange[];
  /** The values in the state and in the program. They can contain `notKnownYet` and `secret`. */
  before?: Values;
  after?: Values;
  /** The URN of its parent, and the URN and the id of its provider. */
  parent?: string;
  provider?: string;
  /** The object stays on the instance, because the program sets `retainOnDelete`. */
  isRetained?: boolean;
  /** Other resources of the program manage the same object, so a delete leaves it. */
  isKept?: true;
  /** The exclusive keys of the state that other resources of the program have, too: `access of user 42 to dataset X`. */
  sharedKeys?: readonly string[];
  /** The holders of the same access through other resources, in the state and in the program. */
  otherHolders?: { before: readonly Holder[]; after: readonly Holder[] };
  /** An interrupted run replaced the object, so its resource has another one. */
  isReplaced?: true;
  /** What an earlier run has done of this change: the request or the object, and the message about it. */
  earlier?: { text: string; has: NonNullable<Message["earlier"]> };
  /** The access that the instance has already of what this gives: as a member, or with another level. */
  held?: readonly Holder[];
  /** The resources that reach the members who join groups or leave them. */
  reached?: readonly Reached[];
}

export interface FieldChange {
  path: string;
  /** `secret` and `notKnownYet` are symbols. */
  from: unknown;
  to: unknown;
  /** Both values are secret, and the engine does not show whether they differ. */
  isUncertain?: boolean;
}

/** An object that differs from its state. */
export interface Drift extends About {
  op: "update" | "delete";
  /** `from` is the value in the state, `to` the value on the instance. */
  fields: FieldChange[];
  /** The values in the state and on the instance. */
  before: Values;
  after?: Values;
}

import type { Values } from "../../lifecycle/tables/row";

/** How a program reaches the provider. */
export const entries = ["dynamic", "plugin"] as const;
export type Entry = (typeof entries)[number];

/** As texts name them. */
export const entryNames: Record<Entry, string> = {
  dynamic: "the dynamic resources",
  plugin: "the plugin",
};

/** A resource as the engine names it to a provider. */
export interface Subject {
  urn: string;
  type: string;
  name: string;
}

/** A provider as the engine names it to its process. */
export type Self = Pick<Subject, "urn" | "name">;

/** What the engine's state has of an object. */
export interface Known {
  id: string;
  inputs: Values;
  outputs: Values;
}

export interface Checked {
  inputs: Values;
  failures: { property: string; reason: string }[];
}

export interface Difference {
  changes: boolean;
  replaces: boolean;
  deleteBeforeReplace: boolean;
  /** The kind of difference by property path, where the protocol has it: `update`, `add-replace`, ... */
  detailed?: Record<string, string>;
}

/** What it has of a provider: the process of a provider is not told its id. */
export type KnownSelf = Omit<Known, "id">;

/** What a provider answers to a create, an update or a read. */
export interface Answer {
  id?: string;
  inputs?: Values;
  outputs: Values;
  /** The engine reads the object before the next command does anything with it. */
  refreshBeforeUpdate?: boolean;
}

/** How a verb is called. */
export interface How {
  preview: boolean;
  /** Of `customTimeouts`; 0 for none. */
  seconds: number;
}

/**
 * One process of a provider as the engine sees it: the provider's own code behind Pulumi's protocol, with
 * values as they are on the wire. The state that the process keeps ends with it, as it does in a real process.
 */
export interface ProviderSession {
  /** Checks the arguments of the provider itself, before it is configured. */
  checkConfig: (self: Self, olds: Values | undefined, news: Values) => Promise<Checked>;
  /** Compares its arguments; undefined where the engine itself has to. */
  diffConfig: (self: Self, old: KnownSelf, news: Values) => Promise<Difference | undefined>;
  configure: (self: Self, args: Values) => Promise<void>;
  check: (subject: Subject, olds: Values | undefined, news: Values) => Promise<Checked>;
  diff: (
    subject: Subject,
    old: Known,
    news: Values,
    /** The paths of the option `ignoreChanges`. */
    ignored: readonly string[],
  ) => Promise<Difference>;
  create: (subject: Subject, inputs: Values, how: How) => Promise<Answer>;
  /** Undefined where the object is gone. */
  read: (subject: Subject, old: Known, how: How) => Promise<Answer | undefined>;
  update: (
    subject: Subject,
    old: Known,
    news: Values,
    how: How,
    ignored: readonly string[],
  ) => Promise<Answer>;
  delete: (subject: Subject, old: Known, how: How) => Promise<void>;
  /** Calls a function; undefined where a preview does not know what it gives. */
  invoke: (name: string, args: Values, preview: boolean) => Promise<Values | undefined>;
  /** Ends what outlives its verbs. */
  close?: () => void;
}

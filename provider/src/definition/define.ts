import { z } from "zod";
import type { Operations } from "../settings/index";
import type { Instance } from "../platform/instance";

declare module "zod" {
  interface GlobalMeta {
    /** What a value means, where several values mean the same. */
    meaning?: (value: never) => unknown;
    /** The values that are known, where the specification leaves others open. */
    known?: readonly string[];
    /** Only tells how the object comes to be: it is never compared with what is there. */
    createOnly?: boolean;
    /** An object that is compared as a whole, as lists are. */
    whole?: boolean;
    /** What removing the field from a program asks for; without it, the field is merely managed no more. */
    whenRemoved?: unknown;
    /** A value that means the same as leaving the field out. */
    sameAsAbsent?: unknown;
    /** The name of the type that a nested object or union gets in the SDKs. */
    typeName?: string;
  }
}

/** What a read found out. Only evidence makes something absent. */
export type Reading =
  | {
      found: "present";
      /** Live values by input name; what the read cannot tell is undefined and kept from state. */
      live: Values;
      outputs?: Values;
      warning?: string;
    }
  | { found: "absent" }
  | { found: "unknown"; why: string };

export type Values = Record<string, unknown>;

/** One way to do something on the platform, and the calls it makes. */
export interface Verb<Run> {
  /** The calls as they stand in the documents. */
  calls: readonly string[];
  run: Run;
}

/** A managed object as its verbs get it: its id, what the program wants, and what the state holds. */
export interface Change<Inputs, Outputs> {
  id: string;
  inputs: Inputs;
  state: Inputs & Partial<Outputs>;
  /** Paths of the inputs that differ in meaning, like `schedule.hourOfDay`. */
  changed: readonly string[];
  /** The claims of the state that another resource of the program has now. */
  ownedElsewhere: readonly string[];
}

/** An object on the instance that may be the one that a lost request created. */
export interface Candidate {
  id: string;
  reading: Extract<Reading, { found: "present" }>;
}

/** Somebody who gets mail: where the inputs name them, and under which address where it shows. */
export interface Addressee {
  /** Property path. */
  path: string;
  /** The e-mail address; undefined for users and groups, whose addresses only the platform knows. */
  address?: string;
  /** What a preview calls them: the address, or `user 42`. */
  name: string;
}

/** What becomes of mail that is not to reach those whom the program names. */
export type Interlock = { mode: "muted" } | { mode: "redirect"; address: string };

/** Mail that something sends. */
export interface Mail<Inputs> {
  /**
   * Who gets mail because of these inputs; with those that they replace, only who gets some that they would
   * not get without the change. The inputs can hold values that are not known yet: `undefined` says that.
   */
  to: (inputs: Inputs, old?: Inputs) => readonly Addressee[] | undefined;
  /** When they get it, as in `mails 3 people each time it is due`. */
  when: string;
  /** For what goes on mailing by itself: values by path that are declared instead of the program's. */
  declared?: (inputs: Inputs, interlock: Interlock) => Values;
  /** For what mails while it is done: the inputs that are sent instead; undefined for nothing at all. */
  sent?: (inputs: Inputs, interlock: Interlock) => Inputs | undefined;
}

/** An object as it stands on the instance, of which no program need have said anything. */
export interface Existing {
  id: string;
  /** Its inputs, as far as the platform shows them. */
  live: Values;
  outputs?: Values;
  /** Paths of inputs that the platform does not show: what a program says of them is taken to be so. */
  unseen?: readonly string[];
}

export interface Create<Inputs, Outputs> extends Verb<
  (instance: Instance, inputs: Inputs) => Promise<{ id: string; outputs?: Partial<Outputs> }>
> {
  /** Creating twice has the effect of creating once: it may be sent again at will. */
  repeatable?: boolean;
  /**
   * Looks on the instance for objects that may have the content of the inputs; without it a lost answer
   * cannot be cleared up. `baseline` is one list for a whole run, `fresh` one that begins now.
   */
  witness?: (
    instance: Instance,
    inputs: Inputs,
    when: "baseline" | "fresh",
  ) => Promise<{ candidates: Candidate[]; complete: boolean }>;
}

export interface Update<Inputs, Outputs> extends Verb<
  (instance: Instance, change: Change<Inputs, Outputs>) => Promise<Partial<Outputs> | undefined>
> {
  /** Changes that it cannot make. `confirmed` are the ids that a person has seen to be gone. */
  refuse?: (
    old: Inputs,
    inputs: Inputs,
    changed: readonly string[],
    confirmed: readonly string[],
  ) => Refusal[];
}

export interface Verbs<Inputs, Outputs> {
  create: Create<Inputs, Outputs>;
  /** Without it, what the state holds is all that can be known. */
  read?: Verb<
    (instance: Instance, id: string, state: Inputs & Partial<Outputs>) => Promise<Reading>
  > & {
    /** One list serves all objects of the kind: looking at them costs next to nothing. */
    shared?: true;
  };
  /** All of the kind that the token's user is shown. */
  list?: Verb<(instance: Instance) => Promise<readonly Existing[]>>;
  /** Finds one by what an import calls it, where there is no list; undefined where it is not there. */
  lookup?: Verb<(instance: Instance, key: string) => Promise<Existing | undefined>>;
  update?: Update<Inputs, Outputs>;
  /** `ownedElsewhere` are those of its claims that another resource of the program has now. */
  delete?: Verb<
    (
      instance: Instance,
      id: string,
      state: Inputs & Partial<Outputs>,
      ownedElsewhere: readonly string[],
    ) => Promise<void>
  >;
}

/** A change that can be told to be impossible from the old and new inputs alone. */
export interface Refusal {
  /** Property path. */
  path: string;
  reason: string;
}

export interface Definition<Inputs, Outputs> {
  /** Name of the class and of the type. */
  name: string;
  /** What messages call it. */
  noun: string;
  /** What it is and does, for users. */
  doc: string;
  inputs: z.ZodType<Inputs>;
  outputs: z.ZodType<Outputs>;
  /** What an import calls it, where that is not an id: `<entityType>/<entityId>`. */
  key?: string;
  /** The input by which people know it; several can have the same. */
  named?: string;
  /** How messages tell this one from others of its kind. */
  label: (inputs: Inputs) => string;
  /** Only the 17 documented endpoints. A verb that is missing here has no way. */
  documented: Verbs<Inputs, Outputs>;
  /** What extended operations do otherwise. */
  extended: Partial<Verbs<Inputs, Outputs>>;
  /** Paths that cannot be changed in place although an update exists. */
  replaces?: (old: Inputs, inputs: Inputs, changed: readonly string[]) => string[];
  /** No two of them can have the same name: one that is replaced has to be gone before the other is made. */
  unique?: true;
  /**
   * What only one resource of a program can have: words that say what it is. What another one has taken over,
   * as after a new name, is not taken away when this one is deleted.
   */
  claims?: (inputs: Inputs) => readonly string[];
  mail?: Mail<Inputs>;
  /** What the documents say about each verb beyond its calls. */
  notes?: Partial<Record<"create" | "read" | "update" | "delete", string>>;
  /** A TypeScript program that shows it, for the documents. */
  example: string;
}

/** How far a run is that goes on after its answer. */
export interface Progress<Outputs> {
  outputs: Partial<Outputs>;
  /** What is said of it: `execution 12 is ACTIVE`. */
  said: string;
  /** Undefined while it goes on. */
  ended?: "well" | "badly";
}

/** Something that is run when it is created, and again when its arguments or triggers change. */
export interface Action<Inputs, Outputs> {
  run: (instance: Instance, inputs: Inputs) => Promise<Partial<Outputs> | undefined>;
  /** Running twice has the effect of running once: a lost answer is no reason to stop. */
  repeatable?: boolean;
  /** What the instance's own history shows of such runs, by id (extended). */
  trace?: (instance: Instance, inputs: Inputs) => Promise<ReadonlyMap<string, Partial<Outputs>>>;
  /** How far it is by now (extended); undefined where the answer did not tell what to ask for. */
  progress?: (
    instance: Instance,
    inputs: Inputs,
    outputs: Partial<Outputs>,
  ) => Promise<Progress<Outputs> | undefined>;
  /** What a person can do where it is not known whether it was done. */
  whenUnknown: string;
}

/** A resource as the engine and the faces see it: its values are checked at run time. */
export interface Resource extends Omit<Definition<Values, Values>, "inputs" | "outputs"> {
  inputs: z.ZodObject;
  outputs: z.ZodObject;
  action?: Action<Values, Values>;
}

/** Declares a resource; the types of its verbs follow from its schemas. */
export function defineResource<Inputs extends z.ZodObject, Outputs extends z.ZodObject>(
  definition: Omit<Definition<z.infer<Inputs>, z.infer<Outputs>>, "inputs" | "outputs"> & {
    inputs: Inputs;
    outputs: Outputs;
  },
): Resource {
  return definition as unknown as Resource;
}

/** The inputs that every action has beside its own. */
const triggers = z
  .array(z.unknown())
  .optional()
  .describe("Values of any kind; the action runs again when one of them changes.")
  .meta({ sameAsAbsent: [] });

export const outcome = z
  .enum(["done", "unknown", "muted"])
  .describe(
    "What is known of it: `done`, `unknown` where the answer was lost (then it is not run again by itself), or `muted` where `platform:mail` kept it from mailing.",
  );

const waitMinutes = z
  .number()
  .positive()
  .optional()
  .describe(
    "Waits at most so many minutes for the end, and fails where it ends badly; where the time is over, it succeeds with a warning. Not at all where left out; needs extended operations.",
  )
  .meta({ createOnly: true });

/** Declares an action: create and update run it, at most once for the same arguments and triggers. */
export function defineAction<Inputs extends z.ZodObject, Outputs extends z.ZodObject>(
  definition: Pick<
    Definition<z.infer<Inputs>, Values>,
    "name" | "noun" | "doc" | "label" | "mail" | "example"
  > & {
    inputs: Inputs;
    outputs: Outputs;
    calls: readonly string[];
    /** Calls of extended operations beside those. */
    extendedCalls?: readonly string[];
  } & Action<z.infer<Inputs>, z.infer<Outputs>>,
): Resource {
  const { calls, extendedCalls = [], inputs, outputs, ...rest } = definition;
  const { run, repeatable, trace, progress, whenUnknown, ...described } = rest;
  const verb = {
    calls,
    run: () => Promise.reject(new TypeError("an action is run by the engine")),
  };
  const wider = { ...verb, calls: [...calls, ...extendedCalls] };
  return {
    ...described,
    inputs: inputs.extend({ triggers, ...(progress && { waitMinutes }) }),
    outputs: outputs.extend({
      outcome,
      ranAt: z.number().describe("When it ran, in epoch milliseconds."),
    }),
    action: { run, repeatable, trace, progress, whenUnknown },
    documented: { create: verb, update: verb, delete: { calls: [], run: () => Promise.resolve() } },
    extended: { create: wider, update: wider },
    notes: {
      update: "Runs again when `triggers` or an argument changes; it is never replaced.",
      delete: "Nothing is called: what was done stays done.",
    },
  } as unknown as Resource;
}

/** The verbs of a resource under the given operations. */
export function verbsOf(resource: Resource, operations: Operations): Verbs<Values, Values> {
  return operations === "extended"
    ? { ...resource.documented, ...resource.extended }
    : resource.documented;
}

/** Something that a program asks for while it runs, most often a read. */
export interface FunctionDefinition<Args, Result> {
  name: string;
  doc: string;
  /** Each call costs money: a preview makes none unless the program asks for it. */
  costs?: true;
  args: z.ZodType<Args>;
  result: z.ZodType<Result>;
  calls: readonly string[];
  example: string;
  run: (instance: Instance, args: Args) => Promise<Result>;
}

export interface PlatformFunction extends Omit<
  FunctionDefinition<Values, Values>,
  "args" | "result"
> {
  args: z.ZodObject;
  result: z.ZodObject;
}

export function defineFunction<Args extends z.ZodObject, Result extends z.ZodObject>(
  definition: Omit<FunctionDefinition<z.infer<Args>, z.infer<Result>>, "args" | "result"> & {
    args: Args;
    result: Result;
  },
): PlatformFunction {
  return definition as unknown as PlatformFunction;
}

import { z } from "zod";
import type { Operations } from "./settings";
import type { Instance } from "./wire/instance";

declare module "zod" {
  interface GlobalMeta {
    /** Equality in meaning, where it is wider than equality of values. */
    equal?: (a: never, b: never) => boolean;
    /** The values that are known, where the specification leaves others open. */
    known?: readonly string[];
    /** Only tells how the object comes to be: it is never compared with what is there. */
    createOnly?: boolean;
    /** What removing the field from a program asks for; without it, the field is merely managed no more. */
    whenRemoved?: unknown;
    /** The name of the type that a nested object gets in the SDKs. */
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
}

/** An object on the instance that may be the one that a lost request created. */
export interface Candidate {
  id: string;
  reading: Extract<Reading, { found: "present" }>;
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

export interface Verbs<Inputs, Outputs> {
  create: Create<Inputs, Outputs>;
  /** Without it, what the state holds is all that can be known. */
  read?: Verb<
    (instance: Instance, id: string, state: Inputs & Partial<Outputs>) => Promise<Reading>
  >;
  update?: Verb<
    (instance: Instance, change: Change<Inputs, Outputs>) => Promise<Partial<Outputs> | undefined>
  >;
  delete?: Verb<
    (instance: Instance, id: string, state: Inputs & Partial<Outputs>) => Promise<void>
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
  /** How messages tell this one from others of its kind. */
  label: (inputs: Inputs) => string;
  /** Only the 17 documented endpoints. A verb that is missing here has no way. */
  documented: Verbs<Inputs, Outputs>;
  /** What extended operations do otherwise. */
  extended: Partial<Verbs<Inputs, Outputs>>;
  /** Paths that cannot be changed in place although an update exists. */
  replaces?: (old: Inputs, inputs: Inputs, changed: readonly string[]) => string[];
  refuse?: (old: Inputs, inputs: Inputs, changed: readonly string[]) => Refusal[];
  /** There is only one of it per instance and program. */
  once?: boolean;
  /** What the documents say about each verb beyond its calls. */
  notes?: Partial<Record<"create" | "read" | "update" | "delete", string>>;
  /** A TypeScript program that shows it, for the documents. */
  example: string;
}

/** Something that is run when it is created, and again when its arguments or triggers change. */
export interface Action<Inputs> {
  run: (instance: Instance, inputs: Inputs) => Promise<unknown>;
  /** Ids of what the instance's own history shows of such runs (extended). */
  trace?: (instance: Instance, inputs: Inputs) => Promise<string[]>;
  /** What a person can do where it is not known whether it was done. */
  whenUnknown: string;
}

/** A resource as the engine and the faces see it: its values are checked at run time. */
export interface Resource extends Omit<Definition<Values, Values>, "inputs" | "outputs"> {
  inputs: z.ZodObject;
  outputs: z.ZodObject;
  action?: Action<Values>;
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
  .describe("Values of any kind; the action runs again when one of them changes.");

const outcome = z
  .enum(["done", "unknown"])
  .describe(
    "What is known of it: `done`, or `unknown` where the answer was lost. Then it is not run again by itself.",
  );

/** Declares an action: create and update run it, at most once for the same arguments and triggers. */
export function defineAction<Inputs extends z.ZodObject>(
  definition: Pick<
    Definition<z.infer<Inputs>, Values>,
    "name" | "noun" | "doc" | "label" | "example"
  > & {
    inputs: Inputs;
    calls: readonly string[];
    /** Calls of extended operations beside those. */
    traceCalls?: readonly string[];
  } & Action<z.infer<Inputs>>,
): Resource {
  const { calls, traceCalls = [], inputs, run, trace, whenUnknown, ...rest } = definition;
  const verb = {
    calls,
    run: () => Promise.reject(new TypeError("an action is run by the engine")),
  };
  const traced = { ...verb, calls: [...calls, ...traceCalls] };
  return {
    ...rest,
    inputs: inputs.extend({ triggers }),
    outputs: z.object({
      outcome,
      ranAt: z.number().describe("When it ran, in epoch milliseconds."),
    }),
    action: { run, trace, whenUnknown },
    documented: { create: verb, update: verb, delete: { calls: [], run: () => Promise.resolve() } },
    extended: { create: traced, update: traced },
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

/** A read that a program makes. */
export interface FunctionDefinition<Args, Result> {
  name: string;
  doc: string;
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

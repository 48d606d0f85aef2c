import type { z } from "zod";
import type { Operations } from "../platform/operations";
import type { Example } from "./example";
import type { Mail } from "./mail";

/** A sentence about a verb: the same in both operations modes, or one for each. */
export type Note = string | Partial<Record<Operations, string>>;

/** The parts that the definitions of objects and actions have in common. */
export interface ResourceBase<Inputs> {
  /** Name of the class in the SDKs, and of the type: `ReportSchedule`. */
  name: string;
  /** Name in messages: `report schedule`. */
  noun: string;
  /** What the resource is and does. For its page and the SDKs. */
  doc: string;
  inputs: z.ZodObject;
  outputs: z.ZodObject;
  /** Tells a resource from others of its type in messages. Of an object by default its name in quotes. */
  label: (inputs: Inputs) => string;
  example: Example;
  mail?: Mail<Inputs>;
  /** What a create or a change does to people who are not in the program, after the name of the resource: `stops …`. */
  reaches?: (inputs: Inputs, old?: Inputs) => string | undefined;
  /**
   * Words for what only one resource of a program can have, such as the access of a user to a dataset. A delete leaves
   * it on the instance if another resource of the program declares the same key.
   */
  exclusiveKeys?: (inputs: Inputs) => readonly string[];
  /** Limits, one sentence each, for the page of the resource. */
  limits?: readonly string[];
  /** Sentences about verbs for the page of the resource, which do not follow from the definition. */
  notes?: Partial<Record<"read" | "update" | "delete", Note>>;
}

/** A definition whose schemas give its verbs their types. */
export type Typed<Definition, Inputs extends z.ZodObject, Outputs extends z.ZodObject> = Omit<
  Definition,
  "inputs" | "outputs"
> & { inputs: Inputs; outputs: Outputs };

/**
 * Removes the types of a definition. Its verbs take only values of its own schemas, but the catalog contains the verbs
 * of all definitions. This is safe, because the lifecycle checks every value against the schemas first.
 */
export function erased(typed: object): never {
  return typed as never;
}

import type { z } from "zod";
import type { Operations } from "../platform/operations";
import type { Example } from "./example";
import type { Mail } from "./mail";

/** A sentence about a verb, for every operations mode that has the verb or for the named ones. */
export type Note = string | Partial<Record<Operations, string>>;

/** What every type of resource has. */
export interface ResourceBase<Inputs> {
  /** Name of the class and of the type. */
  name: string;
  /** Its name in messages: `report schedule`. */
  noun: string;
  /** What it is and does, for users. */
  doc: string;
  inputs: z.ZodObject;
  outputs: z.ZodObject;
  /** How messages tell one resource from others of its type; of an object, by default, its name in quotes. */
  label: (inputs: Inputs) => string;
  example: Example;
  mail?: Mail<Inputs>;
  /**
   * What only one resource of a program can have: words that name it. A key that the program of a run declares
   * stays as it is when an old state with it is deleted.
   */
  exclusiveKeys?: (inputs: Inputs) => readonly string[];
  /** What does not work, one sentence each, for its page. */
  limits?: readonly string[];
  /** Sentences for its page, beyond what the definition itself tells. */
  notes?: Partial<Record<"read" | "update" | "delete", Note>>;
}

/** A definition whose schemas give its verbs their types. */
export type Typed<Definition, Inputs extends z.ZodObject, Outputs extends z.ZodObject> = Omit<
  Definition,
  "inputs" | "outputs"
> & { inputs: Inputs; outputs: Outputs };

/**
 * The one place that forgets types. A verb is written for the values of its own schemas, and the catalog holds
 * verbs of all schemas. That is safe because the lifecycle checks every value against the schemas first.
 */
export function untyped(typed: object): never {
  return typed as never;
}

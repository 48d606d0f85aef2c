import type { z } from "zod";
import type { Instance } from "../platform/instance";
import { erased } from "./base";
import type { Example } from "./example";
import type { Values } from "./values";
import type { Call } from "./verbs";

/** A call that a program makes while it runs, usually a read. */
export interface PlatformFunction<Args = Values, Result = Values> {
  name: string;
  doc: string;
  /** Each call costs money, so a preview makes it only if the program asks for it. */
  costs?: true;
  args: z.ZodObject;
  result: z.ZodObject;
  calls: readonly Call[];
  example: Example;
  run: (instance: Instance, args: Args) => Promise<Result>;
}

/** Declares a function; the types of its arguments and result follow from its schemas. */
export function defineFunction<Args extends z.ZodObject, Result extends z.ZodObject>(
  definition: Omit<PlatformFunction<z.infer<Args>, z.infer<Result>>, "args" | "result"> & {
    args: Args;
    result: Result;
  },
): PlatformFunction {
  return erased(definition);
}

import { z } from "zod";
import type { Instance } from "../platform/instance";
import type { Advice } from "../wire/advice";
import { untyped } from "./base";
import type { ResourceBase, Typed } from "./base";
import type { Values } from "./values";
import type { Call } from "./verbs";

/** How far a run is that continues after its answer. */
export interface Progress<Outputs> {
  outputs: Partial<Outputs>;
  /** A sentence part for messages: `execution 12 is ACTIVE`. */
  status: string;
  /** Undefined while the run continues. */
  ended?: "well" | "badly";
}

/** A run in the history of the instance. */
export interface Run<Outputs = Values> {
  outputs: Partial<Outputs>;
  /** When it started, as the history has it: in seconds or milliseconds. */
  at?: number;
}

/** Something that Pulumi runs when it creates the resource, and again when its arguments or triggers change. */
export interface ActionResource<Inputs = Values, Outputs = Values> extends ResourceBase<Inputs> {
  kind: "action";
  /** The calls of the route's extended source happen in extended operations only. */
  calls: readonly Call[];
  run: (instance: Instance, inputs: Inputs) => Promise<Partial<Outputs> | undefined>;
  /** Running twice has the effect of running once, so that a lost request is sent again. */
  repeatable?: boolean;
  /** The runs that the instance's own history shows, by id (extended operations). */
  trace?: (instance: Instance, inputs: Inputs) => Promise<ReadonlyMap<string, Run<Outputs>>>;
  /** How far a run is (extended operations); undefined where the answer named nothing to ask for. */
  progress?: (
    instance: Instance,
    inputs: Inputs,
    outputs: Partial<Outputs>,
  ) => Promise<Progress<Outputs> | undefined>;
  /** What a person can do when the outcome is unknown. */
  whenUnknown: Advice;
}

/** The input whose change makes Pulumi do something again: `what` says what. */
const triggersField = (what: string) =>
  z
    .array(z.unknown())
    .optional()
    .describe(`Values of any type. ${what}`)
    .meta({ omitted: { default: [] } });

/** The input that every action has in addition to its own. */
const triggers = triggersField("Pulumi runs the action again when one of them changes.");
const mailTriggers = triggersField(
  "Pulumi e-mails the report again, to all recipients, when one of them changes. `triggers` of a `DatasetShare` never e-mails anybody.",
);

/** The triggers of an object whose documented call has the same effect when it is repeated. */
export const objectTriggers = (what: string) => triggersField(what).meta({ programOnly: "update" });

export const outcome = z
  .enum(["done", "unknown", "muted"])
  .describe(
    "Result of the last run: `done`, `unknown` after a lost answer, or `muted` because of `platform:mail`. A run with an unknown result never runs again automatically.",
  );

const waitMinutes = z
  .number()
  .positive()
  .optional()
  .describe(
    "Waits at most this many minutes for the end of the run, and fails if the run fails. If the time ends first, Pulumi warns. Needs extended operations.",
  )
  .meta({ programOnly: "create" });

/** Declares an action; the lifecycle runs it at most once for the same arguments and triggers. */
export function defineAction<Inputs extends z.ZodObject, Outputs extends z.ZodObject>(
  definition: Omit<
    Typed<ActionResource<z.infer<Inputs>, z.infer<Outputs>>, Inputs, Outputs>,
    "kind" | "exclusiveKeys"
  >,
): ActionResource {
  const { inputs, outputs, progress, mail } = definition;
  return untyped({
    ...definition,
    kind: "action",
    inputs: inputs.extend({
      triggers: mail ? mailTriggers : triggers,
      ...(progress && { waitMinutes }),
    }),
    outputs: outputs.extend({
      outcome,
      ranAt: z.number().describe("Time of the last run, in epoch milliseconds."),
    }),
  });
}

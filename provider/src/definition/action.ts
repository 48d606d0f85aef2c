import { z } from "zod";
import type { Instance } from "../platform/instance";
import type { Advice } from "../messages/advice";
import { erased } from "./base";
import type { ResourceBase, Typed } from "./base";
import type { Values } from "./values";
import type { Call, PrecheckResult } from "./verbs";

/** The progress of a run that continues after the platform answered the request. */
export interface Progress<Outputs> {
  outputs: Partial<Outputs>;
  /** Part of a sentence in messages: `execution 12 is ACTIVE`. */
  status: string;
  /** Undefined while the run continues. */
  ended?: "well" | "badly";
}

/** A run in the history of the instance. */
export interface Run<Outputs = Values> {
  outputs: Partial<Outputs>;
  /** Start time in epoch milliseconds. */
  at?: number;
}

/** Something that Pulumi runs when it creates the resource, and again when its arguments or triggers change. */
export interface ActionResource<Inputs = Values, Outputs = Values> extends ResourceBase<Inputs> {
  kind: "action";
  /** What it does, after its name in a sentence: `executes a stream`. */
  does: string;
  /** Calls of extended routes happen only with extended operations. */
  calls: readonly Call[];
  /** Looks at the instance before a run. Needs extended operations. */
  precheck?: (instance: Instance, inputs: Inputs) => Promise<PrecheckResult<Inputs>>;
  run: (instance: Instance, inputs: Inputs) => Promise<Partial<Outputs> | undefined>;
  /** A second run has no further effect, so Pulumi sends a request without an answer again. */
  repeatable?: boolean;
  /** The runs in the history of the instance, by id. Needs extended operations. */
  trace?: (instance: Instance, inputs: Inputs) => Promise<ReadonlyMap<string, Run<Outputs>>>;
  /** The progress of a run; undefined if the answer had no id to ask for. Needs extended operations. */
  progress?: (
    instance: Instance,
    inputs: Inputs,
    outputs: Partial<Outputs>,
  ) => Promise<Progress<Outputs> | undefined>;
  /** The advice if the result of a run is unknown. */
  whenUnknown: Advice;
  /** Only objects have these. */
  idKind?: undefined;
  naturalKey?: undefined;
  access?: undefined;
  replacement?: undefined;
}

/** The input `triggers`. `what` is a sentence that says what Pulumi repeats. */
const triggersField = (what: string) =>
  z
    .array(z.unknown())
    .optional()
    .describe(`Values of any type. ${what}`)
    .meta({ omitted: { default: [] } });

/** Every action has this input. */
const triggers = triggersField("Pulumi runs the action again when one of them changes.");
const mailTriggers = triggersField(
  "Pulumi e-mails the report again, to all recipients, when one of them changes.",
);

/** The input `triggers` of an object, whose documented call can be repeated without a further effect. */
export const objectTriggers = (what: string) => triggersField(what).meta({ programOnly: "update" });

export const outcome = z
  .enum(["done", "unknown", "muted"])
  .describe(
    "Result of the last run: `done`, `unknown` after a lost answer, or `muted` because of `platform:mail`. Pulumi never repeats an unknown run automatically.",
  );

const waitMinutes = z
  .number()
  .positive()
  .optional()
  .describe(
    "Waits at most this many minutes for the end of the run, and fails if the run fails. If the time ends first, Pulumi warns. Needs extended operations.",
  )
  .meta({ programOnly: "create" });

/** The limit of every action that sends e-mail. */
const mailLimit =
  "Each recipient gets at most one e-mail as long as you keep the [journal](../journal.md), in which Pulumi records each run.";

/** Declares an action. The lifecycle runs it at most once for the same arguments and triggers. */
export function defineAction<Inputs extends z.ZodObject, Outputs extends z.ZodObject>(
  definition: Omit<
    Typed<ActionResource<z.infer<Inputs>, z.infer<Outputs>>, Inputs, Outputs>,
    "kind" | "exclusiveKeys"
  >,
): ActionResource {
  const { inputs, outputs, progress, mail, limits = [] } = definition;
  return erased({
    ...definition,
    kind: "action",
    limits: mail ? [mailLimit, ...limits] : limits,
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

import { z } from "zod";
import type { Resource } from "../definition/resource";
import { holdsUnknown } from "../definition/unknowns";
import type { Values } from "../definition/values";
import { invalid } from "../settings/errors";
import { withAdvice } from "../wire/adviceText";
import { PlatformError, sentence } from "../wire/errors";
import type { ErrorCode } from "../wire/errors";
import { hideSecrets } from "./hiding";
import { appendLine } from "./lineFile";
import { nounOf } from "./messageParts";
import type { Counted } from "./notices";
import type { Failure } from "./diagnostics";
import type { RunMemory } from "../journal/runMemory";

/** A line of the file that `PLATFORM_COLLECT` names: a change that a preview shows and `up` cannot make. */
export const Impossible = z.object({
  kind: z.literal("impossible"),
  /** The resource as programs call it: `ReportSchedule`. */
  type: z.string(),
  /** Only the plugin is told the URN. */
  urn: z.string().optional(),
  /** The dynamic resources have it as their input `__identity`. */
  identity: z.string().optional(),
  /** The object as messages call it: `report schedule "Weekly"`. */
  object: z.string(),
  /** Property path; empty where no single property is meant. */
  property: z.string(),
  /** Why, and what people can do instead. */
  reason: z.string(),
  /** One of the codes in `docs/reference/errors.md`. */
  code: z.string(),
});
export type Impossible = z.infer<typeof Impossible>;

/** What a check or a diff is about. */
interface Subject {
  resource: Resource;
  urn?: string;
  identity?: string;
  old?: Values;
  state?: Values;
  inputs: Values;
}

const variable = "PLATFORM_COLLECT";

/** The codes of what is no mistake in the inputs: people decide what to do instead. */
const collectedCodes: readonly ErrorCode[] = ["impossible", "another_instance", "duplicate_exists"];

/** Writes down what is impossible where a tool asks for it: its preview goes on where others stop. */
export class ImpossibleChangeLog {
  readonly file: string;
  readonly isAsked: boolean;
  readonly #met = new Set<string>();
  #isOpen = false;
  #hasFailed = false;

  constructor(
    { [variable]: file = "" }: NodeJS.ProcessEnv,
    readonly addressed: (text: string) => string,
    readonly memory?: RunMemory,
  ) {
    this.file = file;
    this.isAsked = file !== "";
  }

  /** Makes the file, so that one without lines says that nothing is impossible. */
  open(): void {
    if (this.isAsked && !this.#isOpen) this.#append();
    this.#isOpen = true;
  }

  /** What remains of these failures after those that people can decide, which are written down once. */
  take(subject: Subject, failures: readonly Failure[], warning?: Counted): readonly Failure[] {
    if (!this.isAsked) return failures;
    const isTaken = ({ code }: Failure) => collectedCodes.includes(code);
    for (const failure of [...failures, ...announcedBy(warning)].filter(isTaken)) {
      this.#add(subject, failure);
    }
    return failures.filter((failure) => !isTaken(failure));
  }

  #add({ resource, urn, identity, ...values }: Subject, failure: Failure): void {
    const { property, code } = failure;
    const object = hideSecrets(objectOf(resource, values.old ?? values.state ?? values.inputs));
    const key = JSON.stringify([resource.name, urn ?? identity ?? object, property, code]);
    if (this.#met.has(key)) return;
    this.#met.add(key);
    // The update of an `up` checks what its preview has checked.
    if (this.memory?.note([variable, this.file, key]) === false) return;
    const reason = this.addressed(hideSecrets(withAdvice(failure.reason, failure.advice)));
    const line: Impossible = {
      ...{ kind: "impossible", type: resource.name, urn, identity, object },
      ...{ property, reason, code },
    };
    this.#append(line);
  }

  #append(line?: Impossible): void {
    if (this.#hasFailed) return;
    try {
      appendLine(this.file, line);
    } catch (error) {
      // The first failure fails the run.
      this.#hasFailed = true;
      throw invalid([
        `${variable} must be the absolute path of a file that can be written: ${(error as Error).message}`,
      ]);
    }
  }

  /** Nothing is written to the instance meanwhile. */
  refuse(verb: "create" | "update" | "delete", resource: Resource, values: Values): void {
    if (!this.isAsked) return;
    throw new PlatformError({
      code: "collecting",
      operation: `${verb} ${objectOf(resource, values)}`,
      detail: `${variable} is set, which is for previews only, so no call was made`,
      advice: [{ steps: [{ variable }, { again: "command" }] }],
    });
  }
}

/** Values that are not known yet have no label. */
const objectOf = (resource: Resource, values: Values): string =>
  holdsUnknown(values) ? resource.noun : nounOf(resource, values);

/** The failure that a warning announces. */
const announcedBy = (warning: Counted | undefined): Failure[] =>
  warning?.code === undefined ? [] : [{ property: "", reason: warning.first, code: warning.code }];

/** An error that an update would end with, as a failure. */
export const failureFrom = (
  { reason, note, code, advice }: PlatformError,
  property = "",
): Failure => ({
  property,
  reason: note === undefined ? reason : `${sentence(reason)} ${note}`,
  code,
  advice,
});

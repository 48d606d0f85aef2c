import { z } from "zod";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { invalid } from "../settings/errors";
import { adviceParts, sentence, withAdvice } from "../messages/adviceText";
import { PlatformError } from "../messages/errors";
import type { ErrorCode } from "../messages/errors";
import { hideSecrets } from "./redaction";
import { appendLine } from "./lineFile";
import { nounOf } from "./messages/messageParts";
import type { Notice } from "./notices";
import type { Failure } from "./diagnostics";
import type { RunMemory } from "../process/runMemory";

/** A line of the file that `PLATFORM_COLLECT` names: a change that a preview shows and `up` cannot make. */
export const Impossible = z.object({
  kind: z.literal("impossible"),
  /** The resource as programs call it: `ReportSchedule`. */
  type: z.string(),
  /** Only the plugin gets the URN. */
  urn: z.string().optional(),
  /** The dynamic resources have it as their input `__identity`. */
  identity: z.string().optional(),
  /** The object as messages call it: `report schedule "Weekly"`. */
  object: z.string(),
  /** Property path; empty if the line is not about a single property. */
  property: z.string(),
  /** Why, and what people can do instead if there is nothing to choose. */
  reason: z.string(),
  /** What people can do instead, if they must choose. */
  options: z.array(z.string()).optional(),
  /** One of the codes in `docs/reference/errors.md`. */
  code: z.string(),
});
export type Impossible = z.infer<typeof Impossible>;

/** The resource of a check or a diff. */
interface Asked {
  resource: Resource;
  urn?: string;
  identity?: string;
  old?: Values;
  state?: Values;
  inputs: Values;
}

const variable = "PLATFORM_COLLECT";

/** The codes of failures without a mistake in the inputs. People decide what to do about these. */
const collectedCodes: readonly ErrorCode[] = ["impossible", "another_instance", "duplicate_exists"];

/** Writes impossible changes to a file if a tool asks for it. Its preview then continues after them. */
export class ImpossibleChangeLog {
  readonly file: string;
  readonly isEnabled: boolean;
  readonly #met = new Set<string>();
  #isOpen = false;
  #hasFailed = false;

  constructor(
    { [variable]: file = "" }: NodeJS.ProcessEnv,
    readonly memory?: RunMemory,
  ) {
    this.file = file;
    this.isEnabled = file !== "";
  }

  /** Creates the file. An empty file says that nothing is impossible. */
  open(): void {
    if (this.isEnabled && !this.#isOpen) this.#append();
    this.#isOpen = true;
  }

  /** Writes each failure that people can decide about once, and returns the other failures. */
  collect(asked: Asked, failures: readonly Failure[], warning?: Notice): readonly Failure[] {
    if (!this.isEnabled) return failures;
    const isCollected = ({ code }: Failure) => collectedCodes.includes(code);
    for (const failure of [...failures, ...announcedBy(warning)].filter(isCollected)) {
      this.#add(asked, failure);
    }
    return failures.filter((failure) => !isCollected(failure));
  }

  /** Throws the error of a later step, unless a tool collects it. */
  collectOrThrow(asked: Asked, error: PlatformError, property = ""): void {
    if (this.collect(asked, [failureFrom(error, property)]).length > 0) throw error;
  }

  #add({ resource, urn, identity, ...values }: Asked, failure: Failure): void {
    const { property, code } = failure;
    const object = hideSecrets(nounOf(resource, values.old ?? values.state ?? values.inputs));
    const key = JSON.stringify([resource.name, urn ?? identity ?? object, property, code]);
    if (this.#met.has(key)) return;
    this.#met.add(key);
    // The update of a `pulumi up` repeats the checks of its preview.
    if (this.memory?.note([variable, this.file, key]) === false) return;
    const advice = failure.isAdviceInText === true ? [] : (failure.advice ?? []);
    const { options } = adviceParts(advice);
    const reason = withAdvice(failure.reason, options.length > 0 ? [] : advice);
    const line: Impossible = {
      ...{ kind: "impossible", type: resource.name, urn, identity, object },
      ...{ property, reason: hideSecrets(reason), code },
      ...(options.length > 0 && { options: options.map(hideSecrets) }),
    };
    this.#append(line);
  }

  #append(line?: Impossible): void {
    if (this.#hasFailed) return;
    try {
      appendLine(this.file, line);
    } catch (error) {
      // The first failure ends the run.
      this.#hasFailed = true;
      throw invalid([
        `${variable} must be the absolute path of a file that can be written: ${(error as Error).message}`,
      ]);
    }
  }

  /** Fails every write to the instance while a tool collects impossible changes. */
  refuse(verb: "create" | "update" | "delete", resource: Resource, values: Values): void {
    if (!this.isEnabled) return;
    throw new PlatformError({
      code: "collecting",
      operation: `${verb} ${nounOf(resource, values)}`,
      detail: `${variable} is set, which is for previews only, so no call was made`,
      advice: [{ steps: [{ variable }, { again: "command" }] }],
    });
  }
}

const announcedBy = (warning: Notice | undefined): Failure[] =>
  warning?.code === undefined ? [] : [{ property: "", reason: warning.first, code: warning.code }];

/** The error of a later update, as a failure. */
export const failureFrom = (
  { reason, note, code, advice }: PlatformError,
  property = "",
): Failure => ({
  property,
  reason: note === undefined ? reason : `${sentence(reason)} ${note}`,
  code,
  advice,
});

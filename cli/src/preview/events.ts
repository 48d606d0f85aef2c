/** The lines that the engine prints with `PULUMI_ENABLE_STREAMING_JSON_PREVIEW`, as far as they are used here. */

/** A resource in a step. */
export interface StepState {
  urn: string;
  type: string;
  custom?: boolean;
  id?: string;
  retainOnDelete?: boolean;
  inputs?: unknown;
  outputs?: unknown;
  parent?: string;
  /** The URN and the id of its provider. */
  provider?: string;
}

export interface Step {
  op: string;
  urn: string;
  type: string;
  old?: StepState | null;
  new?: StepState | null;
  /** The paths that differ. Dynamic resources have none. */
  detailedDiff?: Record<string, unknown> | null;
}

interface EngineEvent {
  preludeEvent?: { config?: Record<string, string> };
  resourcePreEvent?: { metadata: Step };
  resOutputsEvent?: { metadata: Step };
  diagnosticEvent?: { urn?: string; message: string; severity: string };
  policyEvent?: { message: string; policyName: string; enforcementLevel: string };
  summaryEvent?: object;
}

/** Collects the events of a preview. */
export class EngineReport {
  /** The configuration of the stack. Secrets in it are blinded. */
  config: Record<string, string> = {};
  /** The results of refreshes, by URN. */
  readonly refreshed = new Map<string, Step>();
  /** The steps of the engine, in its order. */
  readonly steps: Step[] = [];
  readonly errors: string[] = [];
  readonly warnings: string[] = [];
  /** Lines that are not events, from an engine that failed early. */
  readonly other: string[] = [];
  /** Whether the engine came to the end of the preview. */
  isEnded = false;

  /** Takes a line that the engine printed. */
  add(line: string): void {
    if (line === "") return;
    const event = eventIn(line);
    if (event === undefined) {
      this.other.push(line);
      return;
    }
    const { preludeEvent, resourcePreEvent, resOutputsEvent, diagnosticEvent, policyEvent } = event;
    if (preludeEvent !== undefined) this.config = preludeEvent.config ?? {};
    // The result of a refresh is complete only at its end.
    if (resOutputsEvent?.metadata.op === "refresh") {
      this.refreshed.set(resOutputsEvent.metadata.urn, resOutputsEvent.metadata);
    }
    if (resourcePreEvent !== undefined && resourcePreEvent.metadata.op !== "refresh") {
      this.steps.push(resourcePreEvent.metadata);
    }
    if (diagnosticEvent !== undefined) {
      const text = withoutStack(diagnosticEvent.message);
      if (diagnosticEvent.severity === "error") this.errors.push(text);
      if (diagnosticEvent.severity === "warning") this.warnings.push(text);
    }
    if (policyEvent !== undefined) {
      const { policyName, message, enforcementLevel } = policyEvent;
      const told = enforcementLevel === "mandatory" ? this.errors : this.warnings;
      told.push(`Policy ${policyName}: ${message.trim()}`);
    }
    if (event.summaryEvent !== undefined) this.isEnded = true;
  }
}

function eventIn(line: string): EngineEvent | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line) as EngineEvent;
  } catch {
    return undefined;
  }
}

/** A message without the stack trace of a program's exception, because it names folders of the machine. */
const withoutStack = (message: string): string =>
  message
    .split("\n")
    .filter((line) => !/^\s+at .*[(:/]/.test(line))
    .join("\n")
    .trim();

import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation/index.js";

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

/** A step of the engine. Dynamic resources have no `detailedDiff`. */
export interface Step extends Pick<StepEventMetadata, "urn" | "type"> {
  op: string;
  detailedDiff?: StepEventMetadata["detailedDiff"] | null;
  old?: StepState | null;
  new?: StepState | null;
}

/** The events of a preview, as far as commands use them. */
export class EngineReport {
  /** The configuration of the stack. Secrets in it are blinded. */
  config: Record<string, string> = {};
  /** The results of refreshes, by URN. */
  readonly refreshed = new Map<string, Step>();
  /** The steps of the engine, in its order. */
  readonly steps: Step[] = [];
  readonly errors: string[] = [];
  readonly warnings: string[] = [];
  /** Whether the engine told its events up to the end of the preview. */
  isEnded = false;

  /** Takes an event of the engine. */
  add(event: EngineEvent): void {
    const { preludeEvent, resourcePreEvent, resOutputsEvent, diagnosticEvent, policyEvent } = event;
    if (event.summaryEvent !== undefined) this.isEnded = true;
    if (preludeEvent !== undefined) this.config = preludeEvent.config;
    // The result of a refresh is complete only at its end.
    if (resOutputsEvent?.metadata.op === "refresh") {
      this.refreshed.set(resOutputsEvent.metadata.urn, resOutputsEvent.metadata);
    }
    if (resourcePreEvent !== undefined && resourcePreEvent.metadata.op !== "refresh") {
      this.steps.push(resourcePreEvent.metadata);
    }
    if (diagnosticEvent !== undefined) {
      const text = plainText(diagnosticEvent.message);
      if (diagnosticEvent.severity === "error") this.errors.push(text);
      if (diagnosticEvent.severity === "warning") this.warnings.push(text);
    }
    if (policyEvent !== undefined) {
      const { policyName, message, enforcementLevel } = policyEvent;
      const told = enforcementLevel === "mandatory" ? this.errors : this.warnings;
      told.push(`Policy ${policyName}: ${plainText(message)}`);
    }
  }
}

/** A message without marks of colors, and without the stack trace of an exception, which names folders of the machine. */
const plainText = (message: string): string =>
  message
    .replace(/<\{%.*?%\}>/g, "")
    .split("\n")
    .filter((line) => !/^\s+at .*[(:/]/.test(line))
    .join("\n")
    .trim();

import { hasCode, hintOf, sentence } from "pulumi-platform-provider/contract";
import type { PlatformError } from "pulumi-platform-provider/contract";

/** Something that a person should change. */
export interface Finding {
  what: string;
  why: string;
  /** The action, as a command if there is one. */
  run: string;
}

/** One group of checks, and their results. */
export class Checks {
  readonly facts: { check: string; said: string }[] = [];
  readonly findings: Finding[] = [];
  /** The checks that failed, and why. */
  readonly notChecked: string[] = [];

  constructor(readonly name: string) {}

  fact(check: string, said: string): void {
    this.facts.push({ check, said });
  }

  find(what: string, why: string, run: string): void {
    this.findings.push({ what: sentence(what), why: sentence(why), run });
  }

  /** A failure of the provider already says what to do. */
  findError(error: PlatformError, why: string): void {
    this.find(error.reason, why, hintOf(error) ?? "Run the command again.");
  }

  cannotSee(what: string): void {
    this.notChecked.push(sentence(what));
  }
}

/** The text of an error for one line. */
export const saidBy = (error: unknown): string => {
  if (hasCode(error, "not_offered") && error.cause !== undefined) return error.detail;
  return error instanceof Error ? error.message : String(error);
};

import assert from "node:assert/strict";

/** Counts what was tried, and prints a line for each step. */
export class Steps {
  passed = 0;
  failed = 0;

  constructor(private readonly print: (line: string) => void) {}

  /** Runs a scenario: its steps build on each other, so the first failure ends it. */
  async scenario(name: string, run: (step: Step) => Promise<void>): Promise<void> {
    this.print(`\n${name}`);
    const step: Step = async (title, check) => {
      const start = Date.now();
      const result = await check().catch((error: unknown) => {
        this.failed++;
        this.print(`  FAILED ${title} (${seconds(start)})`);
        throw new FailedStep(error);
      });
      this.passed++;
      this.print(`  passed ${title} (${seconds(start)})`);
      return result;
    };
    try {
      await run(step);
    } catch (error) {
      if (!(error instanceof FailedStep)) this.failed++;
      const { stack, message } = (error instanceof FailedStep ? error.cause : error) as Error;
      this.print(indented(stack ?? message));
    }
  }
}

export type Step = <Result>(title: string, check: () => Promise<Result>) => Promise<Result>;

class FailedStep extends Error {
  constructor(cause: unknown) {
    super("A step failed.", { cause });
  }
}

const seconds = (start: number): string => `${((Date.now() - start) / 1000).toFixed(1)} s`;

const indented = (text: string): string => text.replace(/^/gm, "    ");

/** Fails unless a text has each of these parts, in any order. */
export function includes(text: string, ...parts: readonly (string | RegExp)[]): void {
  for (const part of parts) {
    const isThere = typeof part === "string" ? text.includes(part) : part.test(text);
    assert.ok(isThere, `There is no ${String(part)} in:\n${text.slice(-6000)}`);
  }
}

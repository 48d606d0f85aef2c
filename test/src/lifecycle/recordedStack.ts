import assert from "node:assert/strict";
import type { Simulator } from "pulumi-platform-simulator";
import type { Declared, Told } from "../engine/stacks/pulumiStack";
import { InProcessStack } from "../harness/inProcessStack";
import { entries } from "../harness/sessions/session";
import type { Entry } from "../harness/sessions/session";
import { inhabited } from "./environment";
import { record } from "./recorder";
import type { Recorded, Recorder } from "./recorder";
import type { Operations } from "./tables/row";
import { elsewhere, main } from "./tables/subjects";

export const apply = ["--yes", "--skip-preview", "--parallel", "1"];

/** A stack on two instances, whose requests are recorded in one log. */
export class RecordedStack {
  private constructor(
    readonly stack: InProcessStack,
    readonly platforms: readonly Simulator[],
    readonly recorders: readonly Recorder[],
    readonly log: Recorded[],
  ) {}

  static async open(entry: Entry, operations: Operations): Promise<RecordedStack> {
    const platforms = [await inhabited(), await inhabited()] as const;
    const log: Recorded[] = [];
    const [here, there] = [
      await record(main, platforms[0], log),
      await record(elsewhere, platforms[1], log),
    ];
    const accessTo = (recorder: Recorder, { token, workflowToken }: Simulator) => ({
      baseUrl: recorder.url,
      token,
      apiUrl: `${recorder.url}/workflow-api`,
      accessToken: workflowToken,
    });
    const access = accessTo(here, platforms[0]);
    const stack = new InProcessStack(entry, {
      PLATFORM_BASE_URL: access.baseUrl,
      PLATFORM_TOKEN: access.token,
      PLATFORM_API_URL: access.apiUrl,
      PLATFORM_ACCESS_TOKEN: access.accessToken,
      PLATFORM_OPERATIONS: operations,
    });
    const instances = { [elsewhere]: { ...accessTo(there, platforms[1]), operations } };
    if (entry === "plugin") stack.provide(instances);
    else await stack.ok("config", "set", "platform:instances", JSON.stringify(instances));
    return new RecordedStack(stack, platforms, [here, there], log);
  }

  /** Names an instance as the entry point does: with an argument, or with a provider of the program. */
  on(instance: string, one: Declared): Declared {
    return this.stack.entry === "dynamic"
      ? { ...one, args: { ...one.args, instance } }
      : { ...one, opts: { provider: instance } };
  }

  up(...resources: Declared[]): Promise<Told> {
    this.stack.declare(resources);
    return this.stack.told("up", ...apply);
  }

  /** The writes in their order, as `place: method url`. */
  get writes(): string[] {
    return this.log
      .filter(({ method }) => method !== "GET")
      .map(({ place, method, url }) => `${place}: ${method} ${url}`);
  }

  async close(): Promise<void> {
    this.stack.remove();
    for (const one of [...this.recorders, ...this.platforms]) await one.close();
  }
}

/** Does the same through both, and gives what each made of it. */
export async function through<Result>(
  operations: Operations,
  work: (recorded: RecordedStack) => Promise<Result>,
): Promise<Record<Entry, Result>> {
  const results: Partial<Record<Entry, Result>> = {};
  for (const entry of entries) {
    const recorded = await RecordedStack.open(entry, operations);
    try {
      results[entry] = await work(recorded);
    } finally {
      await recorded.close();
    }
  }
  return results as Record<Entry, Result>;
}

export const assertWell = ({ code, text }: Told) => assert.equal(code, 0, text);

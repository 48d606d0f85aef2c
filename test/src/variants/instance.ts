import { join } from "node:path";
import type { Simulator, State } from "pulumi-platform-simulator";
import { InProcessStack } from "../harness/inProcessStack";
import type { Entry } from "../harness/sessions/session";
import { keepMessages } from "../faults/dying/recovery";
import { inhabited } from "../lifecycle/environment";
import type { Operations } from "../lifecycle/tables/row";

/** Short, since every lost answer is waited for. */
const writeDeadlineSeconds = 3;
/** More than the instance ever needs, and less than a slow text. */
const readDeadlineSeconds = 1.5;

/** An instance that has a variant, which one act after the other meets with a stack of its own. */
export class VariantedInstance {
  readonly #new: State;

  private constructor(readonly platform: Simulator) {
    this.#new = structuredClone(platform.state);
  }

  static async open(): Promise<VariantedInstance> {
    return new VariantedInstance(await inhabited());
  }

  /** A new stack, and the instance as it was at first. */
  async begin(entry: Entry, operations: Operations): Promise<InProcessStack> {
    const { platform } = this;
    platform.reset();
    Object.assign(platform.state, structuredClone(this.#new));
    const stack = new InProcessStack(entry);
    const settings = {
      baseUrl: platform.url,
      token: platform.token,
      apiUrl: `${platform.url}/workflow-api`,
      accessToken: platform.workflowToken,
      operations,
      readDeadlineSeconds: String(readDeadlineSeconds),
      writeDeadlineSeconds: String(writeDeadlineSeconds),
    };
    keepMessages(stack, join(stack.home, "messages"));
    for (const [name, value] of Object.entries(settings)) {
      await stack.ok("config", "set", `platform:${name}`, value);
    }
    return stack;
  }

  close(): Promise<void> {
    return this.platform.close();
  }
}

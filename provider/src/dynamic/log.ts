import { log } from "@pulumi/pulumi";
import * as runtimeState from "@pulumi/pulumi/runtime/state";

/**
 * Shows a warning in the engine's own output. The host of dynamic providers is given the address of the
 * engine as its argument, but does not tell it to the runtime that `log` uses.
 */
export async function warn(message: string): Promise<void> {
  toEngine();
  await log.warn(message);
}

/** Shows a line in the engine's own output. */
export async function inform(message: string): Promise<void> {
  toEngine();
  await log.info(message);
}

function toEngine(): void {
  const address = process.argv[2];
  if (address !== undefined && /^[\w.[\]:]+:\d+$/.test(address)) {
    const { getStore } = runtimeState as unknown as {
      getStore: () => { settings: { options: { engineAddr?: string } } };
    };
    getStore().settings.options.engineAddr ??= address;
  }
}

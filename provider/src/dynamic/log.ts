import * as log from "@pulumi/pulumi/log";
import * as runtimeState from "@pulumi/pulumi/runtime/state";
import type { Told } from "../lifecycle/results";

/** Shows what a verb tells. The host of dynamic providers does not say which resource the verb is about. */
export async function tell({ warnings, notices, instance }: Told): Promise<void> {
  connect();
  // `log` keeps the order: lines of one result stay together.
  await Promise.all([
    ...(instance === undefined ? [] : [inform(instance)]),
    ...warnings.map((line) => log.warn(line)),
    ...notices.map(inform),
  ]);
}

/** Shows a line in the engine's own output. */
export async function inform(message: string): Promise<void> {
  connect();
  await log.info(message);
}

/**
 * The host of dynamic providers is given the address of the engine as its argument, but does not tell it to the
 * runtime that `log` uses.
 */
function connect(): void {
  const address = process.argv[2];
  if (address !== undefined && /^[\w.[\]:]+:\d+$/.test(address)) {
    const { getStore } = runtimeState as unknown as {
      getStore: () => { settings: { options: { engineAddr?: string } } };
    };
    getStore().settings.options.engineAddr ??= address;
  }
}

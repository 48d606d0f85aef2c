import * as log from "@pulumi/pulumi/log";
import * as runtimeState from "@pulumi/pulumi/runtime/state";
import { engineAddress } from "../process/processes";
import { MessageFile } from "../report/messageFile";
import type { MessageSubject } from "../report/messageFile";
import type { Diagnostics } from "../report/diagnostics";

/** The messages of this process, for tools. */
export const messageFile = new MessageFile();

/** Shows the diagnostics of a verb. The host of dynamic providers does not say which resource the verb is about. */
export async function tell(subject: MessageSubject, diagnostics: Diagnostics): Promise<void> {
  const { warnings, notices, instanceLine } = diagnostics;
  messageFile.diagnostics(subject, diagnostics);
  connect();
  // `log` keeps the order: lines of one result stay together.
  await Promise.all([
    ...(instanceLine === undefined ? [] : [inform(instanceLine)]),
    ...warnings.map((line) => log.warn(line)),
    ...notices.map(inform),
  ]);
}

const inform = (line: string): Promise<void> => log.info(line);

/**
 * The host of dynamic providers gets the address of the engine as its argument, but does not pass it to the runtime of
 * `log`.
 */
function connect(): void {
  const address = process.argv[2];
  if (address !== undefined && engineAddress.test(address)) {
    const { getStore } = runtimeState as unknown as {
      getStore: () => { settings: { options: { engineAddr?: string } } };
    };
    getStore().settings.options.engineAddr ??= address;
  }
}

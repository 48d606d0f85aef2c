import { DynamicSession } from "../harness/dynamicSession";
import { PluginSession } from "../harness/pluginSession";
import type { StateResource } from "../engine/pulumiStack";
import type { Entry } from "../harness/session";
import { EngineProcess } from "../harness/virtual/engineProcess";
import { Machine } from "../harness/virtual/machine";
import { VirtualProcess } from "../harness/virtual/virtualProcess";
import type { Values } from "./row";
import type { Subject } from "./subjects";

const machine = new Machine();

/** The properties that a change of one resource is refused for. */
export async function refusedProperties(
  entry: Entry,
  config: Values,
  { row, name }: Subject,
  held: Partial<StateResource>,
  news: Values,
): Promise<string[]> {
  // What is said by the way is lost.
  const engine = new EngineProcess(machine, () => undefined);
  const process = new VirtualProcess(engine, {});
  const type = `platform:index:${row.resource}`;
  const subject = { urn: `urn:pulumi:test::program::${type}::${name}`, type, name };
  const { inputs = {} } = held;
  try {
    if (entry === "dynamic") {
      const settings = Object.entries(config).map(([key, value]) => [
        `platform:${key}`,
        typeof value === "string" ? value : JSON.stringify(value),
      ]);
      const session = new DynamicSession(process, Object.fromEntries(settings) as Values);
      const hidden = Object.entries(inputs).filter(([key]) => key.startsWith("__"));
      const given = { ...Object.fromEntries(hidden), __identity: inputs.__identity, ...news };
      return properties(await session.check(subject, inputs, given));
    }
    const session = new PluginSession(process);
    const args = { ...config, instances: undefined };
    const urn = "urn:pulumi:test::program::pulumi:providers:platform::main";
    await session.configure(urn, "main", args);
    return properties(await session.check(subject, inputs, { ...news, instance: undefined }));
  } finally {
    process.exit();
    engine.end();
  }
}

/** A reason begins with the property, or with why it is refused. */
const named =
  /^(?:platform:mail changes \S+\. )?(?:This change is not possible with the documented API: (?:the )?)?([\w.]+)/;

const properties = ({ failures }: { failures: { reason: string }[] }) =>
  failures.map(({ reason }) => named.exec(reason)?.[1] ?? reason);

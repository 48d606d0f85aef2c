import { DynamicSession } from "../harness/dynamicSession";
import { inEnvironment } from "../harness/environment";
import { PluginSession } from "../harness/pluginSession";
import type { StateResource } from "../engine/pulumiStack";
import type { Entry } from "../harness/session";
import type { Values } from "./row";
import type { Subject } from "./subjects";

/** Nobody listens there: what is said by the way is lost. */
const nobody = "127.0.0.1:9";

/** The properties that a change of one resource is refused for. */
export function refusedProperties(
  entry: Entry,
  config: Values,
  { row, name }: Subject,
  held: Partial<StateResource>,
  news: Values,
): Promise<string[]> {
  return inEnvironment({}, async () => {
    const type = `platform:index:${row.resource}`;
    const subject = { urn: `urn:pulumi:test::program::${type}::${name}`, type, name };
    const { inputs = {} } = held;
    if (entry === "dynamic") {
      const settings = Object.entries(config).map(([key, value]) => [
        `platform:${key}`,
        typeof value === "string" ? value : JSON.stringify(value),
      ]);
      const session = new DynamicSession(Object.fromEntries(settings) as Values, nobody);
      const hidden = Object.entries(inputs).filter(([key]) => key.startsWith("__"));
      const given = { ...Object.fromEntries(hidden), __identity: inputs.__identity, ...news };
      return properties(await session.check(subject, inputs, given));
    }
    const session = new PluginSession(nobody);
    const args = { ...config, instances: undefined };
    session.configure("urn:pulumi:test::program::pulumi:providers:platform::main", "main", args);
    return properties(await session.check(subject, inputs, { ...news, instance: undefined }));
  });
}

/** A reason begins with the property, or with why it is refused. */
const named =
  /^(?:platform:mail changes \S+\. )?(?:This change is not possible with the documented API: (?:the )?)?([\w.]+)/;

const properties = ({ failures }: { failures: { reason: string }[] }) =>
  failures.map(({ reason }) => named.exec(reason)?.[1] ?? reason);

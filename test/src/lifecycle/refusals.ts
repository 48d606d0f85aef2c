import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messagesOf } from "../faults/dying/recovery";
import { DynamicSession } from "../harness/sessions/dynamicSession";
import { PluginSession } from "../harness/sessions/pluginSession";
import type { StateResource } from "../engine/stacks/pulumiStack";
import type { Entry } from "../harness/sessions/session";
import { EngineProcess } from "../harness/virtual/engineProcess";
import { Machine } from "../harness/virtual/machine";
import { VirtualProcess } from "../harness/virtual/virtualProcess";
import type { Values } from "./tables/row";
import type { Subject } from "./tables/subjects";

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
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-refusals-"));
  const env = { PLATFORM_MESSAGES: join(folder, "messages") };
  const process = new VirtualProcess(engine, env);
  const type = `platform:index:${row.resource}`;
  const subject = { urn: `urn:pulumi:test::program::${type}::${name}`, type, name };
  const { inputs = {} } = held;
  try {
    if (entry === "dynamic") {
      const settings = Object.entries(config).map(([key, value]) => [
        `platform:${key}`,
        typeof value === "string" ? value : JSON.stringify(value),
      ]);
      const session = new DynamicSession(process);
      await session.configure(undefined, Object.fromEntries(settings) as Values);
      const hidden = Object.entries(inputs).filter(([key]) => key.startsWith("__"));
      const given = { ...Object.fromEntries(hidden), __identity: inputs.__identity, ...news };
      await session.check(subject, inputs, given);
      return propertiesIn(env);
    }
    const session = new PluginSession(process);
    const args = { ...config, instances: undefined };
    const self = { urn: "urn:pulumi:test::program::pulumi:providers:platform::main", name: "main" };
    const checked = await session.checkConfig(self, undefined, args);
    await session.configure(self, checked.inputs);
    await session.check(subject, inputs, { ...news, instance: undefined });
    return propertiesIn(env);
  } finally {
    process.exit();
    engine.end();
    rmSync(folder, { recursive: true });
  }
}

/** The properties of the failures that were written down. */
const propertiesIn = (env: { PLATFORM_MESSAGES: string }) =>
  messagesOf({ env }).flatMap(({ kind, property = "" }) => (kind === "failure" ? [property] : []));

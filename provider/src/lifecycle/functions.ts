import { functions } from "../catalog";
import type { Values } from "../definition/values";
import { doubtsOf, problemsOf } from "./problems";
import { readSettings } from "../settings/index";
import type { Api } from "../wire/access";
import type { Client } from "../wire/client";
import { PlatformError } from "../wire/errors";
import { Instance } from "../platform/instance";

/** Connections are kept for the life of the process, by the settings that they were made with. */
const connections = new Map<string, Map<Api, Client>>();

/** Runs a function of the catalog in this process. `config` answers a setting without its `platform:`. */
export async function runFunction(
  name: string,
  args: Values,
  config: (setting: string) => unknown,
  say: (line: string) => void = () => undefined,
): Promise<Values> {
  const { instance, ...rest } = args;
  const definition = functions.find((candidate) => candidate.name === name);
  if (definition === undefined) throw new TypeError(`${name} is no function of this package`);
  const problems =
    typeof instance === "string" || instance === undefined
      ? []
      : [{ property: "instance", reason: "must be a name from platform:instances" }];
  problems.push(...problemsOf(definition.args, rest));
  if (problems.length > 0) {
    throw new PlatformError({
      code: "invalid_input",
      operation: `call ${name}`,
      detail: problems.map(({ property, reason }) => `${property} ${reason}`.trim()).join("; "),
    });
  }
  const settings = readSettings(config, process.env, instance as string | undefined);
  for (const doubt of doubtsOf(definition.args, rest)) say(`${name}: ${doubt}.`);
  const key = JSON.stringify(settings);
  const clients = connections.get(key) ?? new Map<Api, Client>();
  connections.set(key, clients);
  return definition.run(new Instance(settings, say, clients), rest);
}

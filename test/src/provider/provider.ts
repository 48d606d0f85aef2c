import assert from "node:assert/strict";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { dynamic } from "@pulumi/pulumi";
import type { Simulator } from "pulumi-platform-simulator";
import { runFunction } from "../../../provider/dist/dynamic/functions";
import { verbsOf } from "../../../provider/dist/definition/object";
import type { Resource } from "../../../provider/dist/definition/resource";
import { endJournals } from "../../../provider/dist/journal/stackJournal";
import { Lifecycle } from "../../../provider/dist/lifecycle/lifecycle";
import type { LifecycleOptions } from "../../../provider/dist/lifecycle/lifecycle";
import type { CheckResult, DiffResult } from "../../../provider/dist/lifecycle/results";
import type { Operations } from "../../../provider/dist/platform/operations";
import { readSettings } from "../../../provider/dist/settings";
import type { Settings } from "../../../provider/dist/settings";
import type { ResourceName } from "../engine/stacks/pulumiStack";

type Providers = Record<ResourceName, dynamic.ResourceProvider>;
export type Config = Record<string, unknown>;

const load = createRequire(__filename);
const providersModule = "../../../provider/dist/dynamic/providers";

/** Answers the read that the first check makes, and fails on every other call. */
const rolesOnly = createServer((request, response) => {
  response.statusCode = request.url === "/api/authorization/v1/roles" ? 200 : 501;
  response.setHeader("content-type", "application/json").end("[]");
}).listen();
rolesOnly.unref();

/** Settings of an instance that can do nothing but accept the token. */
export const nowhere: Config = {
  baseUrl: `http://127.0.0.1:${(rolesOnly.address() as AddressInfo).port}`,
  token: "canary-token",
};

export const settingsOf = (config: Config): Settings =>
  readSettings({
    config: (name) => config[name] ?? (name === "visibilityDelaySeconds" ? 0 : undefined),
    environment: {},
  });

/** The provider of a new process, on an instance. */
export const lifecycleOn = (
  { url: baseUrl, token }: Pick<Simulator, "url" | "token">,
  config: Config = {},
  options?: LifecycleOptions,
) => new Lifecycle(settingsOf({ baseUrl, token, ...config }), options);

/** The provider of a new process, where the one before has ended. */
export function newProcess(...process: Parameters<typeof lifecycleOn>): Lifecycle {
  endJournals();
  return lifecycleOn(...process);
}

/** The provider of a new process that can call nothing. */
export const offline = (config: Config = {}) =>
  new Lifecycle(settingsOf({ ...nowhere, ...config }));

/** The operations in which a resource can be created. */
export const modesOf = (resource: Resource): Operations[] =>
  (["documented", "extended"] as const).filter(
    (mode) => resource.kind === "action" || verbsOf(resource, mode).create !== undefined,
  );

/** Lets nothing that the tests run in say anything of an instance. */
export function withoutEnvironment(): void {
  for (const name of Object.keys(process.env)) {
    if (/^PLATFORM_(BASE_URL|TOKEN|TOKEN_HEADER|API_URL|ACCESS_TOKEN|OPERATIONS)$/.test(name)) {
      Reflect.deleteProperty(process.env, name);
    }
  }
}

/** The dynamic providers as a new process has them, configured like a stack. */
export async function dynamicProviders(config: Config): Promise<Providers> {
  withoutEnvironment();
  Reflect.deleteProperty(load.cache, load.resolve(providersModule));
  const { dynamicProviders: fresh } = load(providersModule) as { dynamicProviders: Providers };
  const get = (name: string) => config[name.replace(/^platform:/, "")];
  for (const provider of Object.values(fresh)) {
    await provider.configure?.({ config: { get, require: get } } as never);
  }
  return fresh;
}

/** The failures of a check, without their codes. */
export const reasonsIn = ({ failures }: CheckResult) =>
  failures.map(({ property, reason }) => ({ property, reason }));

/** The property that a reason names first. */
export const propertyIn = (reason: string) =>
  /^(?:platform:mail changes \S+ )?(?:This change is not possible with the documented API: )?(?:Unknown property )?([^\s:]+)/
    .exec(reason)?.[1]
    ?.replace(/\.$/, "") ?? "";

/** The paths that differ. */
export const changedPaths = ({ differences }: DiffResult) => differences.map(({ path }) => path);

/** The paths that force a replacement. */
export const replacedPaths = ({ differences }: DiffResult) =>
  differences.filter(({ replaces }) => replaces).map(({ path }) => path);

/** What a function gives, in the process of a program with this configuration. */
export async function callFunction(
  name: string,
  args: Record<string, unknown>,
  config: (setting: string) => unknown,
  warn: (line: string) => void = () => undefined,
): Promise<Record<string, unknown>> {
  const { result, error, warnings } = await runFunction({ name, args, config });
  for (const warning of warnings) warn(warning);
  if (error !== undefined) throw error;
  assert.ok(result);
  return result;
}

/**
 * The inputs that only dynamic resources have. Their protocol passes neither the URN nor the secrets to a provider.
 * This module imports nothing, because the SDK loads it with every program.
 */

/**
 * The code that loads the provider of a dynamic resource. The states of users contain these keys, so they never
 * change.
 */
export const providerCodeKey = "__provider";

/** Identifies a dynamic resource, because its provider does not get the URN. */
export const identityKey = "__identity";

/** The argument of a dynamic resource that names one of `platform:instances`. Users write and see it. */
export const instanceKey = "instance";

/** Set if the program marked any input of a dynamic resource as secret. The provider does not get the paths. */
export const hasSecretsKey = "__hasSecrets";

/** The paths of the option `ignoreChanges`, which the protocol does not pass either. */
export const ignoredKey = "__ignoreChanges";

/** The keys that a dynamic resource stores as outputs, because a read and a delete get only outputs. */
const outputs: readonly string[] = [identityKey, instanceKey, hasSecretsKey];

const inputs: readonly string[] = [providerCodeKey, ignoredKey, ...outputs];

/** The paths of `ignoreChanges` without `*`, which would also keep these inputs as the state has them. */
export const withoutStar = (ignored: readonly string[], names: readonly string[]): string[] =>
  ignored.flatMap((path) => (path === "*" ? [...names, instanceKey] : [path]));

type Values = Readonly<Record<string, unknown>>;

const keep = (values: Values, isKept: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => isKept(key)));

/**
 * The values without these keys, for the lifecycle. The plugin finds the keys in states of dynamic resources that
 * moved to it.
 */
export const withoutDynamicInputs = (values: Values) =>
  keep(values, (key) => !inputs.includes(key));

/** The values of these keys among the inputs. */
export const dynamicInputsOf = (values: Values) => keep(values, (key) => inputs.includes(key));

/** The values of these keys that are stored as outputs. */
export const dynamicOutputsOf = (values: Values) => keep(values, (key) => outputs.includes(key));

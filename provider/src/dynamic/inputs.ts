/**
 * What only the dynamic resources have among their inputs: the protocol of their provider tells it neither the URN
 * nor what is secret. This module imports nothing: the SDK loads it with every program.
 */

/** The code that loads the provider of a dynamic resource. These texts are in the states of users for ever. */
export const providerCodeKey = "__provider";

/** Tells a dynamic resource from every other one, as its provider is not told the URN. */
export const identityKey = "__identity";

/** The argument of a dynamic resource that names one of `platform:instances`. Users write and see it. */
export const instanceKey = "instance";

/** Says that the program marked an input of a dynamic resource as secret: its provider is not told which. */
export const hasSecretsKey = "__hasSecrets";

const inputs: readonly string[] = [providerCodeKey, identityKey, instanceKey, hasSecretsKey];

/** What a dynamic resource keeps with its outputs, as a read and a delete are given nothing else. */
const outputs = inputs.filter((key) => key !== providerCodeKey);

type Values = Readonly<Record<string, unknown>>;

const keep = (values: Values, isKept: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => isKept(key)));

/** A state or inputs as the lifecycle knows them. The plugin finds these keys where a dynamic resource moved to it. */
export const withoutDynamicInputs = (values: Values) =>
  keep(values, (key) => !inputs.includes(key));

/** What a dynamic resource has as inputs in addition to those of the resource. */
export const dynamicInputsOf = (values: Values) => keep(values, (key) => inputs.includes(key));

/** What a dynamic resource keeps as outputs in addition to those of the resource. */
export const dynamicOutputsOf = (values: Values) => keep(values, (key) => outputs.includes(key));

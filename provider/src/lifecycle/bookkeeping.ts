/**
 * The keys that a state has in addition to the properties of its resource. Pulumi's display leaves out every key
 * that begins with two underscores. This module imports nothing: the SDK loads it with every program.
 */

/** The code that loads the provider of a dynamic resource. These texts are in the states of users for ever. */
export const providerCodeKey = "__provider";

/** Tells a dynamic resource from every other one, as its provider is not told the URN. */
export const identityKey = "__identity";

/** The argument of a dynamic resource that names one of `platform:instances`. Users write and see it. */
export const instanceKey = "instance";

/** Says that the program marked an input of a dynamic resource as secret: its provider is not told which. */
export const hasSecretsKey = "__hasSecrets";

/** The host of the instance that the object was made on: an id means nothing on another one. */
export const madeOnKey = "__madeOn";

/** The name of the explicit provider that wrote the object last; absent for the default provider. */
export const writtenByKey = "__writtenBy";

/** Says that the instance that the object was made on had no way to delete it. */
export const cannotDeleteKey = "__cannotDelete";

/**
 * Hashes of what the program declared before the instance was changed by hand, by property path: a read puts
 * the live values into the inputs, and the next check must not take them for a change of the program.
 */
export const declaredBeforeDriftKey = "__declaredBeforeDrift";

/** The paths of an imported object that the platform did not show: the first value of the program is believed. */
export const notShownKey = "__notShown";

/** The paths of an imported object that nobody has written since the import. */
export const notYetWrittenKey = "__notYetWritten";

/** What only the dynamic resources have among their inputs; the lifecycle sees none of it. */
const dynamicInputs: readonly string[] = [providerCodeKey, identityKey, instanceKey, hasSecretsKey];

/** What a dynamic resource keeps with its outputs, as a read and a delete are given nothing else. */
const dynamicOutputs = dynamicInputs.filter((key) => key !== providerCodeKey);

/** What a read leaves among the inputs, and a program never declares. */
const leftByReads: readonly string[] = [declaredBeforeDriftKey, notShownKey];

const all: readonly string[] = [
  ...dynamicInputs,
  ...leftByReads,
  madeOnKey,
  writtenByKey,
  cannotDeleteKey,
  notYetWrittenKey,
];

type Values = Readonly<Record<string, unknown>>;

const keep = (values: Values, isKept: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => isKept(key)));

/** Whether a key is none of the resource's own properties. */
export const isBookkeeping = (key: string) => all.includes(key);

/** A state or inputs as the lifecycle knows them: without what only dynamic resources have. */
export const withoutDynamicInputs = (values: Values) =>
  keep(values, (key) => !dynamicInputs.includes(key));

/** What a dynamic resource has as inputs in addition to those of the resource. */
export const dynamicInputsOf = (values: Values) =>
  keep(values, (key) => dynamicInputs.includes(key));

/** What a dynamic resource keeps as outputs in addition to those of the resource. */
export const dynamicOutputsOf = (values: Values) =>
  keep(values, (key) => dynamicOutputs.includes(key));

/** What the program declares. An import checks what its own read left: the mark of what was not shown stays. */
export const declaredOf = (values: Values) => keep(values, (key) => key !== declaredBeforeDriftKey);

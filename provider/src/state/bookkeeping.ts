/**
 * The keys that a state has in addition to the properties of its resource. Pulumi's display leaves out every key
 * that begins with two underscores.
 */

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

const all: readonly string[] = [
  madeOnKey,
  writtenByKey,
  cannotDeleteKey,
  declaredBeforeDriftKey,
  notShownKey,
  notYetWrittenKey,
];

/** Whether a key is none of the resource's own properties. */
export const isBookkeeping = (key: string) => all.includes(key);

/** What the program declares. An import checks what its own read left: the mark of what was not shown stays. */
export const declaredOf = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== declaredBeforeDriftKey));

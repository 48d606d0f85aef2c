/** The keys that a state has beside the properties. Pulumi shows no key that begins with two underscores. */

/** The host of the instance that the object was created on. An id means nothing on another instance. */
export const madeOnKey = "__madeOn";

/** The name of the explicit provider that last wrote the object; absent for the default provider. */
export const writtenByKey = "__writtenBy";

/** Marks an object whose instance had no call to delete it. */
export const cannotDeleteKey = "__cannotDelete";

/**
 * Hashes of the values that the program declared before a manual change, by property path. A read writes the live
 * values into the inputs. The next check must not take them for a change of the program.
 */
export const declaredBeforeDriftKey = "__declaredBeforeDrift";

/** The paths that an import could not read. Their first declared value counts as current. */
export const unreadAtImportKey = "__notShown";

/** The paths that no read has shown, and that Pulumi has not written since it imported or adopted the object. */
export const notYetWrittenKey = "__notYetWritten";

/** What Pulumi wrote and no read has shown since: the time, and hashes of the values before, by property path. */
export const youngWriteKey = "__notShownYet";

/** What the instance keeps instead of the values that Pulumi wrote: hashes of both, by property path. */
export const keptValuesKey = "__keptValues";

const all: readonly string[] = [
  madeOnKey,
  writtenByKey,
  cannotDeleteKey,
  declaredBeforeDriftKey,
  unreadAtImportKey,
  notYetWrittenKey,
  youngWriteKey,
  keptValuesKey,
];

/** Whether a key is not a property of the resource. */
export const isBookkeeping = (key: string) => all.includes(key);

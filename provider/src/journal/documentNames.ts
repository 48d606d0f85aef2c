/** Begins the names of the documents of locks. */
export const lockPrefix = "lock-";
/** Begins the names of the documents of entries. */
export const entryPrefix = "entry-";

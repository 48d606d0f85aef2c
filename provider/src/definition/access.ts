/** A user or group that has access because of an object. */
export interface Holder {
  /** As people read it: `user 42`. */
  name: string;
  /** The access level, as the platform spells it: `CAN_VIEW`. */
  level: string;
  /** What one resource of a program at most can have: this access, whatever its level. */
  key: string;
}

/** What an object does to the access of people. */
export interface Access<Inputs> {
  /** Who has access because of these inputs; undefined while they are not known. */
  holders?: (inputs: Inputs) => readonly Holder[] | undefined;
  /** What people whom the program does not name lose, by what happens to the object. */
  unnamed?: Record<"deleted" | "replaced" | "createdAgain", string>;
}

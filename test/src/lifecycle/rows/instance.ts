import type { Change, Expected } from "../row";

/** Another name for the instance on which the object is: the engine's state changes, and nothing else. */
export const renamed: Change = {
  field: "instance",
  how: "another name",
  to: "again",
  expected: { documented: "update", extended: "update" },
  calls: { documented: [], extended: [] },
};

/** Another instance: the object is made anew there. */
export const moved = (expected: Expected): Change => ({
  field: "instance",
  how: "another address",
  to: "elsewhere",
  expected,
});

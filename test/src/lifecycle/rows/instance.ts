import type { Change, Expected } from "../row";

/** Another name for the instance on which the object is: the engine's state changes, and nothing else. */
export const renamed: Change = {
  field: "instance",
  how: "another name",
  to: "again",
  expected: {
    documented: "update",
    extended: "update",
    // Which provider has an object is no input of it.
    through: { plugin: { documented: "same", extended: "same" } },
  },
  calls: { documented: [], extended: [] },
};

/** Another instance: the object is made anew there. */
export const moved = (expected: Expected): Change => ({
  field: "instance",
  how: "another address",
  to: "elsewhere",
  expected: {
    ...expected,
    // Which provider has an object is no input of it: there is no field that could be named.
    through: { plugin: expected.documented === "refused" ? { documented: "stuck" } : {} },
  },
});

import type { Source } from "./fact.js";

/** Something that the specification leaves open and that the provider relies on or tells people. */
export interface Assumption {
  /** A sentence that is true if the assumption holds. */
  readonly holds: string;
  readonly source: Exclude<Source, "SPEC">;
  /** Values in `holds` that the specification shows. */
  readonly shown?: readonly string[];
  /** The resources and functions that rely on it. Left out where all do. */
  readonly where?: readonly string[];
  /** What happens if it does not hold. Left out where the provider acts the same. */
  readonly otherwise?: string;
}

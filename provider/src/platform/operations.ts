/** Which endpoints may be called: only those of the specification, or also known endpoints beyond it. */
export type Operations = "documented" | "extended";

/** Which endpoints may be called: only the 17 of the specification, or also known endpoints beyond it. */
export type Operations = "documented" | "extended";

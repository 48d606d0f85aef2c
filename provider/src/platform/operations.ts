/** Which endpoints may be called: only the 17 of the specification, or also those of such platforms beyond them. */
export type Operations = "documented" | "extended";

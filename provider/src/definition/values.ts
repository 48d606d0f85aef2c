/** Inputs, outputs or a state, by the names of their properties. */
export type Values = Record<string, unknown>;

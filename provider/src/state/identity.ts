import { createHash } from "node:crypto";

/**
 * Tells a resource of a program from every other one. People type it in commands, which take a leading hyphen
 * for an option and digits for a number.
 */
export function identityFrom(stack: readonly string[], resource: readonly string[]): string {
  return `r${hash(stack).slice(0, 8)}${hash([...stack, ...resource]).slice(0, 16)}`;
}

/** What the identities of all resources of a stack begin with, and of no other stack. */
export const stackIn = (identity: string): string => identity.slice(0, 9);

function hash(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

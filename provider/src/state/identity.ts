import { createHash } from "node:crypto";

/**
 * Identifies a resource among the resources of all stacks. The leading letter lets people type an identity in
 * commands, which read a leading hyphen as an option and digits as a number.
 */
export function identityFrom(stack: readonly string[], resource: readonly string[]): string {
  return `r${hash(stack).slice(0, 8)}${hash([...stack, ...resource]).slice(0, 16)}`;
}

/** The prefix of all identities of one stack. */
export const stackIn = (identity: string): string => identity.slice(0, 9);

function hash(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

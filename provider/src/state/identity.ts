import { hashOf } from "./contentHash";

/**
 * Identifies a resource among the resources of all stacks. The leading letter lets people type an identity in
 * commands, which read a leading hyphen as an option and digits as a number.
 */
export function identityFrom(stack: readonly string[], resource: readonly string[]): string {
  return `r${hashOf(stack).slice(0, 8)}${hashOf([...stack, ...resource]).slice(0, 16)}`;
}

/** The prefix of all identities of one stack. */
export const stackIn = (identity: string): string => identity.slice(0, 9);

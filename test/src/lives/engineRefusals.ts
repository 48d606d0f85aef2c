import type { Breach, Judged } from "./invariants/judged";
import { isPartial } from "./observed";

/** What Pulumi says when it refuses something, and what has to be so. */
const refusals: readonly { says: RegExp; isSo: (judged: Judged) => boolean }[] = [
  {
    says: /protect/i,
    isSo: ({ observed: { before, stack }, declared }) =>
      before.held.get(stack)?.some(({ isProtected }) => isProtected) === true ||
      declared.some(({ opts }) => opts?.protect === true),
  },
  {
    says: /duplicate resource/i,
    isSo: ({ declared }) => declared.some(({ opts }) => opts?.aliases !== undefined),
  },
  {
    says: /no resource named|not found in the stack|must be one of|target/i,
    isSo: ({ observed }) => isPartial(observed) || observed.args.includes("--replace"),
  },
  { says: /violates plan/i, isSo: ({ observed }) => observed.args.includes("--plan") },
  { says: /locked|pending operation/i, isSo: ({ history }) => history.hadCut },
  {
    says: /already exists|does not exist in|import/i,
    isSo: ({ declared }) => declared.some(({ opts }) => opts?.import !== undefined),
  },
];

/**
 * Whether Pulumi itself refused a command, without a message of the provider. With `--continue-on-error`, it also
 * leaves out of a resource what a failed resource did not tell.
 */
export function engineRefuses({ message }: Breach, judged: Judged): boolean {
  if (message !== undefined)
    return message.code === "invalid_input" && judged.observed.options.includes("continue");
  const { text } = judged.observed.told;
  return refusals.some(({ says, isSo }) => says.test(text) && isSo(judged));
}

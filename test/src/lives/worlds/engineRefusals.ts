import type { Breach, Judged } from "../invariants/judged";
import { isPartial } from "../judging/observed";

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
    says: /unknown provider/i,
    isSo: ({ observed }) => observed.args.includes("--target-dependents"),
  },
  {
    // The old provider of a replacement that failed.
    says: /could not find provider/i,
    isSo: ({ observed }) => isPartial(observed),
  },
  // The engine calls it its own bug.
  { says: /snapshot integrity/i, isSo: () => true },
  {
    says: /no resource named|not found in the stack|must be one of|target/i,
    isSo: ({ observed }) => isPartial(observed) || observed.args.includes("--replace"),
  },
  {
    says: /violates plan|expected resource operations|not allowed by the plan|no plan for resource/i,
    isSo: ({ observed }) => observed.args.includes("--plan"),
  },
  { says: /locked|pending operation/i, isSo: ({ history }) => history.hadCut },
  {
    // The host of dynamic providers is called without inputs.
    says: /dynamic provider|toJavaScript/i,
    isSo: ({ observed }) => observed.args.some((word) => word.startsWith("pulumi-nodejs:dynamic")),
  },
  {
    says: /already exists|does not exist in|import/i,
    isSo: ({ declared }) => declared.some(({ opts }) => opts?.import !== undefined),
  },
];

/** Resources get no values of those that failed before, or that are outside of the command. */
const hasPartsMissing = ({ observed }: Judged): boolean =>
  observed.options.includes("continue") || isPartial(observed);

/** Whether Pulumi itself refused a command, or left values out that the provider then misses. */
export function engineRefuses({ message }: Breach, judged: Judged): boolean {
  if (message !== undefined) return message.code === "invalid_input" && hasPartsMissing(judged);
  const { text, code } = judged.observed.told;
  if (code === 0) return false;
  return refusals.some(({ says, isSo }) => says.test(text) && isSo(judged));
}

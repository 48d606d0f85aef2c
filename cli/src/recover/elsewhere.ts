import { shellWord } from "pulumi-platform-provider/contract";
import type { Candidate, Create, Finding } from "./finding.js";
import type { ManagingStack } from "./holders.js";

/** An object that the program asks for, and that another stack manages. Two stacks must not manage one object. */
export function managedElsewhere(
  about: Create,
  held: readonly { object: Candidate; holder: ManagingStack }[],
): Finding {
  const reason = held
    .map(
      ({ object, holder }) =>
        `The instance has it (id ${object.id}), but stack ${holder.stack} manages that object.`,
    )
    .join(" ");
  const steps = held.flatMap(({ holder }) => deadStackStep(holder));
  const alive = [
    "If that stack is to keep the object, remove the resource from this program.",
    ...("allowDuplicate" in about.resource.inputs.shape
      ? ["For a second object with the same content, set allowDuplicate: true in this program."]
      : []),
  ];
  const [{ holder } = {}] = held;
  return {
    ...{ about, kind: "open", reason, candidates: held.map(({ object }) => object) },
    ...{ next: [...steps, ...alive], ...(holder !== undefined && { holder: holder.stack }) },
  };
}

/** The step that removes a resource from the state of an unused stack. The object stays on the instance. */
export const deadStackStep = ({ stack, urn }: ManagingStack): string[] =>
  urn === undefined
    ? []
    : [
        `If nobody uses stack ${stack} any more, remove the object from its state, and run this command again: pulumi state delete ${shellWord(urn)} --stack ${shellWord(stack)}`,
      ];

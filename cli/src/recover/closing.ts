import { shellWord } from "pulumi-platform-provider/contract";
import { counted } from "../output/texts.js";
import type { Cleared } from "./apply.js";
import type { Finding, Found } from "./finding.js";

/** The result of the confirmed changes. */
export interface Done extends Cleared {
  backup: string;
  imported: number;
}

/** The question about the planned changes. */
export const question = (imports: readonly Found[], settled: number): string =>
  [
    ...(imports.length > 0 ? [`Import ${counted(imports.length, "object")}`] : []),
    ...(settled > 0 || imports.some(({ about }) => about.isPending)
      ? ["remove the pending operations of everything that is settled"]
      : []),
  ].join(", and ") + "?";

export interface Ending {
  stack: string;
  findings: readonly Finding[];
  imports: readonly Found[];
  canDo: boolean;
  isLocked: boolean;
  done?: Done;
  out?: string;
}

/** The last lines: the result, and the next steps. */
export function closing({ stack, findings, imports, canDo, isLocked, done, out }: Ending): string {
  const of = (kind: Finding["kind"]) => findings.filter((one) => one.kind === kind).length;
  const adopts = of("found") - imports.length;
  const lines = [
    ...(done === undefined
      ? canDo
        ? [
            `Nothing was changed. To do what is proposed${isLocked ? ", once the stack is unlocked" : ""}: pulumi-platform recover --stack ${stack} --yes`,
          ]
        : []
      : [
          `Imported ${counted(done.imported, "object")}. Removed ${counted(done.cleared, "pending operation")} from the state. The state before: ${done.backup}`,
          ...(done.kept.length > 0 ? [keptText(done.kept)] : []),
        ]),
    ...(adopts > 0
      ? [
          `${counted(adopts, "object")} to adopt: write the lines above into the program, for stack ${stack} only, because other instances have other ids. Then run this command again, then pulumi up.`,
          ...(out === undefined
            ? [
                `A TypeScript program can read a list instead, which does nothing in other stacks: pulumi-platform recover --stack ${stack} --out recovery.json`,
              ]
            : []),
        ]
      : []),
    ...managingStacks(findings),
    ...(of("open") > 0 ? [`${counted(of("open"), "resource")} left for you to decide.`] : []),
    ...(of("ran") > 0
      ? [
          `${counted(of("ran"), "e-mail or execution", "e-mails or executions")} to check before the next pulumi up.`,
        ]
      : []),
    ...(out === undefined ? [] : [writtenText(out, adopts)]),
  ];
  return lines.length > 0 ? `\n${lines.join("\n")}` : "";
}

const writtenText = (out: string, adopts: number): string =>
  adopts === 0
    ? `Wrote ${out}.`
    : `Wrote ${out}. To let a TypeScript program read it, write before the first resource:
  import { adoptFrom } from "pulumi-platform";
  adoptFrom("${out}");`;

const keptText = (kept: readonly string[]): string =>
  `The pending operations stay in the state, because Pulumi can only remove all of them at once. Left to decide: ${kept.join(", ")}. Give all answers in one run.`;

/** The lines about other stacks, one for each stack. */
function managingStacks(findings: readonly Finding[]): string[] {
  const held = findings.flatMap((one) =>
    one.kind === "open" && one.holder !== undefined ? [one.holder] : [],
  );
  return [...new Set(held)].flatMap((stack) => {
    const count = held.filter((one) => one === stack).length;
    if (count < 2) return [];
    return [
      `Stack ${stack} manages ${count} of these objects. If nobody uses that stack any more, remove everything from its state, which leaves the objects on the instance: pulumi state delete --all --stack ${shellWord(stack)}`,
    ];
  });
}

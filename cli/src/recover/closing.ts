import { shellWord } from "pulumi-platform-provider/contract";
import { counted } from "../output/texts.js";
import type { Done } from "./apply.js";
import type { Finding, Found } from "./judge.js";

interface Ending {
  stack: string;
  findings: readonly Finding[];
  imports: readonly Found[];
  canDo: boolean;
  isLocked: boolean;
  done?: Done;
  out?: string;
}

/** The last lines: the result, and the next steps. */
export function closing(ending: Ending): string {
  const { stack, findings, imports, out } = ending;
  const of = (kind: Finding["kind"]) => findings.filter((one) => one.kind === kind).length;
  const adopts = of("found") - imports.length;
  const recover = `pulumi-platform recover --stack ${stack}`;
  const lines = [
    ...resultLines(ending, recover),
    adopts > 0 &&
      `${counted(adopts, "object")} to adopt: write the lines above into the program, for stack ${stack} only, because other instances have other ids. Then run this command again, then pulumi up.`,
    adopts > 0 &&
      out === undefined &&
      `A TypeScript program can read a list instead, which does nothing in other stacks: ${recover} --out recovery.json`,
    ...managingStacks(findings),
    of("open") > 0 && `${counted(of("open"), "resource")} left for you to decide.`,
    of("ran") > 0 &&
      `${counted(of("ran"), "e-mail or execution", "e-mails or executions")} to check before the next pulumi up.`,
    out !== undefined && `Wrote ${out}.${adopts > 0 ? readingText(out) : ""}`,
  ].filter((line) => line !== false);
  return lines.length > 0 ? `\n${lines.join("\n")}` : "";
}

function resultLines({ canDo, isLocked, done }: Ending, recover: string): string[] {
  if (done === undefined) {
    const once = isLocked ? ", once the stack is unlocked" : "";
    return canDo ? [`Nothing was changed. To do what is proposed${once}: ${recover} --yes`] : [];
  }
  const { imported, cleared, kept, backup } = done;
  const lines = [
    `Imported ${counted(imported, "object")}. Removed ${counted(cleared, "pending operation")} from the state. The state before: ${backup}`,
  ];
  if (kept.length > 0) {
    lines.push(
      `The pending operations stay in the state, because Pulumi can only remove all of them at once. Left to decide: ${kept.join(", ")}. Give all answers in one run.`,
    );
  }
  return lines;
}

const readingText = (out: string): string =>
  ` To let a TypeScript program read it, write before the first resource:
  import { adoptFrom } from "pulumi-platform";
  adoptFrom("${out}");`;

/** The lines about other stacks, one for each stack. */
function managingStacks(findings: readonly Finding[]): string[] {
  const counts = new Map<string, number>();
  for (const one of findings) {
    if (one.kind !== "open" || one.holder === undefined) continue;
    counts.set(one.holder, (counts.get(one.holder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(
      ([stack, count]) =>
        `Stack ${stack} manages ${count} of these objects. If nobody uses that stack any more, remove everything from its state, which leaves the objects on the instance: pulumi state delete --all --stack ${shellWord(stack)}`,
    );
}

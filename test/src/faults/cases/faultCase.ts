import type { Call } from "pulumi-platform-simulator";
import type { Declared, Run } from "../../engine/stacks/pulumiStack";
import { disagreements } from "../agreement";
import { entries } from "../../harness/sessions/session";
import type { Entry } from "../../harness/sessions/session";
import { waitUntil, killAt, recover, workedOff } from "../dying/killing";
import { kinds, leftOut, moments, momentWords, ruleOf, victimOf } from "./moments";
import type { Kind, Moment } from "./moments";
import type { Operation } from "./operation";
import { operations, programOf } from "../programs";
import { misses, unhealed } from "./proof";
import type { Workspace } from "../workspace";
import { actsOn, settleActions, settleCreation } from "../dying/recovery";

/** One fault in one operation. */
export interface FaultCase {
  name: string;
  entry: Entry;
  operation: Operation;
  moment: Moment;
  kind: Kind;
}

/** How a case ended. `at once`: the disturbed run itself did what was asked for. */
export type Ending = "at once" | "next run" | "recovery" | "failed";

export interface Result {
  case: string;
  row: string;
  ending: Ending;
  /** The disturbed call as the instance logged it. */
  proof?: Call;
  objects: number;
  mails: number;
  seconds: number;
  problems: string[];
  /** What the runs said, where there are problems. */
  said?: string;
}

/** The line of the table that a case belongs to. */
export const rowOf = ({ entry, operation }: Pick<FaultCase, "entry" | "operation">) =>
  `${entry}: ${operation.name}`;

export function allCases(): FaultCase[] {
  const rows = operations.flatMap((operation) => entries.map((entry) => ({ entry, operation })));
  return rows.flatMap((row) =>
    moments.flatMap((moment) =>
      kinds
        .filter((kind) => leftOut(row.operation.target, moment, kind) === undefined)
        .filter((kind) => row.operation.onEngine !== true || victimOf(kind) !== undefined)
        .map((kind) => ({
          name: `${rowOf(row)}: ${kind} ${momentWords[moment]}`,
          ...row,
          moment,
          kind,
        })),
    ),
  );
}

/** How long a provider may outlive its engine: until the call under way is answered or given up. */
const outlivesMs = 15_000;

/** Tries one case. With `closingPreview` it also asks the engine whether anything is left to do. */
export async function tryCase(
  workspace: Workspace,
  faultCase: FaultCase,
  { closingPreview }: { closingPreview: boolean },
): Promise<Result> {
  const { platform } = workspace;
  const { name, operation, moment, kind } = faultCase;
  const from = Date.now();
  const result: Result = {
    case: name,
    row: rowOf(faultCase),
    ending: "failed",
    objects: 0,
    mails: 0,
    seconds: 0,
    problems: [],
  };
  let said = "";
  let stack = workspace.stack;
  const up = async (): Promise<Run> => {
    const refresh = operation.refresh === true ? ["--refresh", "--run-program"] : [];
    const run = await stack.pulumi("up", "--yes", "--skip-preview", ...refresh);
    said += `--- up ended with ${run.code}\n${run.text}`;
    return run;
  };

  try {
    await workspace.begin(operation);
    ({ stack } = workspace);
    const began = actsOn(platform);
    operation.byHand?.(platform);
    let program: Declared[] = programOf(operation, faultCase.entry);
    stack.declare(program);
    const rule = ruleOf(operation.target, moment, kind);
    const { id: faultId } = platform.fault(rule);
    const victim = victimOf(kind);
    const run = up();
    const isOver = victim && (await killAt({ platform, stack }, { victim, moment, faultId }, run));
    const first = await run;
    platform.clearFaults();

    const proof = platform.calls.find(({ fault }) => fault?.id === faultId);
    if (proof === undefined) throw new Error("the fault did not strike");
    result.proof = proof;
    if (victim !== undefined && isOver === undefined) throw new Error("nobody was killed");
    result.problems.push(...misses(faultCase, rule, proof));
    let ending: Ending = "at once";
    if (first.code !== 0 || leftUnknown(faultCase, first)) {
      ending = "next run";
      if (victim !== undefined && victim !== "provider") await recover(stack);
      const next = await up();
      await workedOff(proof, rule.delayMs);
      if (next.code !== 0) {
        ending = "recovery";
        if (!mayBeUnknown(faultCase)) throw new Error("the next run did not converge");
        const settled = await settleCreation(workspace, program);
        if (typeof settled === "string") throw new Error(settled);
        program = settled;
        stack.declare(program);
        if ((await up()).code !== 0) throw new Error("the recovery did not converge");
      }
    }
    if (isOver && !(await waitUntil(isOver, outlivesMs)))
      result.problems.push("the provider outlived its engine");

    const actions = await settleActions(workspace, program, { began, wanted: operation, said });
    result.problems.push(...actions.problems);
    if (actions.unknown) {
      ending = "recovery";
      if (!mayBeUnknown(faultCase)) result.problems.push("an action ended as unknown");
    }
    result.problems.push(
      ...disagreements(actions.program, await stack.state(), platform),
      ...(operation.also?.(platform) ?? []),
      ...undocumented(operation, platform.calls),
    );
    if (closingPreview || ending === "at once") {
      const left = await stack.steps("preview", "--refresh", "--run-program");
      if (left.length > 0) result.problems.push(`there is more to do: ${left.join(", ")}`);
    }
    result.problems.push(...unhealed(faultCase, ending));
    if (result.problems.length === 0) result.ending = ending;
  } catch (error) {
    result.problems.push(error instanceof Error ? error.message : String(error));
  }
  platform.clearFaults();
  result.objects = platform.state.schedules.length + platform.state.groups.length;
  result.mails = platform.outbox.length;
  result.seconds = Math.round((Date.now() - from) / 100) / 10;
  if (result.ending === "failed") result.said = said;
  return result;
}

/** Once the look before an action is answered, a kill may come between the note of its request and the request. */
const mayBeUnknown = ({ operation, moment }: FaultCase) =>
  operation.unknown === true ||
  (moment === "answered" && (operation.mails ?? operation.executions) !== undefined);

/**
 * On the plugin, objects that nobody can tell anything of do not end a run: it keeps their state and says so,
 * and the next run sees what became of them.
 */
const leftUnknown = ({ entry, operation }: FaultCase, { text }: Run) =>
  entry === "plugin" && operation.evidence === true && text.includes("Its state is unchanged");

function undocumented({ operations: mode }: Operation, calls: readonly Call[]): string[] {
  return mode === "extended"
    ? []
    : calls
        .filter(({ source }) => source !== "SPEC")
        .map(({ route }) => `${route} was called, which is not documented`);
}

import type { Coverage, InForce } from "../coverage";
import type { Environment } from "../worlds/environment";
import { optionOf } from "../judging/observed";
import type { Observed } from "../judging/observed";
import type { StackSlot } from "../worlds/stackSlot";
import type { CommandStep } from "./steps";

/** Counts a command, with everything that was in force. */
export function meetCommand(
  environment: Environment,
  { name, options, runner }: CommandStep,
  observed: Observed,
  fault: string | undefined,
): void {
  const { coverage, program } = environment;
  const { told, cut } = observed;
  const refusal = told.code === 0 ? undefined : firstError(told.text);
  coverage.meet("commands × ways", name, program.entry, refusal);
  for (const option of options) coverage.meet("commands × options", name, option);
  for (const one of inForceFor(environment, environment.slot(observed.stack), runner))
    coverage.meet("commands × settings in force", name, one);
  for (const one of [fault, cut])
    if (one !== undefined) coverage.meet("commands × faults and cuts", name, one);
  for (const message of observed.messages)
    for (const way of message.advice) coverage.meet("advice", optionOf(message, way), "offered");
}

/** The first line of what failed. */
function firstError(text: string): string {
  const [, error = text] = /error: (.*)/.exec(text) ?? [];
  return error.split("\n")[0] ?? "";
}

function inForceFor(
  { setup, lostJournals }: Environment,
  slot: StackSlot,
  runner: number,
): InForce[] {
  const { operations, mail, token, instance, home, checkpoints } = slot;
  const isLost = lostJournals.has(runner % setup.runners);
  return [
    operations,
    mail === "live" ? "mail live" : mail === "muted" ? "mail muted" : "mail redirect",
    token === 0 ? "own token" : "foreign token",
    instance === home ? "own address" : "other address",
    checkpoints ? "checkpoints" : "no checkpoints",
    isLost ? "journal lost" : "journal kept",
    ...(setup.sharesJournal && setup.runners > 1 ? (["journal shared"] as const) : []),
    setup.runners > 1 ? "two runners" : "one runner",
  ];
}

/** Counts a change of the program; `isDone` tells whether there was anything to change. */
export function meetEdit(coverage: Coverage, edit: string, way: string, isDone: boolean): void {
  coverage.meet("edits × ways", edit, way, isDone ? undefined : refusalOf(edit, way));
}

const onlyPlugin = ["import option", "explicit provider"];

/** Why a way never has an edit. */
function refusalOf(edit: string, way: string): string {
  if (way === "dynamic" && onlyPlugin.includes(edit)) return "only the plugin has it";
  if (way === "plugin" && edit === "to plugin") return "the program uses the plugin already";
  return "nothing to change";
}

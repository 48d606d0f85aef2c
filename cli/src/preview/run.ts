import { join, resolve } from "node:path";
import { settingVariables } from "pulumi-platform-provider/contract";
import { chosenStack, openProject, shortName } from "../stack/project.js";
import { inPrivateFolder } from "../files.js";
import { previewStack } from "../stack/enginePreview.js";
import type { PreviewOptions } from "../stack/enginePreview.js";
import { problemOfPending, readState, unsavedRun } from "../stack/state.js";
import type { State } from "../stack/state.js";
import { Failure } from "../failure.js";
import { collectedIn, messagesIn, recountedIn } from "./messages.js";
import { impossibleDeletes } from "./deletes.js";
import { readReport } from "./read.js";
import type { Preview } from "./types.js";

/** The variable with which a refresh reads details. The engine would save a setting of its flags in the stack. */
export const detailsVariable = { name: settingVariables.readDetails ?? "", value: "refresh" };

interface Options extends Pick<PreviewOptions, "refresh" | "savePlan"> {
  /** The name of the stack; else `PULUMI_STACK`, else the selected stack. */
  stack?: string;
  /** With `refresh`: also reads what only the fetch of an object shows. */
  details?: boolean;
}

/** Runs a preview of a stack, and reads what the engine says. A preview that fails has problems. */
export async function runPreview(options: Options): Promise<Preview> {
  const { refresh, details = false, savePlan } = options;
  const project = openProject().name;
  const stack = await chosenStack(options.stack);
  return inPrivateFolder(async (temporary) => {
    const collect = join(temporary, "impossible.jsonl");
    const planFile = savePlan === undefined ? undefined : resolve(savePlan);
    const messages = join(temporary, "messages.jsonl");
    const variables = {
      PLATFORM_COLLECT: collect,
      PLATFORM_MESSAGES: messages,
      ...(details && { [detailsVariable.name]: detailsVariable.value }),
    };
    const [{ report, problems }, state] = await Promise.all([
      previewStack(stack, { refresh, savePlan: planFile, variables }),
      stateOf(stack),
    ]);
    const { remaining, said, ...read } = readReport(report, process.env, state, (declared) =>
      messagesIn(messages, declared),
    );
    // With entries in the journal, the next run settles what the interrupted one did.
    const isInJournal = said.some(({ earlier }) => earlier !== undefined);
    const isTakenOver = read.changes.some(({ earlier }) => earlier?.has === "object");
    const interrupted =
      (state && problemOfPending(stack, state, isInJournal)) ??
      (isTakenOver ? unsavedRun(stack) : undefined);
    const collected = collectedIn(collect, remaining);
    const reasons = new Set(collected.map(({ reason }) => reason));
    return {
      project,
      stack: shortName(stack),
      ...read,
      impossible: [...collected, ...impossibleDeletes(read.changes)],
      problems,
      unread: said.filter(({ code }) => code === "unknown_state").map(({ text }) => text),
      recounted: recountedIn(said, remaining),
      declared: remaining.map(({ about }) => about.urn),
      interrupted,
      // Some reasons are also warnings.
      warnings: [
        ...(interrupted === undefined ? [] : [interrupted]),
        ...[...new Set(report.warnings)].filter((text) => !reasons.has(text)),
      ],
    };
  });
}

/** A preview says nothing of an interrupted run. Without a state, it fails itself. */
async function stateOf(stack: string): Promise<State | undefined> {
  try {
    return await readState(stack);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

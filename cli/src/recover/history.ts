import { holdsUnknown } from "pulumi-platform-provider/contract";
import type { Connection } from "../instances/connect.js";
import { counted } from "../output/texts.js";
import { holdsSecret } from "../stack/values.js";
import { reasonOf } from "./instances.js";
import type { Interrupted } from "./interrupted.js";

/** The maximum number of shown history entries. */
const maxShown = 5;

/** The matching runs in the history of the instance, as lines. */
export async function historyOf(
  { resource, inputs }: Interrupted,
  connection: Connection | string,
): Promise<string[]> {
  if (typeof connection === "string") return [`Not known: ${connection}`];
  const trace = resource.kind === "action" ? resource.trace : undefined;
  if (trace === undefined) return ["Not known: the platform has no history of it."];
  if (connection.settings.operations !== "extended") {
    return ["Not known: no documented call shows the history. Look on the instance."];
  }
  if (holdsUnknown(inputs) || holdsSecret(inputs)) {
    return ["Not known yet: the program does not know all arguments before the next up."];
  }
  try {
    const runs = [...(await trace(connection.instance, inputs))];
    if (runs.length === 0) return ["The history has no matching run so far."];
    runs.sort(([, one], [, other]) => (one.at ?? 0) - (other.at ?? 0));
    const shown = runs.slice(-maxShown).map(([id, { outputs, at }]) => {
      const shownOutputs = Object.entries(outputs).filter(
        ([key]) => !["executionId", "startedAt"].includes(key),
      );
      return [
        `  ${at === undefined ? "no time shown" : timeOf(at)}: id ${id}`,
        ...shownOutputs.map(([key, value]) => `${key} ${String(value)}`),
      ].join(", ");
    });
    const left = runs.length - shown.length;
    return [
      `The history has ${counted(runs.length, "matching run")}. It does not show who started a run:`,
      ...shown,
      ...(left > 0 ? [`  and ${left} earlier`] : []),
    ];
  } catch (error) {
    return [`Not known: ${reasonOf(error)}`];
  }
}

function timeOf(at: number): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? String(at) : time.toISOString();
}

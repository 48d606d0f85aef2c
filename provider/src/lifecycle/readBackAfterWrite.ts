import type { ObjectResource } from "../definition/object";
import { get, set } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import type { Values } from "../definition/values";
import type { CreatedObject } from "../duplicates/objectCreate";
import { sourceOf } from "../objects/list";
import { isSecretAt } from "../report/redaction";
import * as messages from "../report/messages/index";
import type { Line } from "../report/notices";
import { driftedPaths } from "../state/drift";
import { noteOverrides } from "../state/keptValues";
import { notCompared } from "../state/likeness";
import type { Context } from "./context";
import type { CreateRequest } from "./requests";

/** `old` is the state before an update. */
type Write = CreateRequest & { resource: ObjectResource; id: string; old?: Values };

/** What the instance keeps instead of what was written. A warning tells it once, and no update writes it again. */
export async function keptAfter(
  write: Write,
  context: Context,
  { live = {}, wrote }: Pick<CreatedObject, "live" | "wrote">,
): Promise<{ note: Values; warning?: Line }> {
  const { resource, inputs, old, hidden } = write;
  const seen = structuredClone(live);
  const looked = await lookAfter(write, context, live);
  for (const { path } of fieldsOf(resource.inputs)) {
    // What was not written, somebody can have changed.
    const isWritten = wrote?.includes(path) !== false;
    if (get(live, path) === undefined && isWritten) set(seen, path, get(looked, path));
  }
  const { note, news } = noteOverrides(resource, inputs, seen, old);
  const shown = news.filter((path) => !isSecretAt(hidden?.inputs, path));
  if (news.length === 0) return { note };
  const { operations } = context.settings;
  return { note, warning: messages.keepsOthers(resource, inputs, seen, news, shown, operations) };
}

/** Reads what the answer to a write does not show, if later reads compare it, or if the write repeats an earlier one. */
async function lookAfter(
  { resource, id, inputs, old }: Write,
  { instance, settings }: Context,
  live: Values,
): Promise<Values> {
  const isAnyOpen = notCompared({ resource, inputs }, { live }).length > 0;
  const isRepeated =
    old !== undefined &&
    driftedPaths(resource, old, inputs).some((path) => get(live, path) === undefined);
  const { fetch } = sourceOf(resource, instance).verbs;
  if (fetch === undefined || !(isRepeated || (isAnyOpen && settings.readDetails === "refresh")))
    return {};
  // The write worked, so a failed look is no failure. The next read looks again.
  const reading = await fetch.run(instance, id, { ...old, ...inputs }).catch(() => undefined);
  return reading?.found === "present" ? reading.live : {};
}

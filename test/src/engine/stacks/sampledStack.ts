import { InProcessStack } from "../../harness/inProcessStack";
import { isWhole } from "../../harness/lives/sampled";
import type { Entry } from "../../harness/sessions/session";
import { stackOn } from "./hosted";
import type { PulumiStack } from "./pulumiStack";

/** A stack for behaviour that the in-process engine shares with the real one. With `--whole`, the real one runs it. */
export async function sampledStack(
  entry: Entry,
  settings: Record<string, string>,
): Promise<PulumiStack> {
  return isWhole ? stackOn(entry, settings) : new InProcessStack(entry, settings);
}

/** What such a test states as its engine. */
export const sampledEngine = isWhole ? "on the real engine" : "in process";

import { changedFiles } from "./git.js";
import type { PlanFingerprint } from "./fingerprint.js";
import { firstOf } from "../output/texts.js";

/** The changes since the plan, in words. A merge that creates another commit of the same files is no change. */
export async function changedSincePlan(
  before: PlanFingerprint,
  now: PlanFingerprint,
): Promise<string[]> {
  const moved: string[] = [];
  const compare = (what: string, one: string, other: string) => {
    if (one !== other) moved.push(`${what}: ${one}, and now ${other}`);
  };
  compare("stack", before.stack, now.stack);
  if (before.tree !== now.tree) moved.push(await movedCommit(before, now));
  compare("instance", shown(before.instances), shown(now.instances));
  compare("operations", before.operations, now.operations);
  const packages = new Set([...Object.keys(before.versions), ...Object.keys(now.versions)]);
  for (const name of packages) {
    compare(name, before.versions[name] ?? "not installed", now.versions[name] ?? "not installed");
  }
  if (before.settings !== now.settings) moved.push("settings of the stack: the file has changed");
  if (before.state !== now.state) {
    moved.push("state of the stack: another command has changed it, for example pulumi up");
  }
  return moved;
}

async function movedCommit(before: PlanFingerprint, now: PlanFingerprint): Promise<string> {
  const text = `commit: ${before.commit.slice(0, 12)}, and now ${now.commit.slice(0, 12)} with other files`;
  const files = await changedFiles(before.tree, now.tree);
  if (files === undefined) return text;
  return `${text} (${firstOf(files, 5)})`;
}

const shown = (instances: readonly string[]) => instances.join(", ") || "none";

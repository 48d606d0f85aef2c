import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { textsIn } from "./machine";
import type { Machine } from "./machine";
import { run } from "./processes";
import type { Ended } from "./processes";

/** What GitLab gives to a pipeline. */
export interface PipelineRun {
  /** The address of the repository. */
  url: string;
  branch: string;
  /** Of the project and of the pipeline. */
  variables: Record<string, string>;
}

/** Runs the pipeline of a branch to its end, with the shell executor. */
export async function runPipeline(
  program: string,
  machine: Machine,
  { url, branch, variables }: PipelineRun,
): Promise<Ended & { artifacts: string }> {
  const clone = join(machine.folder, "clone");
  const settings = join(machine.home, ".gitlab-ci-local");
  mkdirSync(settings, { recursive: true });
  // Without a type, a value that is the path of a file would become a file.
  const global = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      { type: "variable", values: { "*": value } },
    ]),
  );
  const file = join(settings, "variables.yml");
  writeFileSync(file, JSON.stringify({ global }), { mode: 0o600 });
  const env = machine.environment();
  await run("git", ["clone", "--quiet", "--branch", branch, url, clone], { env });
  // Without isolation, jobs share a folder, and their artifacts are written into the clone.
  const executor = ["--force-shell-executor", "--shell-isolation", "--no-artifacts-to-source"];
  const args = [...executor, "--concurrency", "2"];
  const ended = await machine.command(program, args, { cwd: clone, env }).ended;
  return { ...ended, artifacts: textsIn(join(clone, ".gitlab-ci-local", "artifacts")) };
}

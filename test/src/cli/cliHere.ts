import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { main } from "../../../cli/dist/main";
import { environmentWith } from "./command";
import type { Run } from "./command";

class Output extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  text = (): string => Buffer.concat(this.#chunks).toString();
}

let isRunning = false;

/** Runs `pulumi-platform` in this process, which takes a fraction of the time. */
export async function cliHere(
  settings: Record<string, string>,
  folder: string,
  ...args: string[]
): Promise<Run> {
  const { result, out, err } = await runsHere(settings, folder, async () => {
    await main(args);
    return process.exitCode as number;
  });
  return { code: result, out, err };
}

/**
 * Runs code with the folder, the environment and the outputs of a command. One at a time, as a process has one folder
 * and one environment.
 */
export async function runsHere<Result>(
  settings: Record<string, string>,
  folder: string,
  code: () => Promise<Result>,
): Promise<{ result: Result; out: string; err: string }> {
  assert.ok(!isRunning, "another command runs in this process");
  isRunning = true;
  const { env, stdout, stderr } = process;
  const before = { folder: process.cwd(), variables: { ...env } };
  const [out, err] = [new Output(), new Output()];
  const set = (variables: NodeJS.ProcessEnv, outputs: object) => {
    for (const name of Object.keys(env))
      if (!(name in variables)) Reflect.deleteProperty(env, name);
    Object.assign(env, variables);
    for (const [name, value] of Object.entries(outputs))
      Object.defineProperty(process, name, { value });
  };
  try {
    process.chdir(folder);
    set(environmentWith(settings), { stdout: out, stderr: err });
    process.exitCode = 0;
    return { result: await code(), out: out.text(), err: err.text() };
  } finally {
    set(before.variables, { stdout, stderr });
    process.exitCode = undefined;
    process.chdir(before.folder);
    isRunning = false;
  }
}

import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Runs a command that must succeed and returns its standard output. */
export async function run(folder: string, command: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await execute(command, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    const said = `${stdout ?? ""}${stderr ?? String(error)}`;
    throw new Error(`${command} ${args.join(" ")} failed:\n${said}`, { cause: error });
  }
}

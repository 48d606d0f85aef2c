import { execFile } from "node:child_process";
import { Failure } from "../failure.js";
import { linesIn } from "../print.js";

export interface GitOptions {
  folder?: string;
  /** Additional environment variables. */
  env?: NodeJS.ProcessEnv;
  input?: string;
}

/** The output of a git command; fails with its error message. No shell reads the arguments of git. */
export function runGit(
  operation: string,
  args: readonly string[],
  { folder, env, input }: GitOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: folder,
      env: { ...process.env, GIT_TERMINAL_PROMPT: "0", LC_ALL: "C", ...env },
      maxBuffer: 1 << 28,
    };
    const child = execFile("git", [...args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.replace(/\n$/, ""));
      else if (error.code === ("ENOENT" as unknown)) {
        reject(new Failure("This needs the command git, which is not on the PATH."));
      } else {
        const said = withoutCredentials(stderr.trim() || error.message);
        reject(new Failure(...linesIn(`Could not ${operation}. git said: ${said}`)));
      }
    });
    // A git that fails at once reads nothing.
    child.stdin?.on("error", () => undefined).end(input ?? "");
  });
}

/** The address of a remote can hold a token. */
const withoutCredentials = (text: string): string =>
  text.replace(/(\w+:\/\/)[^/\s@]+@/g, "$1[token]@");

import { execFile } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export const bin = join(
  dirname(require.resolve("pulumi-platform-cli/package.json")),
  "bin",
  "pulumi-platform.js",
);

export interface Run {
  code: number;
  out: string;
  err: string;
}

/** The environment without the variables that change what Pulumi and this package do, and with these. */
export function environmentWith(settings: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PULUMI|PLATFORM)_/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...settings };
}

/** Runs a command without a terminal. */
export function execute(
  folder: string,
  command: string,
  args: readonly string[],
  settings: Record<string, string> = {},
  /** Does what Ctrl-C does. */
  signal?: AbortSignal,
): Promise<Run> {
  const env = environmentWith(settings);
  return new Promise((resolve) => {
    const options = { cwd: folder, env, signal, killSignal: "SIGINT" } as const;
    const child = execFile(command, args, options, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
    child.stdin?.end();
  });
}

/** Runs `pulumi-platform` in a process of its own, with these variables. Leaves out how far it is, which only slow runs say. */
export async function cliWith(
  settings: Record<string, string>,
  folder: string,
  ...args: string[]
): Promise<Run> {
  const run = await execute(folder, process.execPath, [bin, ...args], settings);
  return { ...run, err: run.err.replaceAll(/^Reading .+: \d+ of \d+\n/gm, "") };
}

/** Runs git, which must succeed, for an author who is in no settings. Returns what it prints. */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const author = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
  const { code, out, err } = await execute(folder, "git", [...author, ...args]);
  if (code !== 0) throw new Error(`git ${args.join(" ")}: ${err}`);
  return out.trim();
}

/** Commits all files of a folder, also if nothing has changed. */
export async function commit(folder: string, message = "Next"): Promise<void> {
  await git(folder, "add", "--all");
  await git(folder, "commit", "--quiet", "--allow-empty", "--message", message);
}

/** A folder with nothing in it. */
export const emptyFolder = (): string =>
  realpathSync(mkdtempSync(join(tmpdir(), "pulumi-platform-empty-")));

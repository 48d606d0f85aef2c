import { execFile } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { packed } from "../packages/project";

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

/** Runs a command without a terminal, and without the variables that change what Pulumi and this package do. */
export function execute(
  folder: string,
  command: string,
  args: readonly string[],
  settings: Record<string, string> = {},
  /** Does what Ctrl-C does. */
  signal?: AbortSignal,
): Promise<Run> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PULUMI|PLATFORM)_/.test(name),
  );
  const env = { ...Object.fromEntries(inherited), ...settings };
  return new Promise((resolve) => {
    const options = { cwd: folder, env, signal, killSignal: "SIGINT" } as const;
    const child = execFile(command, args, options, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
    child.stdin?.end();
  });
}

/** Runs `pulumi-platform`. */
export const cli = (folder: string, ...args: string[]): Promise<Run> =>
  cliWith({}, folder, ...args);

/** Runs `pulumi-platform` with variables in its environment. */
export const cliWith = (
  settings: Record<string, string>,
  folder: string,
  ...args: string[]
): Promise<Run> => execute(folder, process.execPath, [bin, ...args], settings);

/** Runs `pulumi-platform init` with the packed packages. */
export async function init(folder: string, ...args: string[]): Promise<Run> {
  const { folder: packages } = await packed();
  return cli(folder, "init", "--packages", packages, ...args);
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
  realpathSync(mkdtempSync(join(tmpdir(), "pulumi-platform-init-")));

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse, stringify } from "yaml";
import { canSeparateMachines, separately } from "../harness/lives/separateMachines";
import { standIns } from "./actions/standIns";
import { npmEnvironment } from "./packages";
import { Command, freePort, run } from "./processes";
import type { Ended, Settings } from "./processes";

/** What a forge gives to the run of a workflow. */
export interface WorkflowRun {
  event: "pull_request" | "push" | "schedule" | "workflow_dispatch";
  /** Only this workflow. Otherwise all that have the event. */
  workflow?: string;
  payload: Record<string, unknown>;
  repository: string;
  server: string;
  /** Where the commit is fetched from. */
  ref: string;
  commit: string;
  secrets: Record<string, string>;
  variables: Record<string, string>;
  /** Only this job of the workflow, without waiting for others, with what an earlier run uploaded. */
  job?: { name: string; after: StartedRun };
  /** Only this job, with these values of its matrix. */
  only?: { job: string; matrix: Record<string, string> };
  /** What else the jobs find in their environment. */
  environment?: Record<string, string>;
}

/** A machine that runs jobs: it has a home of its own, and keeps nothing else between runs. */
export class Machine {
  static #runs = 0;
  readonly home: string;

  constructor(
    readonly folder: string,
    private readonly programs: { act: string; tools: string },
  ) {
    this.home = join(folder, "home");
    mkdirSync(this.home, { recursive: true });
  }

  /** The environment of a command: only what a runner has. */
  environment(more: Record<string, string> = {}): Record<string, string> {
    const engine = process.env.PLATFORM_TEST_ENGINE ?? "";
    const own = join(this.home, ".local", "bin");
    const path = [own, this.programs.tools, engine, dirname(process.execPath)];
    return {
      ...npmEnvironment(),
      PATH: [...path, "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
      HOME: this.home,
      NO_COLOR: "1",
      ...more,
    };
  }

  /** Leaves a program where an earlier job of somebody else can have left it. */
  plant(text: string): void {
    for (const folder of [".local", ".pulumi"]) {
      const bin = join(this.home, folder, "bin");
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(bin, "pulumi"), text, { mode: 0o755 });
    }
  }

  /** Runs a command of which other machines see no process, where this system can do that. */
  command(name: string, args: readonly string[], settings: Settings): Command {
    const [first, ...rest] = [...(canSeparateMachines() ? separately : []), name, ...args];
    return new Command(first, rest, settings);
  }

  /** Starts the workflows of an event. */
  async start(wanted: WorkflowRun): Promise<StartedRun> {
    const number = ++Machine.#runs;
    const folder = join(this.folder, `run-${number}`);
    const clone = join(folder, "clone");
    mkdirSync(folder, { recursive: true });
    const env = this.environment();
    const url = `${wanted.server}/${wanted.repository}.git`;
    await run("git", ["clone", "--quiet", "--no-checkout", url, clone], { env });
    const git = (...args: string[]) => run("git", ["-C", clone, ...args], { env });
    await git("fetch", "--quiet", "origin", wanted.ref);
    await git("checkout", "--quiet", "--detach", wanted.commit);

    // JSON is YAML, which needs no quotes of a shell.
    const file = (name: string, content: unknown) => {
      writeFileSync(join(folder, name), JSON.stringify(content), { mode: 0o600 });
      return join(folder, name);
    };
    const artifacts = wanted.job?.after.artifacts ?? join(folder, "artifacts");
    const settings = {
      GITHUB_REPOSITORY: wanted.repository,
      GITHUB_SERVER_URL: wanted.server,
      GITHUB_API_URL: `${wanted.server}/api/v1`,
      GITHUB_RUN_ID: String(number),
      GITHUB_REF: wanted.event === "pull_request" ? wanted.ref : "refs/heads/main",
      SHA_REF: wanted.commit,
      GITOPS_ARTIFACTS: artifacts,
      ...wanted.environment,
    };
    const workflows = join(clone, ".github", "workflows");
    if (wanted.job !== undefined) keepJob(join(workflows, wanted.workflow ?? ""), wanted.job.name);
    const { job, matrix = {} } = wanted.only ?? {};
    const args = [
      wanted.event,
      ...(job === undefined ? [] : ["--job", job]),
      ...Object.entries(matrix).flatMap(([name, value]) => ["--matrix", `${name}:${value}`]),
      ...["--directory", clone, "--platform", "ubuntu-24.04=-self-hosted"],
      ...["--workflows", join(workflows, wanted.workflow ?? "")],
      ...["--eventpath", file("event.json", wanted.payload)],
      ...["--secret-file", file("secrets.yml", wanted.secrets)],
      ...["--var-file", file("variables.yml", wanted.variables)],
      ...["--env-file", "/dev/null", "--input-file", "/dev/null"],
      ...Object.entries(settings).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
      ...["--action-cache-path", join(folder, "act"), "--no-cache-server"],
      ...["--artifact-server-addr", "127.0.0.1"],
      ...["--artifact-server-port", String(await freePort())],
      // A forge hides secrets in its logs. Without that, the test sees what the scripts print.
      ...["--no-skip-checkout", "--insecure-secrets", "--concurrent-jobs", "2"],
      ...standIns(join(clone, ".github"), join(folder, "actions")),
    ];
    const command = this.command(this.programs.act, args, { cwd: clone, env });
    void command.ended.then(({ log }) => writeFileSync(join(folder, "log.txt"), log));
    return new StartedRun(command, artifacts);
  }
}

/** act ends at a called workflow that failed, also before jobs that always run. So these run on their own. */
function keepJob(file: string, name: string): void {
  const workflow = parse(readFileSync(file, "utf8")) as { jobs: Record<string, object> };
  const job = { ...workflow.jobs[name], needs: undefined, if: undefined };
  writeFileSync(file, stringify({ ...workflow, jobs: { [name]: job } }));
}

/** The run of an event's workflows. */
export class StartedRun {
  constructor(
    private readonly command: Command,
    readonly artifacts: string,
  ) {}

  get ended(): Promise<Ended> {
    return this.command.ended;
  }

  /** The machine loses its power. */
  kill(): void {
    this.command.kill();
  }

  /** Everything that people can read of the run. */
  published(): string {
    return this.command.log + textsIn(this.artifacts);
  }
}

/** The texts of all files in a folder. */
export function textsIn(folder: string): string {
  if (!existsSync(folder)) return "";
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), "utf8"))
    .join("\n");
}

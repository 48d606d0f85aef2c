import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Person } from "./gitea";
import { Machine, textsIn } from "./machine";
import type { StartedRun, WorkflowRun } from "./machine";
import { Command, run } from "./processes";
import type { Ended } from "./processes";
import { Repository } from "./repository";
import type { Servers } from "./servers";

type Waves = Record<string, string[]>;

interface Choices {
  program?: string;
  /** The instances with documented operations only. */
  documented?: readonly string[];
  /** Further settings of every stack. */
  settings?: Record<string, number>;
  /** Further secrets of the repository. */
  secrets?: Record<string, string>;
}

const machineOf = ({ act, packages, folder }: Servers, name: string, number: number): Machine =>
  new Machine(join(folder, name, `machine-${number}`), { act, tools: packages.tools });

/** The program of a team: its repository, its instances and stacks, and the runs of its pipelines. */
export class Project extends Repository {
  readonly instances: Record<string, Simulator> = {};
  readonly secrets: Record<string, string>;
  variables: Record<string, string> = {};
  /** What somebody left on every runner as `pulumi`. */
  planted?: string;
  readonly #runs: StartedRun[] = [];
  #machines = 1;

  private constructor(
    readonly servers: Servers,
    readonly name: string,
    backend: string,
  ) {
    const folder = join(servers.folder, name);
    const author = machineOf(servers, name, 1);
    super(servers.forge, `team/${name}`, join(folder, "clone"), author);
    this.secrets = {
      GITHUB_TOKEN: servers.forge.tokens.bot,
      PLATFORM_TOKEN: `token-of-${name}-that-nobody-may-see`,
      PULUMI_BACKEND_URL: backend,
      PULUMI_CONFIG_PASSPHRASE: `passphrase-of-${name}`,
    };
  }

  /** Makes the repository, an instance and a stack for each name in the waves, and protects main. */
  static async create(
    servers: Servers,
    name: string,
    backend: string,
    waves: Waves,
    { program, documented = [], settings = {}, secrets = {} }: Choices = {},
  ): Promise<Project> {
    const project = new Project(servers, name, backend);
    Object.assign(project.secrets, secrets);
    const { clone } = project;
    cpSync(servers.packages.project, clone, { recursive: true });
    project.write("waves.json", JSON.stringify(waves, null, 2));
    if (program !== undefined) project.write("index.ts", program);
    const token = project.secrets.PLATFORM_TOKEN ?? "";
    for (const stack of Object.values(waves).flat()) {
      const operations = documented.includes(stack) ? "documented" : "extended";
      const instance = await startSimulator({ profile: operations, token });
      project.instances[stack] = instance;
      const address = { "platform:baseUrl": instance.url, "platform:operations": operations };
      const config = { ...address, ...settings };
      project.write(`Pulumi.${stack}.yaml`, stringify({ config }));
      await project.command("pulumi", "stack", "init", stack, "--no-select", "--non-interactive");
    }
    await project.publish();
    return project;
  }

  instance(stack: string): Simulator {
    const instance = this.instances[stack];
    if (instance === undefined) throw new Error(`There is no instance ${stack}.`);
    return instance;
  }

  /** A machine that no run has used yet. */
  machine(): Machine {
    const machine = machineOf(this.servers, this.name, ++this.#machines);
    if (this.planted !== undefined) machine.plant(this.planted);
    return machine;
  }

  /** Runs a command on the machine of the author, in the clone. */
  command(name: string, ...args: string[]): Promise<string> {
    return run(name, args, this.#settings());
  }

  /** Runs a command on the machine of the author that may fail. */
  attempt(name: string, ...args: string[]): Promise<Ended> {
    return new Command(name, args, this.#settings()).ended;
  }

  #settings(): { cwd: string; env: Record<string, string> } {
    const env = this.author.environment({ ...this.secrets, PULUMI_DIY_BACKEND_PARALLEL: "3" });
    env.PATH = `${join(this.clone, "node_modules", ".bin")}:${env.PATH}`;
    return { cwd: this.clone, env };
  }

  /** Applies main on the machine of the author, as a team does before it has pipelines. */
  async apply(stack: string): Promise<void> {
    await this.command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
    await this.command("pulumi", "up", "--stack", stack, "--yes", "--skip-preview");
    this.instance(stack).calls.length = 0;
  }

  /** Starts what the forge starts for an event. */
  async start(
    event: WorkflowRun["event"],
    of: Partial<Pick<WorkflowRun, "workflow" | "job" | "commit">> & {
      pullRequest?: number;
      /** Whose token the forge gives to the jobs. */
      token?: Person;
    } = {},
  ): Promise<StartedRun> {
    const { pullRequest: number, workflow, job, token = "bot" } = of;
    const newest = number === undefined ? await this.tip("main") : await this.head(number);
    const commit = of.commit ?? newest;
    const repository = { full_name: this.repository, default_branch: "main" };
    const payloads = {
      pull_request: {
        action: "synchronize",
        number,
        pull_request: number === undefined ? undefined : await this.pullRequest(number),
      },
      push: { ref: "refs/heads/main", after: commit, deleted: false },
      schedule: { schedule: "17 3 * * *" },
      workflow_dispatch: { ref: "refs/heads/main", inputs: {} },
    };
    const started = await this.machine().start({
      event,
      ...(workflow !== undefined && { workflow }),
      ...(job !== undefined && { job }),
      payload: { ...payloads[event], repository },
      repository: this.repository,
      server: this.forge.url,
      ref: number === undefined ? "refs/heads/main" : `refs/pull/${number}/head`,
      commit: commit ?? "",
      secrets: { ...this.secrets, GITHUB_TOKEN: this.forge.tokens[token] },
      variables: { ...this.servers.packages.pulumi, ...this.variables },
    });
    this.#runs.push(started);
    return started;
  }

  /** Runs what the forge starts for an event, to its end. */
  async runs(code: number, ...[event, of]: Parameters<Project["start"]>): Promise<string> {
    const { ended } = await this.start(event, of);
    const { log, code: actual } = await ended;
    assert.equal(actual === 0 ? 0 : 1, code, `${event} ended with ${actual}:\n${log.slice(-6000)}`);
    return log;
  }

  /** Everything that the runs of this project wrote where people can read it, and their plans. */
  published(): string {
    const plans = textsIn(this.variables.PLATFORM_PLANS ?? "");
    return [plans, ...this.#runs.map((one) => one.published())].join("\n");
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.instances).map((instance) => instance.close()));
  }
}

import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { secretsKeeper, secretsProvider } from "../engine/stacks/secretsKeeper";
import { root, shortcuts } from "../engine/stacks/stack";
import { cliHere } from "../cli/cliHere";
import { bin, execute } from "../cli/command";
import type { Run } from "../cli/command";
import { ourVersion } from "../packages/project";

interface Instance {
  url: string;
  token: string;
}

/** A folder in which somebody works with several instances, and with a Pulumi backend of its own. */
export class Workspace {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "pulumi-platform-round-trip-")));
  readonly #env: Record<string, string>;

  constructor(
    instances: Record<string, Instance>,
    settings: { operations: string; scheduleFilter?: string },
    /** Runs `pulumi-platform`. */
    private readonly cli = cliHere,
  ) {
    const entries = Object.entries(instances);
    const file = Object.fromEntries(
      entries.map(([name, { url }]) => [name, { baseUrl: url, ...settings }]),
    );
    this.write("instances.yaml", stringify(file));
    mkdirSync(join(this.folder, "packages"));
    // Nothing is installed from them: the programs use the packages of this tree.
    for (const name of ["pulumi-platform", "pulumi-platform-provider", "pulumi-platform-cli"]) {
      this.write(`packages/${name}-${ourVersion("pulumi-platform")}.tgz`, "");
    }
    mkdirSync(join(this.folder, "state"));
    this.#env = {
      PATH: `${process.env.PLATFORM_TEST_ENGINE}:${process.env.PATH}`,
      PULUMI_HOME: join(this.folder, "home"),
      PULUMI_BACKEND_URL: `file://${join(this.folder, "state")}`,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      NO_COLOR: "1",
      ...Object.fromEntries(
        entries.map(([name, { token }]) => [`PLATFORM_TOKEN_${name.toUpperCase()}`, token]),
      ),
    };
  }

  /** Whether Pulumi checks the types of a program, which takes longer than everything else. */
  checksTypes = true;

  write(path: string, text: string): void {
    writeFileSync(join(this.folder, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  delete(path: string): void {
    rmSync(join(this.folder, path));
  }

  /** Runs `pulumi-platform` in the folder. */
  run(...args: string[]): Promise<Run> {
    return this.cli(this.#env, this.folder, ...args);
  }

  /** Runs `pulumi-platform` in the folder, until a signal stops it as Ctrl-C does. */
  runUntil(signal: AbortSignal, ...args: string[]): Promise<Run> {
    return execute(this.folder, process.execPath, [bin, ...args], this.#env, signal);
  }

  /** Runs `pulumi-platform` in a project, which gets the names of the instances. */
  runIn(project: string, ...args: string[]): Promise<Run> {
    this.write(`${project}/instances.yaml`, this.read("instances.yaml"));
    return this.cli(this.#env, join(this.folder, project), ...args);
  }

  /** Exports an instance into a folder of the same name. */
  export(instance: string, ...args: string[]): Promise<Run> {
    const out = ["--out", instance, "--packages", "packages"];
    return this.run("export", instance, ...out, ...args);
  }

  /** Runs Pulumi in a project. */
  async pulumi(project: string, instance: Instance, ...args: string[]): Promise<Run> {
    const folder = join(this.folder, project);
    try {
      symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    } catch {
      // An earlier command has linked it.
    }
    const env: Record<string, string> = {
      ...this.#env,
      ...shortcuts,
      ...(await secretsKeeper()),
      PLATFORM_TOKEN: instance.token,
      PULUMI_NODEJS_TRANSPILE_ONLY: String(!this.checksTypes),
    };
    const keeper = args[0] === "stack" && args[1] === "init" ? [secretsProvider] : [];
    return execute(folder, "pulumi", [...args, ...keeper, "--non-interactive"], env);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

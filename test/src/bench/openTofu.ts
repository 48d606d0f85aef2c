import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Declared } from "../engine/stacks/stack";
import { root } from "../engine/stacks/stack";
import type { BenchInstance } from "./instance";

interface GoProgram {
  goProgram: (program: string, folder: string, env: NodeJS.ProcessEnv) => Promise<string>;
}
interface Errors {
  EngineError: new () => Error;
}
interface Layout {
  tofu: string;
  tofuFolder: () => string;
  restProvider: string;
  restProviderFolder: () => string;
  pinnedVersion: (file: string, module: string) => string;
}

/** OpenTofu and its generic provider for REST APIs. */
export interface Programs {
  tofu: string;
  provider: string;
  versions: { tofu: string; provider: string };
}

const script = async <Module>(name: string): Promise<Module> =>
  (await import(pathToFileURL(join(root, "scripts", "engine", name)).href)) as Module;

/** The first run on a machine builds both. Returns the reason if that is not possible, for example without Go. */
export async function programs(): Promise<Programs | string> {
  const { goProgram } = await script<GoProgram>("goProgram.mjs");
  const { EngineError } = await script<Errors>("errors.mjs");
  const layout = await script<Layout>("layout.mjs");
  const version = (file: string, module: string) => layout.pinnedVersion(file, module).slice(1);
  try {
    return {
      provider: await goProgram(layout.restProvider, layout.restProviderFolder(), process.env),
      tofu: await goProgram(layout.tofu, layout.tofuFolder(), process.env),
      versions: {
        tofu: version("tofu/go.mod", "github.com/opentofu/opentofu"),
        provider: version("rest-provider/go.mod", `github.com/Mastercard/${layout.restProvider}`),
      },
    };
  } catch (error) {
    if (error instanceof EngineError) return error.message;
    throw error;
  }
}

const systems: Partial<Record<NodeJS.Platform, string>> = { win32: "windows" };
const processors: Partial<Record<NodeJS.Architecture, string>> = { x64: "amd64" };
const source = "mastercard/restapi";

/** The program: each schedule is an object of the collection. */
const program = ({ url, token }: BenchInstance, version: string, count: number) => `terraform {
  required_providers {
    restapi = {
      source  = "${source}"
      version = "${version}"
    }
  }
}

provider "restapi" {
  uri                  = "${url}"
  write_returns_object = true
  id_attribute         = "id"
  headers = {
    "X-SERVICE-Developer-Token" = "${token}"
    "Content-Type"              = "application/json"
  }
}

# OpenTofu reads a local value once, and an expression of for_each again for each object.
locals {
  schedules = jsondecode(file("\${path.module}/schedules.json"))
}

resource "restapi_object" "schedule" {
  count = ${count}
  path  = "/api/content/v1/reportschedules"
  data  = jsonencode(local.schedules[count.index].args)
}
`;

/** A project of OpenTofu in a folder of its own. */
export class OpenTofu {
  readonly folder = mkdtempSync(join(tmpdir(), "pulumi-platform-tofu-"));
  readonly #env: NodeJS.ProcessEnv;

  constructor(
    private readonly programs: Programs,
    instance: BenchInstance,
    schedules: readonly Declared[],
  ) {
    const { provider, versions } = programs;
    const system = `${systems[process.platform] ?? process.platform}_${processors[process.arch] ?? process.arch}`;
    const mirror = join(this.folder, "mirror");
    const versionFolder = join(mirror, "registry.opentofu.org", source, versions.provider);
    mkdirSync(versionFolder, { recursive: true });
    symlinkSync(dirname(provider), join(versionFolder, system));
    const settings = join(this.folder, "cli.tfrc");
    writeFileSync(
      settings,
      `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\n`,
    );
    this.#env = { ...process.env, TF_CLI_CONFIG_FILE: settings };
    writeFileSync(
      join(this.folder, "main.tf"),
      program(instance, versions.provider, schedules.length),
    );
    writeFileSync(join(this.folder, "schedules.json"), JSON.stringify(schedules));
  }

  /** Runs a command to its end, and returns what it prints. */
  async ok(...args: string[]): Promise<string> {
    const options = { cwd: this.folder, env: this.#env, maxBuffer: 2 ** 30 };
    const { stdout } = await promisify(execFile)(this.programs.tofu, args, options);
    return stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root, Stack } from "../engine/stacks/stack";
import { run } from "./command";

/** The folders of the packages that are published, by name. */
export const published = {
  "pulumi-platform": "sdk",
  "pulumi-platform-provider": "provider",
  "pulumi-platform-simulator": "simulator",
  "pulumi-platform-cli": "cli",
} as const;
export type PackageName = keyof typeof published;
export const publishedNames = Object.keys(published) as PackageName[];

/** What npm says with each of these commands is of no use to anyone, and slow to come by. */
const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
const pnpm = ["--yes", "--prefer-offline", "--loglevel=error", "pnpm@10.18.3"];

interface Packed {
  folder: string;
  /** What the script printed. */
  printed: string;
}

/** What `npm run pack` writes, once per `npm test`. The process that makes the folder packs; others wait. */
export async function packed(): Promise<Packed> {
  const folder = process.env.PLATFORM_TEST_PACKED;
  if (folder === undefined) throw new Error("PLATFORM_TEST_PACKED is not set: run `npm test`");
  const output = `${folder}.txt`;
  while (!existsSync(output)) {
    const isMade = mkdirSync(folder, { recursive: true }) !== undefined;
    if (isMade) await packInto(folder, output);
    else await sleep(100);
  }
  return { folder, printed: readFileSync(output, "utf8") };
}

async function packInto(folder: string, output: string): Promise<void> {
  try {
    const script = join(root, "scripts", "pack.mjs");
    writeFileSync(`${output}.part`, await run(root, process.execPath, script, "--to", folder));
    renameSync(`${output}.part`, output);
  } catch (error) {
    // The next process that needs the packages tries again.
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The packed packages, as dependencies. */
async function tarballs(): Promise<Record<PackageName, string>> {
  const { folder } = await packed();
  const entries = publishedNames.map((name) => {
    const { version } = JSON.parse(
      readFileSync(join(root, published[name], "package.json"), "utf8"),
    ) as { version: string };
    return [name, `file:${join(folder, `${name}-${version}.tgz`)}`];
  });
  return Object.fromEntries(entries) as Record<PackageName, string>;
}

/** The version of a package that this tree uses: it is in npm's cache already. */
export function ourVersion(name: string): string {
  const manifest = createRequire(join(root, "package.json")).resolve(`${name}/package.json`);
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}

/** A program as a user writes it, and the installed packages. */
export interface Program {
  type: "commonjs" | "module";
  file: "index.js" | "index.ts";
  source: string;
  /** Further lines of its project. */
  project?: string;
}

const installed: Partial<Record<"npm" | "pnpm", Promise<Project>>> = {};

/** An empty project outside this tree with the packed packages in it, and a stack of its own. */
export class Project {
  private constructor(
    readonly stack: Stack,
    private readonly manifest: Record<string, unknown>,
  ) {}

  /**
   * With npm: the command that `npm run pack` prints, and the simulator. With pnpm: only links, and nothing that is not
   * declared. All tests of a run share one installation of each; their programs take turns in it.
   */
  static installed(manager: "npm" | "pnpm"): Promise<Project> {
    return (installed[manager] ??= manager === "npm" ? Project.#withNpm() : Project.#withPnpm());
  }

  static #empty(manifest: object): Stack {
    const stack = new Stack({ PLATFORM_OPERATIONS: "extended" }).withoutShortcuts();
    process.once("exit", () => stack.remove());
    rmSync(join(stack.folder, "node_modules"));
    stack.write("package.json", JSON.stringify(manifest));
    return stack;
  }

  static async #withNpm(): Promise<Project> {
    const { "pulumi-platform-simulator": simulator } = await tarballs();
    const stack = Project.#empty({ name: "outside", private: true });
    const command = (await packed()).printed.trim().split("\n").pop() ?? "";
    await run(stack.folder, "sh", "-c", `${command} ${simulator} ${quiet.join(" ")}`);
    const manifest = readFileSync(join(stack.folder, "package.json"), "utf8");
    return new Project(stack, JSON.parse(manifest) as Record<string, unknown>);
  }

  static async #withPnpm(): Promise<Project> {
    const files = await tarballs();
    const manifest = {
      name: "outside",
      private: true,
      dependencies: {
        "@pulumi/pulumi": ourVersion("@pulumi/pulumi"),
        "pulumi-platform": files["pulumi-platform"],
      },
      // The provider comes with the SDK as it will from the registry: a program does not name it.
      pnpm: { overrides: { "pulumi-platform-provider": files["pulumi-platform-provider"] } },
    };
    const stack = Project.#empty(manifest);
    await run(stack.folder, "npx", ...pnpm, "install", "--prefer-offline", "--config.hoist=false");
    return new Project(stack, manifest);
  }

  get folder(): string {
    return this.stack.folder;
  }

  /** Makes this the program of the project, in place of the one before. */
  write({ type, file, source, project = "" }: Program): void {
    for (const old of ["index.js", "index.ts"]) rmSync(join(this.folder, old), { force: true });
    this.stack.write(file, source);
    this.stack.write("package.json", JSON.stringify({ ...this.manifest, type, main: file }));
    const typescript = file === "index.ts";
    this.stack.write(
      "Pulumi.yaml",
      `name: outside\nruntime: { name: nodejs, options: { typescript: ${typescript} } }\n${project}`,
    );
  }
}

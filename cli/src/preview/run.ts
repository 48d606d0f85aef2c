import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parse } from "yaml";
import { Failure } from "../failure.js";
import { collectedIn } from "./collected.js";
import { impossibleDeletes } from "./deletes.js";
import { EngineReport } from "./events.js";
import { readReport } from "./read.js";
import type { Preview, PreviewOptions } from "./types.js";

/** Runs a preview of a stack, and reads what the engine says. A preview that fails has problems. */
export async function runPreview(options: PreviewOptions = {}): Promise<Preview> {
  const { environment = process.env, folder = process.cwd(), savePlan } = options;
  const project = projectIn(folder);
  const given = options.stack ?? (environment.PULUMI_STACK || undefined);
  const stack = given ?? (await selectedStack(folder, environment));
  // Only this user can read the folder.
  const temporary = mkdtempSync(join(tmpdir(), "pulumi-platform-preview-"));
  try {
    const collect = join(temporary, "impossible.jsonl");
    const report = new EngineReport();
    const args = [
      ...["preview", "--json", "--stack", stack],
      ...(options.refresh === true ? ["--refresh"] : []),
      ...(savePlan === undefined ? [] : ["--save-plan", resolve(folder, savePlan)]),
    ];
    const { code, said } = await pulumi(args, {
      folder,
      environment: {
        ...environment,
        PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        PLATFORM_COLLECT: collect,
        ...(savePlan !== undefined && { PULUMI_EXPERIMENTAL: "true" }),
      },
      take: (line) => report.add(line),
    });
    const { remaining, ...read } = readReport(report, environment);
    const collected = collectedIn(collect, remaining);
    const reasons = new Set(collected.map(({ reason }) => reason));
    return {
      project,
      stack: stack.replace(/^.*\//, ""),
      ...read,
      impossible: [...collected, ...impossibleDeletes(read.changes, remaining)],
      problems: problemsOf(report, code, said),
      // Some are warnings, too.
      warnings: [...new Set(report.warnings)].filter((text) => !reasons.has(text)),
      ...(savePlan !== undefined && code === 0 && { planFile: resolve(folder, savePlan) }),
    };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The errors of the engine; of several that say the same, one. */
function problemsOf(report: EngineReport, code: number, said: string): string[] {
  if (code === 0) return [...new Set(report.errors)];
  // It says so after every error.
  const errors = report.errors.filter((text) => text !== "preview failed");
  const told = errors.length > 0 ? errors : [...report.other, ...said.split(/\n(?=error: )/)];
  const problems = told
    .map((text) => text.replace(/^error: /, "").trim())
    .filter((one) => one !== "");
  return problems.length > 0
    ? [...new Set(problems)]
    : [`\`pulumi preview\` ended with exit code ${code}, and said nothing.`];
}

interface Running {
  folder: string;
  environment: NodeJS.ProcessEnv;
  take: (line: string) => void;
}

/** Runs the engine. */
async function pulumi(
  args: readonly string[],
  { folder, environment, take }: Running,
): Promise<{ code: number; said: string }> {
  const child = spawn("pulumi", [...args, "--non-interactive"], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  createInterface({ input: child.stdout }).on("line", take);
  const [code] = (await once(child, "close").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Failure("This command needs the command pulumi, which is not on the PATH.");
  })) as [number | null];
  return { code: code ?? -1, said };
}

/** The name of the project in a folder or above it. */
function projectIn(folder: string): string {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const file = ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(at, name)).find(existsSync);
    if (file !== undefined) {
      const { name } = (parse(readFileSync(file, "utf8")) ?? {}) as { name?: unknown };
      return typeof name === "string" ? name : "";
    }
    if (dirname(at) === at) {
      throw new Failure(
        "Neither this folder nor one above it has a Pulumi.yaml. Run the command in the folder of the project.",
      );
    }
  }
}

async function selectedStack(folder: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const lines: string[] = [];
  const { code } = await pulumi(["stack", "--show-name"], {
    ...{ folder, environment },
    take: (line) => lines.push(line),
  });
  const [name] = lines;
  if (code === 0 && name !== undefined && name !== "") return name;
  throw new Failure("Which stack? Name one: --stack dev. Or select one: pulumi stack select dev");
}

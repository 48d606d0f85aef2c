import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../engine/stack";

const times = 11;
const target = 1.6;

/** What is started: it says one line when it is ready. */
const starters = {
  plugin: [join(root, "provider", "bin", "pulumi-resource-platform")],
  bare: ["-e", 'require("@grpc/grpc-js"); console.log("ready")'],
};

/** How long the plugin takes from its start to its port, compared with a process that only loads gRPC. */
export async function startOfPlugin(): Promise<string> {
  const took: Record<keyof typeof starters, number[]> = { plugin: [], bare: [] };
  for (let run = 0; run < times; run++) {
    for (const [name, args] of Object.entries(starters)) {
      took[name as keyof typeof starters].push(await started(args));
    }
  }
  const [plugin, bare] = [median(took.plugin), median(took.bare)];
  const ratio = plugin / bare;
  return `start of the plugin ${plugin.toFixed(0)} ms, of a bare process with gRPC ${bare.toFixed(0)} ms: ${ratio.toFixed(2)} (≤ ${target} ${ratio <= target ? "met" : "missed"})`;
}

async function started(args: readonly string[]): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const milliseconds = performance.now() - start;
  child.kill("SIGKILL");
  await once(child, "exit");
  return milliseconds;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

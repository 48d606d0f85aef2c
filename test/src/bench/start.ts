import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { root } from "../engine/stacks/stack";
import { median } from "./table";

const times = 11;
const target = 1.6;

/** Milliseconds from the start of a process to its first line and, of a plugin, to the answer to a first call. */
interface Start {
  line: number;
  answer: number;
}

/**
 * How long the plugin takes from its start to its port, compared with a process that only loads gRPC, and to its first
 * answer: as npm installs it, and as the engine downloads it.
 */
export async function startOfPlugin(archive: string): Promise<string> {
  const bare = ["-e", 'require("@grpc/grpc-js"); console.log("ready")'];
  const programs = {
    npm: join(root, "provider", "bin", "pulumi-resource-platform"),
    archive: join(archive, "start.cjs"),
  };
  const took: Record<keyof typeof programs | "bare", Start[]> = { npm: [], archive: [], bare: [] };
  for (let run = 0; run < times; run++) {
    took.bare.push(await started(bare, false));
    for (const [name, script] of Object.entries(programs)) {
      took[name as keyof typeof programs].push(await started([script], true));
    }
  }
  const middle = (name: keyof typeof took, moment: keyof Start) =>
    median(took[name].map((one) => one[moment])) ?? NaN;
  const shown = (...of: Parameters<typeof middle>) => `${middle(...of).toFixed(0)} ms`;
  const ratio = middle("npm", "line") / middle("bare", "line");
  return [
    `start of the plugin ${shown("npm", "line")}, of a bare process with gRPC ${shown("bare", "line")}: ${ratio.toFixed(2)} (≤ ${target} ${ratio <= target ? "met" : "missed"})`,
    `first answer of the plugin from npm ${shown("npm", "answer")}, from the archive ${shown("archive", "answer")} (its port: ${shown("archive", "line")})`,
  ].join("\n");
}

async function started(args: readonly string[], isPlugin: boolean): Promise<Start> {
  const start = performance.now();
  const child = spawn(process.execPath, [...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  const line = performance.now() - start;
  if (isPlugin) await firstAnswer(port.toString().trim());
  const answer = performance.now() - start;
  child.kill("SIGKILL");
  await once(child, "exit");
  return { line, answer };
}

async function firstAnswer(port: string): Promise<void> {
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  await new Promise<void>((resolve, reject) =>
    client.getPluginInfo(new Empty(), (error) => (error ? reject(error) : resolve())),
  );
  client.close();
}

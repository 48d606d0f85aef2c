import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../engine/stacks/stack";

interface Plugins {
  writePlugin: (folder: string) => Promise<void>;
}

/** Gives `work` a folder with the plugin as the engine downloads it. */
export async function withArchive<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-bench-plugin-"));
  try {
    const script = pathToFileURL(join(root, "scripts", "release", "plugins.mjs")).href;
    await ((await import(script)) as Plugins).writePlugin(folder);
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

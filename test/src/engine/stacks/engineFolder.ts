import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./stack";

/** Finds the engine, or gets it, for commands that `npm test` does not start. */
export async function useEngine(): Promise<void> {
  const script = pathToFileURL(join(root, "scripts", "engine", "folder.mjs")).href;
  const { engineFolder } = (await import(script)) as { engineFolder: () => Promise<string> };
  process.env.PLATFORM_TEST_ENGINE = await engineFolder();
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import { assemble } from "./assemble.mjs";
import { build } from "./build.mjs";
import { cacheRoot, executable } from "./layout.mjs";

/** The path of a program that each machine builds once, from pinned Go modules, into this folder of the cache. */
export async function goProgram(program, folder, env) {
  const name = executable(program);
  const root = cacheRoot(env);
  const finished = await assemble(
    root,
    folder,
    (target, work) => build([name], { target, work, root, env }),
    (made) => existsSync(join(made, name)),
  );
  return join(finished, name);
}

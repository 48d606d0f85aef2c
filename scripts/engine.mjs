import { realpathSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { assemble, workFolder } from "./engine/assemble.mjs";
import { build } from "./engine/build.mjs";
import { asEngineError, EngineError, exitWith, summary } from "./engine/errors.mjs";
import { checkVersion, clisOnPath, lend, linkHosts, takeFrom } from "./engine/found.mjs";
import { launch } from "./engine/launcher.mjs";
import { cacheRoot, cli, complete, folderName, hosts } from "./engine/places.mjs";
import { onStderr } from "./engine/progress.mjs";

/**
 * A folder to put first on PATH: the real `pulumi`, its language hosts and its dynamic provider.
 * In this order: a CLI on PATH, what an earlier run left in the cache, the official launcher, a
 * build from pinned Go modules. `progress` gets a line now and then while that takes its time.
 */
export async function engineFolder({ progress = onStderr(), env = process.env } = {}) {
  const root = cacheRoot(env);
  const name = folderName();
  const ours = join(root, name);
  const attempts = [];
  const attempt = async (way, use) => {
    try {
      return await use();
    } catch (error) {
      const told = asEngineError(error, root);
      if (!(told instanceof EngineError)) throw told;
      attempts.push({ way, error: told });
      return undefined;
    }
  };

  const clis = clisOnPath(env, root);
  for (const { path, stamp } of clis) {
    const linked = `${name}-${stamp}`;
    if (complete(join(root, linked))) return join(root, linked);
    const folder = await attempt("the pulumi on PATH", async () => {
      await workFolder(root, "probe", (work) => checkVersion(path, work, env));
      return assemble(root, linked, progress, async (target, work) => {
        const missing = takeFrom(path, lend(ours), target);
        await build(missing, { target, work, root, env, progress });
      });
    });
    if (folder !== undefined) return folder;
  }
  if (complete(ours)) return ours;
  if (clis.length === 0)
    attempts.push({ way: "a pulumi on PATH", error: new EngineError("there is none") });

  const ways = [
    [
      "the official launcher",
      async (options) => {
        await launch(options);
        await checkVersion(join(options.target, cli), options.work, env);
        await build(linkHosts([], options.target), options);
      },
    ],
    ["a build from Go modules", (options) => build([cli, ...hosts.flat()], options)],
  ];
  for (const [way, make] of ways) {
    const folder = await attempt(way, () =>
      assemble(root, name, progress, (target, work) => make({ target, work, root, env, progress })),
    );
    if (folder !== undefined) return folder;
  }
  throw summary(attempts);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  engineFolder().then((folder) => process.stdout.write(`${folder}\n`), exitWith);

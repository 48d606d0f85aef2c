import { join } from "node:path";
import process from "node:process";
import { assemble, workFolder } from "./assemble.mjs";
import { build } from "./build.mjs";
import { asEngineError, EngineError, summary } from "./errors.mjs";
import { launch } from "./launcher.mjs";
import { cacheRoot, cli, engineFolderName, enginePins, hosts, isComplete } from "./layout.mjs";
import { checkVersion, clisOnPath, linkCli, linkHosts } from "./onPath.mjs";
import { note } from "./progress.mjs";

const { env } = process;
const root = cacheRoot(env);

/**
 * A folder to put first on PATH: the real `pulumi`, its language hosts and its dynamic provider. In this
 * order: a CLI on PATH, the cache, the official launcher, a build from pinned Go modules. The newest engine is
 * exactly the pinned one, so it comes from the cache or its modules.
 */
export async function engineFolder() {
  const name = engineFolderName(env);
  const ours = join(root, name);
  const attempts = [];
  const attempt = async (what, use) => {
    try {
      return await use();
    } catch (error) {
      const known = asEngineError(error, root);
      if (!(known instanceof EngineError)) throw known;
      attempts.push({ what, error: known });
      return undefined;
    }
  };

  const isNewest = enginePins(env) === "newest";
  const clis = isNewest ? [] : clisOnPath(env, root);
  for (const { path, stamp } of clis) {
    const linked = `${name}-${stamp}`;
    if (isComplete(join(root, linked))) return join(root, linked);
    const folder = await attempt("the pulumi on PATH", async () => {
      await workFolder(root, "probe", (work) => checkVersion(path, work, env));
      return assemble(root, linked, async (target, work) => {
        const missing = linkCli(path, isComplete(ours) ? [ours] : [], target);
        await build(missing, { target, work, root, env });
      });
    });
    if (folder !== undefined) return folder;
  }
  if (isComplete(ours)) return ours;
  if (clis.length === 0 && !isNewest)
    attempts.push({ what: "a pulumi on PATH", error: new EngineError("there is none") });

  for (const [what, make] of [
    ...(isNewest ? [] : [["the official launcher", download]]),
    ["a build from Go modules", (options) => build([cli, ...hosts.flat()], options)],
  ]) {
    const folder = await attempt(what, () =>
      assemble(root, name, (target, work) => make({ target, work, root, env })),
    );
    if (folder !== undefined) return folder;
  }
  throw summary(attempts);
}

async function download(options) {
  try {
    await launch(options);
  } catch (error) {
    note(`The download failed: ${asEngineError(error, root).message}. Building Pulumi instead.`);
    throw error;
  }
  await checkVersion(join(options.target, cli), options.work, env);
  await build(linkHosts([], options.target), options);
}

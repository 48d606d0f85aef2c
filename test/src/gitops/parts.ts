import { chmodSync, cpSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../engine/stacks/stack";
import { Command, plainEnvironment, run } from "./processes";

/** The versions of what is tested. A cached part of another version is not used. */
const versions = { act: "0.2.89", gitea: "1.26.0", gitlabCiLocal: "4.73.0", versitygw: "1.8.0" };

interface Assembly {
  assemble: (
    root: string,
    name: string,
    gather: (target: string, work: string) => Promise<void>,
    isFinished: (folder: string) => boolean,
  ) => Promise<string>;
}
interface Errors {
  explain: (output: string, root: string) => Error;
}
interface Layout {
  cacheRoot: (environment: NodeJS.ProcessEnv) => string;
  folderName: (name: string, ...parts: string[]) => string;
  goCaches: (root: string) => string;
}

/** Something that the test needs and that this repository does not contain. */
export interface Part {
  name: string;
  /** Gets it and returns the path of its program, or of its folder. */
  find(): Promise<string>;
}

const script = async <Module>(name: string): Promise<Module> =>
  (await import(pathToFileURL(join(root, "scripts", "engine", name)).href)) as Module;

/** The cache outside of this tree, which also has the engine. */
export const cacheOfParts = async (): Promise<string> =>
  (await script<Layout>("layout.mjs")).cacheRoot(process.env);

/** A folder in the cache outside of this tree, which the first run fills. */
async function cached(
  name: string,
  version: string,
  file: string,
  gather: (target: string, work: string, environment: Record<string, string>) => Promise<void>,
): Promise<string> {
  const { assemble } = await script<Assembly>("assemble.mjs");
  const { cacheRoot, folderName, goCaches } = await script<Layout>("layout.mjs");
  const cache = cacheRoot(process.env);
  const isFinished = (folder: string) => existsSync(join(folder, file));
  const key = folderName(name, version);
  if (isFinished(join(cache, key))) return join(cache, key);
  process.stdout.write(`getting ${name} ${version}, once\n`);
  const go = goCaches(cache);
  const environment = plainEnvironment({
    ...Object.fromEntries(
      Object.entries(process.env).flatMap(([variable, value = ""]) =>
        /^(GOPROXY|GOSUMDB|GONOSUMDB|npm_config_\w+|https?_proxy|no_proxy)$/i.test(variable)
          ? [[variable, value]]
          : [],
      ),
    ),
    GOCACHE: join(go, "build"),
    GOMODCACHE: join(go, "modules"),
    GOPATH: join(go, "path"),
    GOFLAGS: "-modcacherw -trimpath -buildvcs=false",
  });
  const { explain } = await script<Errors>("errors.mjs");
  const get = (target: string, work: string) =>
    gather(target, work, environment).catch((error: unknown) => {
      throw explain((error as Error).message, cache);
    });
  return assemble(cache, key, get, isFinished);
}

/** A program that Go builds from a module. */
const goPart = (name: string, version: string, path: string): Part => ({
  name: `${name} ${version}`,
  find: async () => {
    const folder = await cached(name, version, name, async (target, _, env) => {
      await run("go", ["install", `${path}@v${version}`], { env: { ...env, GOBIN: target } });
    });
    return join(folder, name);
  },
});

const act = goPart("act", versions.act, "github.com/nektos/act");

const versitygw = goPart(
  "versitygw",
  versions.versitygw,
  "github.com/versity/versitygw/cmd/versitygw",
);

const gitea: Part = {
  name: `Gitea ${versions.gitea}`,
  find: () =>
    cached("gitea", versions.gitea, "gitea", async (target, work, env) => {
      const module = `code.gitea.io/gitea@v${versions.gitea}`;
      const told = await run("go", ["mod", "download", "-json", module], { cwd: work, env });
      const { Dir } = JSON.parse(told.slice(told.indexOf("{"), told.lastIndexOf("}") + 1)) as {
        Dir: string;
      };
      const source = join(work, "source");
      cpSync(Dir, source, { recursive: true });
      await run("chmod", ["-R", "u+w", source]);
      const flags = ["-tags", "sqlite sqlite_unlock_notify"];
      const link = ["-ldflags", `-s -w -X main.Version=${versions.gitea}`];
      // Files that Gitea reads while it runs. The page templates are among them; the front end is not.
      for (const name of ["templates", "options", "public"]) {
        if (existsSync(join(source, name))) {
          cpSync(join(source, name), join(target, name), { recursive: true });
        }
      }
      const args = ["build", ...flags, ...link, "-o", join(target, "gitea"), "."];
      await run("go", args, { cwd: source, env });
      chmodSync(join(target, "gitea"), 0o755);
    }),
};

const gitlabCiLocal: Part = {
  name: `gitlab-ci-local ${versions.gitlabCiLocal}`,
  find: async () => {
    const file = "node_modules/.bin/gitlab-ci-local";
    const folder = await cached(
      "gitlab-ci-local",
      versions.gitlabCiLocal,
      file,
      async (target, _, env) => {
        writeFileSync(join(target, "package.json"), "{}");
        const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
        const wanted = `gitlab-ci-local@${versions.gitlabCiLocal}`;
        await run("npm", ["install", "--save-exact", ...flags, wanted], { cwd: target, env });
      },
    );
    return join(folder, file);
  },
};

const postgresRoot = "/usr/lib/postgresql";

const postgres: Part = {
  name: "PostgreSQL",
  find: async () => {
    const found = existsSync(postgresRoot)
      ? readdirSync(postgresRoot)
          .sort((a, b) => Number(b) - Number(a))
          .map((version) => join(postgresRoot, version, "bin"))
          .find((folder) => existsSync(join(folder, "initdb")))
      : undefined;
    if (found !== undefined) return found;
    const { code, log } = await new Command("pg_config", ["--bindir"]).ended;
    if (code === 0) return log.trim();
    throw new Error("it is not installed (apt-get install postgresql)");
  },
};

const rsync: Part = {
  name: "rsync",
  find: async () => {
    const { code } = await new Command("rsync", ["--version"]).ended;
    if (code === 0) return "rsync";
    throw new Error("it is not installed (apt-get install rsync)");
  },
};

export const parts = { act, gitea, gitlabCiLocal, postgres, rsync, versitygw };
export type PartName = keyof typeof parts;

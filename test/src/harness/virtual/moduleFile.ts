import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";

type Compiled = (...args: unknown[]) => void;

/** What a name in a file leads to. */
interface Resolved {
  /** Or the name of a module of Node. */
  path: string;
  isOurs: boolean;
}

/** The file of a module. */
export interface ModuleFile {
  /** Gets what Node hands a module, a `load` for `import()`, and the globals. */
  run: Compiled;
  resolve: (name: string) => Resolved;
  /** Whether it keeps something between two calls. */
  isKeeping: boolean;
  /** The paths of the modules of ours that it loads. */
  loaded: () => readonly string[];
}

/** Whether a module belongs to the packages under test. */
const isOurs = (path: string) => /[\\/](provider|sdk)[\\/](dist|bin)[\\/]/.test(path);

/** What changes while a module lives. What hangs on an object, or on what runs, is kept by that. */
const kept =
  /^(let .*|const \w+ = (\[\]|\{\}|new (Map|Set)\(\)|(Date|performance)\.now\(\).*);|exports\.\w+ = new .*)$/m;

const files = new Map<string, ModuleFile>();

export function fileAt(path: string, globals: readonly string[]): ModuleFile {
  const known = files.get(path) ?? fileOf(path, globals);
  files.set(path, known);
  return known;
}

function fileOf(path: string, globals: readonly string[]): ModuleFile {
  const source = readFileSync(path, "utf8")
    .replace(/^#!.*/, "")
    .replaceAll(/\bimport\((?=")/g, "$load(");
  const run = compileFunction(
    source,
    ["exports", "require", "module", "__filename", "__dirname", "$load", ...globals],
    { filename: path },
  ) as Compiled;
  const resolved = new Map<string, Resolved>();
  const from = createRequire(path);
  const resolve = (name: string): Resolved => {
    const known = resolved.get(name);
    if (known !== undefined) return known;
    const leadsTo = from.resolve(name);
    const found = { path: leadsTo, isOurs: isOurs(leadsTo) };
    resolved.set(name, found);
    return found;
  };
  const loaded = () =>
    [...source.matchAll(/(?:require|\$load)\("([^"]+)"\)/g)]
      .map(([, name = ""]) => resolve(name))
      .filter((found) => found.isOurs)
      .map((found) => found.path);
  return { run, resolve, isKeeping: kept.test(source), loaded };
}

/** Whether this module, or one that it loads, keeps something between two calls. */
export function keepsSomething(path: string, globals: readonly string[]): boolean {
  const known = keeping.get(path) ?? reachesOneThatKeeps(path, globals);
  keeping.set(path, known);
  return known;
}

const keeping = new Map<string, boolean>();

function reachesOneThatKeeps(path: string, globals: readonly string[]): boolean {
  const reached = new Set([path]);
  for (const one of reached) {
    const { isKeeping, loaded } = fileAt(one, globals);
    if (isKeeping) return true;
    for (const next of loaded()) reached.add(next);
  }
  return false;
}

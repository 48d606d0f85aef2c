import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { compileFunction } from "node:vm";

/** What a module finds in place of what Node gives every module. */
export type Globals = Readonly<Record<string, unknown>>;

type Require = (name: string) => unknown;
interface Module {
  exports: unknown;
}
type Compiled = (
  exports: unknown,
  require: Require,
  module: Module,
  filename: string,
  folder: string,
  load: (name: string) => Promise<unknown>,
  ...globals: unknown[]
) => void;

interface File {
  run: Compiled;
  /** What a name in this file leads to: a path, or the name of a module of Node. */
  resolve: (name: string) => string;
}

const files = new Map<string, File>();

function fileAt(path: string, names: readonly string[]): File {
  const known = files.get(path);
  if (known) return known;
  const source = readFileSync(path, "utf8")
    .replace(/^#!.*/, "")
    .replaceAll(/\bimport\((?=")/g, "$load(");
  const run = compileFunction(
    source,
    ["exports", "require", "module", "__filename", "__dirname", "$load", ...names],
    { filename: path },
  ) as unknown as Compiled;
  const resolved = new Map<string, string>();
  const from = createRequire(path);
  const resolve = (name: string) => {
    const found = resolved.get(name) ?? from.resolve(name);
    resolved.set(name, found);
    return found;
  };
  const file = { run, resolve };
  files.set(path, file);
  return file;
}

/** Whether a module belongs to the packages under test: each process has its own. */
const isOurs = (path: string) => /[\\/](provider|sdk)[\\/](dist|bin)[\\/]/.test(path);

const requireShared = createRequire(__filename);

/** The modules of one process: those of our packages are its own, all others it shares with this process. */
export class Modules {
  readonly #loaded = new Map<string, Module>();
  readonly #substituted = new Map<string, unknown>();

  constructor(
    readonly globals: Globals,
    /** What a module gets in place of a module that reaches the world outside, made of what is there. */
    readonly substitutes: Readonly<Record<string, (real: () => unknown) => unknown>>,
  ) {}

  require(path: string): unknown {
    const known = this.#loaded.get(path);
    if (known) return known.exports;
    const file = fileAt(path, Object.keys(this.globals));
    const module: Module = { exports: {} };
    this.#loaded.set(path, module);
    const require = (name: string) => this.#require(file, name);
    const load = (name: string) => Promise.resolve().then(() => require(name));
    file.run(
      module.exports,
      require,
      module,
      path,
      dirname(path),
      load,
      ...Object.values(this.globals),
    );
    return module.exports;
  }

  #require(file: File, name: string): unknown {
    const path = file.resolve(name);
    const substitute = this.substitutes[name.replace(/^node:/, "")];
    if (substitute === undefined) return isOurs(path) ? this.require(path) : requireShared(path);
    const known = this.#substituted.get(name) ?? substitute(() => requireShared(path));
    this.#substituted.set(name, known);
    return known;
  }
}

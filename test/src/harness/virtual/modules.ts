import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileAt, keepsSomething } from "./moduleFile";
import type { ModuleFile } from "./moduleFile";

/** What a module finds in place of what Node gives every module. */
export type Globals = Readonly<Record<string, unknown>>;

/** What a module gets in place of a module that reaches the world outside, made of what is there. */
export type Substitutes = Readonly<Record<string, (real: object, path: string) => object>>;

interface Module {
  exports: unknown;
}

const requireReal = createRequire(__filename);

/** Modules of our packages, and what they find of the world outside. */
class Modules {
  readonly #loaded = new Map<string, Module>();
  readonly #substituted = new Map<string, object>();

  constructor(
    readonly globals: Globals,
    readonly substitutes: Substitutes,
  ) {}

  require(path: string): unknown {
    const known = this.#loaded.get(path);
    if (known) return known.exports;
    const module: Module = { exports: {} };
    this.#loaded.set(path, module);
    const file = fileAt(path, Object.keys(this.globals));
    const find = (name: string) => this.#find(file, name);
    const load = (name: string) => Promise.resolve().then(() => find(name));
    const node = [module.exports, find, module, path, dirname(path), load];
    file.run(...node, ...Object.values(this.globals));
    return module.exports;
  }

  /** What stands for a module that reaches the world outside; undefined for another module. */
  substituted(name: string, path: string): object | undefined {
    const known = this.#substituted.get(name);
    if (known !== undefined) return known;
    const substitute = this.substitutes[name.replace(/^node:/, "")];
    if (substitute === undefined) return undefined;
    const made = substitute(requireReal(path) as object, path);
    this.#substituted.set(name, made);
    return made;
  }

  #find(file: ModuleFile, name: string): unknown {
    const { path, isOurs } = file.resolve(name);
    if (isOurs) return this.require(path);
    return this.substituted(name, path) ?? requireReal(path);
  }
}

const running = new AsyncLocalStorage<ProcessModules>();

/** The modules of one process. Those that keep nothing it shares with all processes: to load them takes long. */
export class ProcessModules extends Modules {
  /** Does something as this process: what shared modules reach of the world is the world of this one. */
  within<Result>(work: () => Result): Result {
    return running.run(this, work);
  }

  override require(path: string): unknown {
    if (keepsSomething(path, Object.keys(this.globals))) return super.require(path);
    shared ??= sharedLike(this);
    return shared.require(path);
  }
}

let shared: Modules | undefined;

function sharedLike({ globals, substitutes }: ProcessModules): Modules {
  const world = mapped(globals, (name) => ofRunning((one) => one.globals[name]));
  const modules = mapped(substitutes, (name) => (real: object, path: string) => {
    const found = (one: ProcessModules) => one.substituted(name, path) as Record<string, unknown>;
    const { constants } = real as { constants?: object };
    return { ...mapped(real, (key) => ofRunning((one) => found(one)[key])), ...{ constants } };
  });
  // What it stores hangs on what runs, so that processes do not share it.
  return new SharedModules(world, { ...modules, async_hooks: (real) => real });
}

/** They load as no process, so that they keep nothing of the first one that needs them. */
class SharedModules extends Modules {
  override require(path: string): unknown {
    return running.exit(() => super.require(path));
  }
}

const mapped = <Result>(object: object, of: (key: string) => Result): Record<string, Result> =>
  Object.fromEntries(Object.keys(object).map((key) => [key, of(key)]));

/** Stands for what the process that runs has. */
function ofRunning(find: (modules: ProcessModules) => unknown): object {
  const found = () => {
    const modules = running.getStore();
    if (modules === undefined) throw new Error("a shared module reached the world while it loaded");
    return find(modules) as object & ((...args: unknown[]) => object) & (new () => object);
  };
  return new Proxy(function () {}, {
    get: (_, key) => Reflect.get(found(), key) as unknown,
    apply: (_, self, args: unknown[]) => Reflect.apply(found(), self, args),
    construct: (_, args) => Reflect.construct(found(), args) as object,
  });
}

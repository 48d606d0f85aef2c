import * as fs from "node:fs";
import * as promises from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import type { Machine } from "./machine";

/** What lets a process go on, or not: it may have been stopped or killed. */
export interface Gate {
  /** Throws where the process has ended. */
  mustLive: () => void;
  /** Resolves when the process runs; never where it has ended. */
  passed: <Result>(work: Promise<Result>) => Promise<Result>;
  /** Notes a file that is open until the process closes it or ends. */
  opened: (file: FileHandle) => void;
  /** What is open by its number. */
  descriptors: Set<number>;
}

const writes = [
  "appendFileSync",
  "mkdirSync",
  "writeFileSync",
  "utimesSync",
  "open",
  "appendFile",
  "datasync",
];

/** The modules for files as a process on a machine sees them. */
export function filesOf(machine: Machine, gate: Gate): Record<string, unknown> {
  const toReal = (date: Date) => new Date(machine.clock.toReal(date.getTime()));
  const seen = <Found extends fs.Stats | undefined>(stats: Found): Found => {
    if (stats !== undefined) stats.mtimeMs = machine.clock.ofReal(stats.mtimeMs);
    return stats;
  };
  const mayWrite = (name: string, path: unknown) => {
    if (!writes.includes(name) || !machine.isFull(path)) return;
    throw Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), { code: "ENOSPC" });
  };
  type AnyFunction = (...args: unknown[]) => unknown;

  const special: Record<string, AnyFunction> = {
    readFileSync: (path, ...rest) => {
      const shown = typeof path === "string" ? systemFile(machine, path) : undefined;
      return shown ?? (fs.readFileSync as AnyFunction)(path, ...rest);
    },
    openSync: (...args) => {
      const descriptor = (fs.openSync as AnyFunction)(...args) as number;
      gate.descriptors.add(descriptor);
      return descriptor;
    },
    closeSync: (descriptor) => {
      gate.descriptors.delete(descriptor as number);
      fs.closeSync(descriptor as number);
    },
    readlinkSync: (path) =>
      path === "/proc/self/ns/pid" ? "pid:[1]" : fs.readlinkSync(path as string),
    statSync: (...args) => seen((fs.statSync as AnyFunction)(...args) as fs.Stats | undefined),
    fstatSync: (...args) => seen((fs.fstatSync as AnyFunction)(...args) as fs.Stats),
    lstatSync: (...args) => seen((fs.lstatSync as AnyFunction)(...args) as fs.Stats | undefined),
    utimesSync: (path, atime, mtime) =>
      fs.utimesSync(path as string, toReal(atime as Date), toReal(mtime as Date)),
  };
  const sync = new Proxy(fs, {
    get: (target, name: string) => {
      const given: unknown = special[name] ?? target[name as keyof typeof fs];
      if (typeof given !== "function" || /^[A-Z]/.test(name)) return given;
      return (...args: unknown[]) => {
        gate.mustLive();
        mayWrite(name, args[0]);
        return (given as AnyFunction)(...args);
      };
    },
  });

  const handleOf = (handle: promises.FileHandle): promises.FileHandle =>
    new Proxy(handle, {
      get: (target, name: string) => {
        const given = Reflect.get(target, name) as unknown;
        if (typeof given !== "function") return given;
        return async (...args: unknown[]) =>
          gate.passed(
            (async () => {
              gate.mustLive();
              mayWrite(name, undefined);
              return (given as AnyFunction).apply(target, args);
            })(),
          );
      },
    });
  const asynchronous = new Proxy(promises, {
    get: (target, name: string) => {
      const given: unknown = target[name as keyof typeof promises];
      if (typeof given !== "function") return given;
      return (...args: unknown[]) =>
        gate.passed(
          (async () => {
            gate.mustLive();
            // Folders are opened to be synced.
            if (name !== "open" || args[1] !== "r") mayWrite(name, args[0]);
            const result = await ((given as AnyFunction)(...args) as Promise<unknown>);
            if (name === "stat") return seen(result as fs.Stats);
            if (name !== "open") return result;
            gate.opened(result as promises.FileHandle);
            return handleOf(result as promises.FileHandle);
          })(),
        );
    },
  });
  return { fs: sync, "fs/promises": asynchronous };
}

/** What Linux tells of itself and of a process in files. */
function systemFile(machine: Machine, path: string): string | undefined {
  if (path === "/proc/sys/kernel/random/boot_id") return machine.bootId;
  const [, pid] = /^\/proc\/(\d+)\/stat$/.exec(path) ?? [];
  if (pid === undefined) return undefined;
  const found = machine.processes.get(Number(pid));
  if (found === undefined) throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
  const { name, parent, started } = found;
  const between = Array.from({ length: 17 }, () => "0").join(" ");
  return `${pid} (${name}) S ${parent} ${between} ${started} 0`;
}

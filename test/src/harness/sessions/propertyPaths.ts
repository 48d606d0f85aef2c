import type { Values } from "../../lifecycle/tables/row";

/** `a.b[0]["c"]` as its parts; `*` stands for any. */
export function partsOf(path: string): (string | number)[] {
  const parts = path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|\[(\*)\]|([^.[\]]+)/g);
  return [...parts].map(([, quoted, index, star, name]) =>
    index === undefined ? (quoted?.replaceAll('\\"', '"') ?? star ?? name ?? "") : Number(index),
  );
}

/** Whether a property is the one that a path names, or within it. */
export function isWithin(path: string, property: string): boolean {
  const inner = partsOf(property);
  const outer = partsOf(path);
  return (
    inner.length >= outer.length &&
    outer.every((part, index) => part === "*" || part === inner[index])
  );
}

type Container = Record<string | number, unknown>;

const isContainer = (value: unknown): value is Container =>
  typeof value === "object" && value !== null;
const isObject = (value: unknown): value is Container =>
  isContainer(value) && !Array.isArray(value);

/**
 * The inputs with the old values at paths that a program wants ignored: `PropertyPath.Reset` of the engine.
 * A path that leads nowhere in one of both has no effect.
 */
export function withIgnored(inputs: Values, old: Values, paths: readonly string[]): Values {
  if (paths.length === 0) return inputs;
  const copy = structuredClone(inputs);
  for (const path of paths) reset(partsOf(path), old, copy);
  return copy;
}

function reset([part, ...rest]: (string | number)[], old: unknown, target: unknown): void {
  if (part === undefined) return;
  if (part === "*") {
    resetAll(rest, old, target);
  } else if (typeof part === "number") {
    if (!Array.isArray(old) || !Array.isArray(target)) return;
    if (part >= old.length || part >= target.length) return;
    if (rest.length === 0) target[part] = old[part] as unknown;
    else reset(rest, old[part], target[part]);
  } else if (rest.length > 0) {
    if (isObject(old) && isObject(target)) reset(rest, old[part], target[part]);
  } else if (isObject(target)) {
    if (isObject(old) && part in old) target[part] = old[part];
    else Reflect.deleteProperty(target, part);
  }
}

function resetAll(rest: (string | number)[], old: unknown, target: unknown): void {
  if (!isContainer(old) || !isContainer(target) || Array.isArray(old) !== Array.isArray(target)) {
    return;
  }
  if (rest.length > 0) {
    for (const key of Object.keys(old).filter((one) => one in target)) {
      reset(rest, old[key], target[key]);
    }
    return;
  }
  if (!Array.isArray(target)) {
    for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  }
  const keys = Array.isArray(target) ? Object.keys(old).slice(0, target.length) : Object.keys(old);
  for (const key of keys) target[key] = old[key];
}

import { instanceKey, sentinel, unknown } from "pulumi-platform-provider/contract";
import type { Values } from "pulumi-platform-provider/contract";
import { isSecret } from "./secrets.js";

/** Whether a value has fields. */
export const isMap = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Replaces a value that the program marked as secret. */
export const secret = Symbol("secret");

/** Values of the engine, with `secret` and `unknown` where the engine hides a value or does not know it yet. */
export const plainValues = (values: unknown): Values =>
  typeof values === "object" && values !== null ? (plain(values) as Values) : {};

function plain(value: unknown): unknown {
  if (value === sentinel) return unknown;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  if (isSecret(value)) return secret;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

/** Values without the keys that only the provider uses. */
export const propertiesOf = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([key]) => !key.startsWith("__") && key !== instanceKey),
  );

/** The value at a path; of a secret, every part is secret. */
export function valueAt(values: unknown, path: string): unknown {
  let inner = values;
  for (const key of path.split(".")) {
    if (typeof inner === "symbol") return inner;
    inner = typeof inner === "object" && inner !== null ? (inner as Values)[key] : undefined;
  }
  return inner;
}

/** Whether a value holds a secret. */
export function holdsSecret(value: unknown): boolean {
  if (value === secret) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsSecret);
}

/** Whether a part of a value is secret or not known yet. */
export function holdsSymbol(value: unknown): boolean {
  if (typeof value === "symbol") return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsSymbol);
}

/** Values with other texts or symbols instead of `secret` and `unknown`. */
export function withInstead(value: unknown, instead: (symbol: symbol) => unknown): unknown {
  if (typeof value === "symbol") return instead(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => withInstead(inner, instead));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withInstead(inner, instead)]),
  );
}

/** Values for definitions: secrets become unknown values, which definitions do not compare. */
export const withoutSecrets = (values: Values): Values =>
  withInstead(values, () => unknown) as Values;

/** A symbol as people read it. */
export const symbolText = (symbol: symbol): string =>
  symbol === secret ? "[secret]" : "[not known yet]";

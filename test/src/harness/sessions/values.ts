import type { Values } from "../../lifecycle/tables/row";
import { holdsSecret, secret, unknownValue } from "./wire";

export function holdsUnknown(value: unknown): boolean {
  if (value === unknownValue) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(holdsUnknown);
}

/** The engine tells a provider of unknown values only in previews, and leaves them out otherwise. */
export function knownOnly<Value>(value: Value): Value {
  if (!holdsUnknown(value)) return value;
  return withoutUnknown(value) as Value;
}

function withoutUnknown(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const isKnown = (one: unknown) => one !== unknownValue;
  if (Array.isArray(value)) return value.filter(isKnown).map(withoutUnknown);
  const entries = Object.entries(value).filter(([, one]) => isKnown(one));
  return Object.fromEntries(entries.map(([key, one]) => [key, withoutUnknown(one)]));
}

const isPlainObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Marks as secret what a provider that knows no secrets gives back: the properties that went to it as
 * secrets, or with secrets inside.
 */
export function marked(results: Values, given: Values): Values {
  if (!holdsSecret(given)) return results;
  const entries = Object.entries(results).map(([key, result]): [string, unknown] => {
    const source = given[key];
    if (isSecretItself(source)) return [key, isSecretItself(result) ? result : secret(result)];
    if (isPlainObject(result) && isPlainObject(source)) return [key, marked(result, source)];
    return [key, holdsSecret(source) && !isSecretItself(result) ? secret(result) : result];
  });
  return Object.fromEntries(entries);
}

/** Marks the outputs as secret whose inputs are. */
export function markedOutputs(outputs: Values, inputs: Values): Values {
  if (!holdsSecret(inputs)) return outputs;
  const entries = Object.entries(outputs).map(([key, output]): [string, unknown] => [
    key,
    isSecretItself(inputs[key]) && !isSecretItself(output) ? secret(output) : output,
  ]);
  return Object.fromEntries(entries);
}

const [signature = ""] = Object.keys(secret("") as object);

const isSecretItself = (value: unknown): boolean => isPlainObject(value) && signature in value;

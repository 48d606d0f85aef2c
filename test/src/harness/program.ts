import { createHash } from "node:crypto";
import {
  hasSecretsKey,
  identityKey,
  providerCodeKey,
} from "../../../provider/dist/lifecycle/bookkeeping";
import type { Declared } from "../engine/pulumiStack";
import type { Values } from "../lifecycle/row";
import type { Entry } from "./session";
import type { State, Stored } from "./state";
import { holdsSecret, unknownValue } from "./wire";

/** A resource as the program registers it with the engine. */
export interface Registration extends Pick<
  Stored,
  "urn" | "type" | "name" | "provider" | "dependencies" | "retainOnDelete" | "seconds"
> {
  /** Its inputs, as far as they are known by then. */
  inputs: (state: State) => Values;
}

const laterKey = "$later";

/** An argument that is known only when another resource of the program exists. */
export const later = (of: string, value: unknown): unknown => ({ [laterKey]: { of, value } });

/** What the classes of the SDKs make of the declarations of a test, for one stack. */
export function registrations(
  declared: readonly Declared[],
  { entry, stack, project }: { entry: Entry; stack: string; project: string },
): Registration[] {
  const typeOf = ({ type }: Declared) =>
    entry === "dynamic" ? `pulumi-nodejs:dynamic/platform:${type}` : `platform:index:${type}`;
  const urnOf = (one: Declared) => `urn:pulumi:${stack}::${project}::${typeOf(one)}::${one.name}`;
  const urns = new Map(declared.map((one) => [one.name, urnOf(one)]));

  return declared.map((one) => {
    const { type, name, opts = {} } = one;
    const { scheduleOf, ...rest } = one.args as Values & { scheduleOf?: string };
    const { provider = "default" } = opts as { provider?: string };
    const given = withoutUndefined(rest);
    const named = [...laterIn(given), ...(scheduleOf === undefined ? [] : [scheduleOf])];
    const [urn, token] = [urnOf(one), typeOf(one)];
    const ofSdk = entry === "dynamic" ? dynamicInputs(type, urn, given) : {};
    return {
      ...{ urn, type: token, name },
      provider,
      dependencies: named.map((other) => urns.get(other) ?? other),
      retainOnDelete: opts.retainOnDelete === true,
      seconds: secondsOf(opts.customTimeouts),
      inputs: (state) => {
        const idOf = (other: string) => state.resources.get(urns.get(other) ?? "")?.id;
        const isKnown = (other: string) => ![undefined, unknownValue].includes(idOf(other));
        const known = resolved(given, isKnown) as Values;
        const reference = scheduleOf === undefined ? {} : { scheduleId: idOf(scheduleOf) };
        return { ...ofSdk, ...known, ...reference };
      },
    };
  });
}

/** What `PlatformResource` of the SDK adds to the arguments. */
function dynamicInputs(type: string, urn: string, given: Values): Values {
  return {
    [identityKey]: `r${createHash("sha256").update(urn).digest("hex").slice(0, 16)}`,
    ...(holdsSecret(given) && { [hasSecretsKey]: true }),
    [providerCodeKey]: `exports.handler=()=>require("pulumi-platform/dynamic").${type}`,
  };
}

const withoutUndefined = (values: Values): Values => JSON.parse(JSON.stringify(values)) as Values;

interface Later {
  [laterKey]: { of: string; value: unknown };
}
const isLater = (value: object): value is Later => laterKey in value;

function laterIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return isLater(value) ? [value[laterKey].of] : Object.values(value).flatMap(laterIn);
}

function resolved(value: unknown, isKnown: (name: string) => boolean): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => resolved(one, isKnown));
  if (isLater(value)) return isKnown(value[laterKey].of) ? value[laterKey].value : unknownValue;
  return Object.fromEntries(Object.entries(value).map(([k, one]) => [k, resolved(one, isKnown)]));
}

const secondsOf = (timeouts: unknown): Registration["seconds"] =>
  Object.fromEntries(
    Object.entries((timeouts ?? {}) as Record<string, string>).map(([verb, text]) => [
      verb,
      Number.parseFloat(text) * (text.endsWith("m") ? 60 : 1),
    ]),
  );

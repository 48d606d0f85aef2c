import type { JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import type { Values } from "../definition/values";
import { notKnownYet } from "../definition/unknowns";
import { sentinel } from "../dynamic/unknowns";
import type { SecretPath, Secrets } from "../report/redaction";
import { Struct } from "./structs";

/** The key that marks special values in the protocol, and the mark of secrets. */
const signature = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** The marks of values that are not known yet: one for each type. */
const sentinels: ReadonlySet<unknown> = new Set([
  sentinel,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** A property map of the engine: plain values, and the paths at which they are secret. */
export class PropertyMap implements Secrets {
  readonly values: Values;
  readonly paths: readonly SecretPath[];

  constructor(struct: Struct | undefined) {
    const secrets: SecretPath[] = [];
    this.values = plain(struct?.toJavaScript() ?? {}, [], secrets) as Values;
    this.paths = secrets;
  }

  get isEmpty(): boolean {
    return Object.keys(this.values).length === 0;
  }
}

/** Unwraps the value at a path: adds the paths of secrets, and replaces marks of unknown values by `notKnownYet`. */
function plain(value: unknown, path: string[], secrets: SecretPath[]): unknown {
  if (sentinels.has(value)) return notKnownYet;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const inner: SecretPath[] = [];
    const items = value.map((item) => plain(item, path, inner));
    if (inner.length > 0) secrets.push([...path]);
    return items;
  }
  const fields = value as Record<string, unknown>;
  if (fields[signature] === secretSignature) {
    secrets.push([...path]);
    return plain(fields.value, path, []);
  }
  const entries = Object.entries(fields);
  for (const entry of entries) {
    path.push(entry[0]);
    entry[1] = plain(entry[1], path, secrets);
    path.pop();
  }
  return Object.fromEntries(entries);
}

/** Values for the engine; the values at these paths are secret. */
export function structOf(values: Values, secrets: readonly SecretPath[] = []): Struct {
  return Struct.fromJavaScript(wrapped(values, secrets) as Record<string, JavaScriptValue>);
}

function wrapped(value: unknown, secrets: readonly SecretPath[]): unknown {
  if (secrets.some((path) => path.length === 0)) {
    return { [signature]: secretSignature, value: wrapped(value, []) };
  }
  if (value === notKnownYet) return sentinel;
  if (Array.isArray(value)) return value.map((item) => wrapped(item, []));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  for (const entry of entries) {
    const below = secrets.filter(([first]) => first === entry[0]).map((path) => path.slice(1));
    entry[1] = wrapped(entry[1], below);
  }
  return Object.fromEntries(entries);
}

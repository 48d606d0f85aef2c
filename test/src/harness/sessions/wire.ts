import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import type { Values } from "../../lifecycle/tables/row";

/** What stands in Pulumi's protocol for a value that is not known yet. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const signature = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** A value that the program marks as secret, as it is on the wire. */
export const secret = (value: unknown): unknown => ({ [signature]: secretSignature, value });

export const isSecret = (value: unknown): value is { value: unknown } =>
  (value as Values | null | undefined)?.[signature] === secretSignature;

export function holdsSecret(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isSecret(value) || Object.values(value).some(holdsSecret);
}

/** The same without the marks of secrets, for a provider that does not know them. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (isSecret(value)) return withoutSecrets(value.value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutSecrets(one)]));
}

/** The same with secrets as an exported state shows them; `hide` keeps their values. */
export function sealed(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => sealed(one, hide));
  if (isSecret(value)) {
    return { [signature]: secretSignature, ciphertext: hide(JSON.stringify(value.value)) };
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, sealed(one, hide)]));
}

/** The same with the values of secrets. */
export function opened(value: unknown, find: (text: string) => string | undefined): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => opened(one, find));
  if (isSecret(value)) {
    const { ciphertext = "", plaintext } = value as { ciphertext?: string; plaintext?: string };
    return secret(JSON.parse(plaintext ?? find(ciphertext) ?? "null"));
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, opened(one, find)]));
}

/** The protocol has no undefined values. */
export const structOf = (values: Values): Struct =>
  Struct.fromJavaScript(JSON.parse(JSON.stringify(values)) as Record<string, JavaScriptValue>);

/** What comes out at the other end: bytes in between, as with a real process. */
export const sent = (values: Values): Values =>
  Struct.deserializeBinary(structOf(values).serializeBinary()).toJavaScript();

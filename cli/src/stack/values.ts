import { instanceKey, notKnownYet, sentinel } from "pulumi-platform-provider/contract";
import type { Values } from "pulumi-platform-provider/contract";

/** The key by which Pulumi marks values that are not plain, and its mark of a secret. */
const signature = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** Whether a value is the form in which Pulumi writes a secret. */
const isSecret = (value: object): boolean =>
  (value as Record<string, unknown>)[signature] === secretSignature;

/** Whether a value has fields. */
export const isMap = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Replaces a value that the program marked as secret. */
export const secret = Symbol("secret");

/** Values of the engine, with `secret` and `notKnownYet` where the engine hides a value or does not know it yet. */
export const plainValues = (values: unknown): Values =>
  typeof values === "object" && values !== null ? (plain(values) as Values) : {};

function plain(value: unknown): unknown {
  if (value === sentinel) return notKnownYet;
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

/** Whether a text, number or symbol in a value passes the test. */
export const someLeaf = (value: unknown, test: (leaf: unknown) => boolean): boolean =>
  typeof value === "object" && value !== null
    ? Object.values(value).some((inner) => someLeaf(inner, test))
    : test(value);

/** Whether a value holds a secret. */
export const holdsSecret = (value: unknown): boolean => someLeaf(value, (leaf) => leaf === secret);

/** Whether a part of a value is secret or not known yet. */
export const holdsSymbol = (value: unknown): boolean =>
  someLeaf(value, (leaf) => typeof leaf === "symbol");

/** The same values, with other texts, numbers and symbols in them. */
export function withLeaves(value: unknown, leaf: (leaf: unknown) => unknown): unknown {
  if (typeof value !== "object" || value === null) return leaf(value);
  if (Array.isArray(value)) return value.map((inner) => withLeaves(inner, leaf));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withLeaves(inner, leaf)]),
  );
}

const [secretWord, unknownWord] = ["[secret]", "[not known yet]"];

/** Values with words for secrets, and for what is not known yet. */
export const withWords = (value: unknown): unknown =>
  withLeaves(value, (leaf) =>
    typeof leaf !== "symbol" ? leaf : leaf === secret ? secretWord : unknownWord,
  );

/** Whether a text with such words does not tell what it is about. */
export const isVague = (text: string): boolean =>
  [secretWord, unknownWord].some((word) => text.includes(word));

/** Values for definitions: secrets become unknown values, which definitions do not compare. */
export const withoutSecrets = (values: Values): Values =>
  withLeaves(values, (leaf) => (typeof leaf === "symbol" ? notKnownYet : leaf)) as Values;

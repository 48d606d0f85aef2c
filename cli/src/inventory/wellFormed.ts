/** Half of a sign, which no program, file or terminal can hold. */
const half = /\p{Cs}/gu;

/** Whether no text of a value has half of a sign. */
export const isWellFormed = (value: unknown): boolean =>
  typeof value === "string"
    ? !/\p{Cs}/u.test(value)
    : typeof value !== "object" || value === null || Object.values(value).every(isWellFormed);

/** The same values with U+FFFD for each half of a sign, as every reader would make of it. */
export function wellFormed<Value>(value: Value): Value {
  if (typeof value === "string") return value.replace(half, "\ufffd") as Value;
  if (Array.isArray(value)) return value.map(wellFormed) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, wellFormed(inner)]),
  ) as Value;
}

export type Schema = Record<string, unknown>;

/** Short forms of JSON schemas. An object with an unknown field is refused. */
export const string: Schema = { type: "string" };
export const text: Schema = { type: "string", minLength: 1 };
/** Types of which a bigint is one, if they include numbers. JSON schema knows no bigint. */
export const exactly = (...types: ("integer" | "number" | "string")[]): Schema => ({
  exactType: types,
});
export const number: Schema = exactly("number");
export const id: Schema = exactly("integer");
export const integer: Schema = { type: "integer" };
export const boolean: Schema = { type: "boolean" };
export const nullable = (schema: Schema): Schema => ({ ...schema, type: [schema["type"], "null"] });
export const between = (minimum: number, maximum: number): Schema => ({
  type: "integer",
  minimum,
  maximum,
});
export const int32: Schema = between(-(2 ** 31), 2 ** 31 - 1);
export const list = (items: Schema, minItems = 0): Schema => ({ type: "array", items, minItems });
export const oneOf = (...values: string[]): Schema => ({ type: "string", enum: values });
export const record = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
/** An id as a number or a string: clients send both. */
export const idOrNumber: Schema = exactly("integer", "string");

import fc from "fast-check";

/** Function parameter schemas of any valid form, as the specification describes them. */

const some = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(fields, { requiredKeys: [] });
const word = fc.string({ maxLength: 8 });
const name = fc.stringMatching(/^[a-z]\w{0,7}$/);
const whole = fc.integer();
const json = fc.jsonValue({ maxDepth: 1 });
const number = fc.double({ noNaN: true, noDefaultInfinity: true });

const values = (value: fc.Arbitrary<unknown>) => ({
  const: value,
  enum: fc.uniqueArray(value, { maxLength: 3, selector: (one) => JSON.stringify(one) }),
});
const bounds = (value: fc.Arbitrary<unknown>) => ({
  multipleOf: value,
  minimum: value,
  exclusiveMinimum: value,
  maximum: value,
  exclusiveMaximum: value,
  ...values(value),
});

export const { object: anySchema } = fc.letrec<{ node: object; object: object }>((tie) => {
  const nodes = fc.array(tie("node"), { maxLength: 2 });
  const kind = (type: string, fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc
      .tuple(word, some({ title: word, ...fields }))
      .map(([description, rest]) => ({ type, description, ...rest }));
  const logical = { oneOf: nodes, allOf: nodes, anyOf: nodes, ...values(json) };
  const sizes = { minItems: whole, maxItems: whole, uniqueItems: fc.boolean() };
  const lengths = { minLength: whole, maxLength: whole, pattern: word, format: word };
  return {
    object: fc
      .tuple(
        fc.dictionary(name, tie("node"), { maxKeys: 3, noNullPrototype: true }),
        some({
          description: word,
          title: word,
          required: fc.array(word, { maxLength: 2 }),
          additionalProperties: fc.boolean(),
          minProperties: whole,
          maxProperties: whole,
          ...values(json),
        }),
      )
      .map(([properties, rest]) => ({ type: "object", properties, ...rest })),
    node: fc.oneof(
      { maxDepth: 3 },
      kind("null", values(json)),
      kind("unknown", values(json)),
      kind("boolean", values(fc.boolean())),
      kind("string", { ...lengths, ...values(word) }),
      kind("integer", bounds(whole)),
      kind("number", bounds(number)),
      kind("array", { items: tie("node"), ...sizes, ...values(json) }),
      kind("oneOf", logical),
      kind("allOf", logical),
      kind("anyOf", logical),
      tie("object"),
    ),
  };
});

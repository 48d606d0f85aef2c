import assert from "node:assert/strict";
import { Struct } from "../../../provider/dist/plugin/structs";

/** Bytes as the generated code of protobuf writes them. */
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex"));
const hexOf = (struct: Struct) => Buffer.from(struct.serializeBinary()).toString("hex");

const kinds: { values: Parameters<typeof Struct.fromJavaScript>[0]; bytes: string }[] = [
  { values: { a: null }, bytes: "0a 07 0a0161 1202 0800" },
  { values: { a: 1.5 }, bytes: "0a 0e 0a0161 1209 11000000000000f83f" },
  { values: { a: 0 }, bytes: "0a 0e 0a0161 1209 110000000000000000" },
  { values: { a: "ü" }, bytes: "0a 09 0a0161 1204 1a02c3bc" },
  { values: { a: "" }, bytes: "0a 07 0a0161 1202 1a00" },
  { values: { a: false }, bytes: "0a 07 0a0161 1202 2000" },
  { values: { a: {} }, bytes: "0a 07 0a0161 1202 2a00" },
  { values: { a: { b: true } }, bytes: "0a 10 0a0161 120b 2a09 0a07 0a0162 1202 2001" },
  { values: { a: [] }, bytes: "0a 07 0a0161 1202 3200" },
  { values: { a: [null, "x"] }, bytes: "0a 10 0a0161 120b 3209 0a02 0800 0a03 1a0178" },
  { values: { "": "x" }, bytes: "0a 07 0a00 1203 1a0178" },
  { values: {}, bytes: "" },
];

describe("a property map in bytes", () => {
  for (const { values, bytes } of kinds) {
    it(`is read and written as ${JSON.stringify(values)}`, () => {
      assert.deepEqual(Struct.deserializeBinary(bytesOf(bytes)).toJavaScript(), values);
      assert.equal(hexOf(Struct.fromJavaScript(values)), bytes.replaceAll(" ", ""));
    });
  }

  it("has its keys in the same order, whatever the order of the engine", () => {
    const struct = Struct.deserializeBinary(
      bytesOf("0a 07 0a0162 1202 0800 0a 07 0a0161 1202 0800"),
    );
    assert.deepEqual(Object.keys(struct.toJavaScript()), ["a", "b"]);
  });

  it("holds only what the protocol has", () => {
    assert.throws(() => Struct.deserializeBinary(bytesOf("0a 07 0a0161 1202 3800")), TypeError);
    const struct = Struct.fromJavaScript({ a: Symbol("none") });
    assert.throws(() => struct.serializeBinary(), TypeError);
  });
});

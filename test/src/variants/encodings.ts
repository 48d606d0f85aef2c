import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";

/** How an instance sends a text. */
export interface Encoding {
  charset: "utf-8" | "utf-8 with a mark" | "utf-16le" | "iso-8859-1";
  compressions: readonly (keyof typeof compress)[];
}

const compress = {
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
  "raw deflate": deflateRawSync,
};

export const anyEncoding: fc.Arbitrary<Encoding> = fc.record({
  charset: fc.constantFrom("utf-8", "utf-8 with a mark", "utf-16le", "iso-8859-1"),
  compressions: fc.uniqueArray(fc.constantFrom("gzip", "br", "deflate", "raw deflate"), {
    maxLength: 2,
  }),
});

/** The bytes of a text in an encoding, and their headers. */
export function encoded(
  text: string,
  type: string,
  { charset, compressions }: Encoding,
): { bytes: Buffer; headers: Record<string, string> } {
  if (text === "") return { bytes: Buffer.alloc(0), headers: { "content-type": type } };
  const isJson = type.includes("json");
  // Plain words have no escapes for characters that a charset lacks.
  const { name, bytes } = isJson
    ? inCharset(text, charset)
    : { name: "utf-8", bytes: Buffer.from(text) };
  const headers = { "content-type": type.replace(/;.*|$/, `; charset=${name}`) };
  if (compressions.length === 0) return { bytes, headers };
  return {
    bytes: compressions.reduce((before: Buffer, one) => compress[one](before), bytes),
    headers: {
      ...headers,
      "content-encoding": compressions.map((one) => one.replace("raw ", "")).join(", "),
    },
  };
}

function inCharset(text: string, charset: Encoding["charset"]): { name: string; bytes: Buffer } {
  switch (charset) {
    case "utf-16le":
      return { name: charset, bytes: Buffer.from(`\ufeff${text}`, "utf16le") };
    case "iso-8859-1": {
      const escaped = text.replace(
        /[\u0080-\u009f\u0100-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
      return { name: "ISO-8859-1", bytes: Buffer.from(escaped, "latin1") };
    }
    default:
      return { name: "utf-8", bytes: Buffer.from(charset === "utf-8" ? text : `\ufeff${text}`) };
  }
}

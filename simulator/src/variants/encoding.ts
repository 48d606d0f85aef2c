import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import type { VariantBase } from "./names.js";
import { oneWord, type SentBody, type Variant } from "./variant.js";

const compressions = {
  gzip: ["gzip", gzipSync],
  br: ["br", brotliCompressSync],
  deflate: ["deflate", deflateSync],
  // Old servers send the data without the header of the format.
  "raw-deflate": ["deflate", deflateRawSync],
} as const;

const compressed = (word: keyof typeof compressions) => {
  const [name, compress] = compressions[word];
  return {
    encode: ({ bytes, headers }: SentBody): SentBody => ({
      bytes: compress(bytes),
      headers: { ...headers, "content-encoding": name },
    }),
  };
};

/** Every character that Latin-1 lacks, or that Windows reads otherwise, becomes an escape. */
const escaped = (json: string): string =>
  json.replace(
    /[\u0080-\u009f\u0100-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const charsets: Record<string, (text: string) => { name: string; bytes: Buffer }> = {
  "iso-8859-1": (text) => ({ name: "ISO-8859-1", bytes: Buffer.from(escaped(text), "latin1") }),
  "utf-16le": (text) => ({ name: "utf-16le", bytes: Buffer.from(`\ufeff${text}`, "utf16le") }),
  "utf-8-bom": (text) => ({ name: "utf-8", bytes: Buffer.from(`\ufeff${text}`) }),
};

const inCharset = (word: string) => ({
  encode(body: SentBody): SentBody {
    const type = body.headers["content-type"] ?? "";
    // Plain words have no escapes for the characters that a charset lacks.
    if (!type.startsWith("application/json")) return body;
    const encoded = charsets[word]?.(body.bytes.toString());
    if (encoded === undefined) return body;
    const headers = {
      ...body.headers,
      "content-type": `application/json; charset=${encoded.name}`,
    };
    return { bytes: encoded.bytes, headers };
  },
});

/** The charset comes first, because compression is of bytes. */
export const encoding = {
  charset: {
    argument: ":<charset>",
    answers:
      "JSON in `iso-8859-1`, `utf-16le` or `utf-8-bom`, which is UTF-8 with a byte-order mark; the header names the charset",
    reason: "Old platforms send their own charset, and some servers begin a text with a mark.",
    start: oneWord(Object.keys(charsets), inCharset),
  },
  compressed: {
    argument: ":<encoding>",
    answers:
      "bytes in the encoding `gzip`, `br`, `deflate` or `raw-deflate`, whether the call asks for it or not",
    reason: "Proxies compress answers, and some of them never look at `accept-encoding`.",
    start: oneWord(Object.keys(compressions) as (keyof typeof compressions)[], compressed),
  },
} satisfies Partial<Record<VariantBase, Variant>>;

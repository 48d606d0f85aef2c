import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { promisify } from "node:util";

/** The compressions that a request asks for. */
export const acceptedEncodings = "gzip, br, deflate";

type Decompress = (bytes: Buffer) => Promise<Buffer>;
const [ungzip, unbrotli, undeflate, undeflateRaw] = [
  promisify(gunzip),
  promisify(brotliDecompress),
  promisify(inflate),
  promisify(inflateRaw),
];

const decompressors: Readonly<Record<string, Decompress>> = {
  gzip: ungzip,
  "x-gzip": ungzip,
  br: unbrotli,
  // Some servers leave out the header of the format.
  deflate: (bytes) => undeflate(bytes).catch(() => undeflateRaw(bytes)),
  identity: async (bytes) => bytes,
};

interface Headers {
  "content-encoding"?: string | string[];
  "content-type"?: string | string[];
}

/** The text of an answer. Throws an error with the reason if the bytes are not what the headers say. */
export async function textOf(bytes: Buffer, headers: Headers): Promise<string> {
  const encodings = String(headers["content-encoding"] ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  let plain = bytes;
  // The last encoding was applied last. An empty answer has nothing to decompress.
  for (const name of bytes.length === 0 ? [] : encodings.reverse()) {
    const decompress = decompressors[name];
    if (decompress === undefined)
      throw new Error(`in the encoding "${name}", which was not asked for`);
    plain = await decompress(plain).catch(() => {
      throw new Error(`with broken ${name} data`);
    });
  }
  return decoderOf(String(headers["content-type"] ?? "")).decode(plain);
}

/** Removes a byte-order mark, too. Without a charset, or with one that nobody knows, an answer is UTF-8. */
function decoderOf(contentType: string) {
  const [, charset = "utf-8"] = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

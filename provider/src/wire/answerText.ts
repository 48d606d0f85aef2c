import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import type { ZlibOptions } from "node:zlib";
import { promisify } from "node:util";

/** The compressions that a request asks for. */
export const acceptedEncodings = "gzip, br, deflate";

/** The limit of an answer, as received and as decompressed. */
export const maxAnswerMib = 12;
export const maxAnswerBytes = maxAnswerMib * 1024 * 1024;
/** The limit of all pages of a list together. */
const maxListMib = 64;

/**
 * The limit of the values in an answer (objects, lists and their parts) and of their names. A value of two bytes takes
 * 30 times as much memory, and a name that no other object has takes more.
 */
export const maxAnswerValues = 600_000;

/** The bytes that are left for the answers of one list. */
export interface AnswerRoom {
  bytes: number;
}

export const roomForList = (): AnswerRoom => ({ bytes: maxListMib * 1024 * 1024 });

/** An answer has more than it may. The message says what. */
export class TooLarge extends Error {}

export const tooManyBytes = (room: number): string =>
  room < maxAnswerBytes
    ? `more than ${maxListMib} MiB on all pages of the list`
    : `more than ${maxAnswerMib} MiB`;
const tooManyValues = `more than ${maxAnswerValues.toLocaleString("en")} names and values`;

/** Compression in compression has no use. */
const maxEncodings = 2;

type Decompress = (bytes: Buffer, limits: ZlibOptions) => Promise<Buffer>;
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
  deflate: (bytes, limits) =>
    undeflate(bytes, limits).catch((error: unknown) => {
      if (isTooLarge(error)) throw error;
      return undeflateRaw(bytes, limits);
    }),
  identity: async (bytes) => bytes,
};

interface Headers {
  "content-encoding"?: string | string[];
  "content-type"?: string | string[];
}

const isTooLarge = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";

/** The text of an answer. Throws an error with the reason if the bytes are not what the headers say. */
export async function textOf(bytes: Buffer, headers: Headers, maxBytes: number): Promise<string> {
  const encodings = String(headers["content-encoding"] ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  if (encodings.length > maxEncodings) {
    throw new Error(`compressed ${encodings.length} times`);
  }
  let plain = bytes;
  // The last encoding was applied last. An empty answer has nothing to decompress.
  for (const name of bytes.length === 0 ? [] : encodings.reverse()) {
    const decompress = decompressors[name];
    if (decompress === undefined)
      throw new Error(`in the encoding "${name}", which was not asked for`);
    plain = await decompress(plain, { maxOutputLength: maxBytes }).catch((error: unknown) => {
      if (isTooLarge(error)) throw new TooLarge(tooManyBytes(maxBytes));
      throw new Error(`with broken ${name} data`);
    });
  }
  if (hasTooManyValues(plain)) throw new TooLarge(tooManyValues);
  return decoded(plain, String(headers["content-type"] ?? ""));
}

const [comma, bracket, brace, colon] = Buffer.from(",[{:");

/** Counts the signs before values and after names, also those within texts. */
function hasTooManyValues(bytes: Buffer): boolean {
  if (bytes.length <= maxAnswerValues) return false;
  let values = 0;
  for (const byte of bytes)
    if (byte === comma || byte === colon || byte === bracket || byte === brace) values++;
  return values > maxAnswerValues;
}

/** The first bytes of a text that tell its encoding, whatever the header says. */
const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
];

/** Removes a byte-order mark, too. Without a charset that Node.js knows, bytes that are not UTF-8 are Windows-1252. */
function decoded(bytes: Buffer, contentType: string): string {
  const marked = marks.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
  const [, named] = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType) ?? [];
  const decoder = decoderOf(marked?.encoding ?? named);
  if (decoder?.encoding === "windows-1252") return windows1252(bytes);
  if (decoder !== undefined) return decoder.decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return windows1252(bytes);
  }
}

function decoderOf(charset: string | undefined) {
  try {
    return charset === undefined ? undefined : new TextDecoder(charset);
  } catch {
    return undefined;
  }
}

/** The characters of the bytes 0x80 to 0x9F. Node.js 20 decodes them as Latin-1, which has control characters there. */
const high = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const windows1252 = (bytes: Buffer): string =>
  bytes
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (sign) => high.charAt(sign.charCodeAt(0) - 0x80));

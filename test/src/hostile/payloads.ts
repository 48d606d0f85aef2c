import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { maxAnswerMib, maxAnswerValues } from "../../../provider/dist/wire/answerText";
import { longestList } from "../../../provider/dist/wire/pages";

export const mib = 1024 * 1024;
/** A row of a list, as the instance shows it. */
export type Row = Record<string, unknown>;

/** Words that would forge a line, a title of a terminal or a command of a CI runner, if they were printed unchanged. */
export const forged =
  "\r\n::error::FORGED\u0000\u001b]0;FORGED\u0007\u001b[31m\u202eFORGED\u2028FORGED";

/** Rows that look like the given one and have ids of their own. */
export const rowsLike = (row: Row, count: number, firstId: number, more: Row = {}): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    ...row,
    id: firstId + at,
    title: `Other ${firstId + at}`,
    ...more,
  }));

/** Computes a payload once. All kinds use the same bytes. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The same for payloads with rows of the instance. */
function onceFor(make: (row: Row) => Buffer): (row: Row) => Buffer {
  let made: Buffer | undefined;
  return (row) => (made ??= make(row));
}

/** How much a payload has, as a multiple of what the provider reads. */
const [allowed, tooMuch] = [0.98, 1.5];

/** Repeats a part with so many values, and blanks after it, until the payload has so many bytes and values. */
function repeated(
  part: string,
  values: number,
  { first = "[", last = "0]", share = allowed } = {},
): Buffer {
  const count = Math.floor((maxAnswerValues * share) / values);
  const text = Buffer.alloc(count * Buffer.byteLength(part), part);
  const blanks = Math.max(0, allowed * maxAnswerMib * mib - text.length - 2);
  return Buffer.concat([Buffer.from(first), text, Buffer.alloc(blanks, " "), Buffer.from(last)]);
}

/** As many rows of the instance as the limits allow, with a text in each. */
function rowsWith(row: Row, sign: string): Buffer {
  const values = JSON.stringify(row).match(/[,[{:]/g)?.length ?? 1;
  const count = Math.floor((maxAnswerValues * allowed) / (values + 3));
  const bytes =
    Math.floor((allowed * maxAnswerMib * mib) / count) - JSON.stringify(row).length - 30;
  const note = sign.repeat(bytes / Buffer.byteLength(sign));
  return Buffer.from(JSON.stringify(rowsLike(row, count, 10_000_000, { note })));
}
export const largeRows = onceFor((row) => rowsWith(row, "a"));
/** One character makes JavaScript keep two bytes for each character of the whole text. */
export const wideRows = onceFor((row) => {
  const rows = rowsWith(row, "a");
  return Buffer.concat([Buffer.from('[{"id":1,"note":"€"},'), rows.subarray(1)]);
});
export const compressedRows = onceFor((row) => gzipSync(largeRows(row), { level: 1 }));
export const emptyRows = once(() =>
  Buffer.from(`[${Array.from({ length: longestList.rows }, () => "{}").join(",")}]`),
);
export const smallObjects = once(() => repeated('{"":{}},', 4));
export const zeros = once(() => repeated("0,", 1));
export const longNumbers = once(() => repeated("12345678901234567890,", 1));
export const longKeys = once(() => {
  const keys = Array.from(
    { length: (maxAnswerValues * allowed) / 2 },
    (_, at) => `"key ${at}":${at}`,
  );
  return Buffer.from(`[{${keys.join(",")}}]`);
});
export const nestedLists = once(() => {
  const depth = Math.floor(maxAnswerValues * allowed);
  return Buffer.concat([Buffer.alloc(depth, "["), Buffer.alloc(depth, "]")]);
});
export const nestedObjects = once(() => {
  const depth = Math.floor((maxAnswerValues * allowed) / 2);
  const begin = Buffer.alloc(depth * 5, '{"a":');
  return Buffer.concat([
    Buffer.from("["),
    begin,
    Buffer.from("1"),
    Buffer.alloc(depth, "}"),
    Buffer.from("]"),
  ]);
});
export const tooManyZeros = once(() => repeated("0,", 1, { share: tooMuch }));
export const tooManyRows = once(() => repeated("{},", 2, { share: tooMuch }));
export const openBrackets = once(() => Buffer.alloc(allowed * maxAnswerMib * mib, "["));

/** Errors with a text of many bytes. */
export const errorWith = (field: string, part: string, bytes: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      status: 400,
      statusReason: "Bad Request",
      message: "no",
      [field]: part.repeat(Math.ceil(bytes / part.length)),
    }),
  );
export const unclosedTags = once(() => Buffer.from(`<html>${"<script".repeat(1_000_000)}`));
export const unclosedScripts = once(() => Buffer.from(`<html>${"<script>".repeat(1_000_000)}`));
export const angleBrackets = once(() => Buffer.alloc(20 * mib, "<"));
export const blanks = once(() => Buffer.alloc(20 * mib, " "));

/** 1 GiB after decompression. Members of gzip can follow each other. */
export const gzipBomb = once(() => {
  const member = gzipSync(Buffer.alloc(16 * mib));
  return Buffer.concat(Array.from({ length: 64 }, () => member));
});
export const brotliBomb = once(() =>
  brotliCompressSync(Buffer.alloc(256 * mib), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
  }),
);
export const deflateBomb = once(() => deflateSync(Buffer.alloc(256 * mib), { level: 1 }));
export const bombInBomb = once(() => gzipSync(gzipBomb()));
export const threeTimes = once(() => gzipSync(bombInBomb()));

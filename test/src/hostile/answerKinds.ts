import type { HostileKind } from "./kinds";
import { anyMoment } from "./hostileServer";
import type { HostileAnswer } from "./hostileServer";
import type { Row } from "./payloads";
import * as payloads from "./payloads";
import { errorWith, forged, mib } from "./payloads";

const kind = (
  name: string,
  answer: HostileAnswer,
  more: Partial<HostileKind> = {},
): HostileKind => ({ name, moments: anyMoment, bound: "deadline", answer, ...more });

type More = Partial<HostileKind>;
type Headers = Record<string, string | string[]>;
/** A failure of the server is tried again for reads. */
const boundOf = (status: number) => (status >= 500 ? "retries" : "deadline");

const body = (
  name: string,
  make: (row: Row) => Buffer | string,
  { status = 200, headers = {}, ...more }: { status?: number; headers?: Headers } & More = {},
): HostileKind =>
  kind(name, (exchange) => exchange.answer(status, make(exchange.row), headers), {
    ...{ prepare: make, bound: boundOf(status) },
    ...more,
  });

const encoded = (name: string, make: () => Buffer, encoding: string): HostileKind =>
  body(name, make, { headers: { "content-encoding": encoding } });

/** The whole answer needs seconds to arrive. */
const large = (
  name: string,
  make: (row: Row) => Buffer,
  more: { headers?: Headers } & More = {},
): HostileKind => body(name, make, { deadlineSeconds: 10, ...more });

const text = (name: string, field: string, part: string, bytes: number): HostileKind =>
  body(name, () => errorWith(field, part, bytes), { status: 400 });

const page = (name: string, make: () => Buffer, status = 500): HostileKind =>
  body(name, make, { status, headers: { "content-type": "text/html" } });

/** Whole answers that are large, deep, compressed or full of odd characters. */
export const answerKinds: readonly HostileKind[] = [
  encoded("gzip bomb", payloads.gzipBomb, "gzip"),
  encoded("brotli bomb", payloads.brotliBomb, "br"),
  encoded("deflate bomb", payloads.deflateBomb, "deflate"),
  encoded("bomb in a bomb", payloads.bombInBomb, "gzip, gzip"),
  encoded("three encodings", payloads.threeTimes, "gzip, gzip, gzip"),
  encoded("encoding that is none", () => Buffer.from("[]"), "gzip"),
  large("rows up to the limits", payloads.largeRows, { isHarmless: true, bound: "pages" }),
  large("rows up to the limits, compressed", payloads.compressedRows, {
    isHarmless: true,
    bound: "pages",
    headers: { "content-encoding": "gzip" },
  }),
  large("rows up to the limits, in wide characters", payloads.wideRows, {
    isHarmless: true,
    bound: "pages",
  }),
  large("empty rows up to the limits", payloads.emptyRows, { bound: "pages" }),
  large("small objects up to the limits", payloads.smallObjects),
  large("zeros up to the limits", payloads.zeros),
  large("numbers with 20 digits up to the limits", payloads.longNumbers),
  large("row with as many names as the limits allow", payloads.longKeys),
  large("nested lists", payloads.nestedLists),
  large("nested objects", payloads.nestedObjects),
  large("too many zeros", payloads.tooManyZeros),
  large("too many rows", payloads.tooManyRows),
  large("open brackets", payloads.openBrackets),
  text("error with a message of 20 MB", "message", `x${forged}`, 20 * mib),
  text("error with a message of 200 KB", "message", `x${forged}`, 200 * 1024),
  text("error with a trace id of 20 MB", "toe", `x${forged}`, 20 * mib),
  text("error with a trace id of 200 KB", "toe", `x${forged}`, 200 * 1024),
  page("page of unclosed tags", payloads.unclosedTags),
  page("page of unclosed scripts", payloads.unclosedScripts),
  page("page of angle brackets", payloads.angleBrackets),
  page("page of blanks", payloads.blanks),
  body("error of blanks", payloads.blanks, {
    status: 500,
    headers: { "content-type": "text/plain" },
  }),
  kind("redirect to itself", ({ request, response }) => {
    response.writeHead(307, { location: request.url ?? "/" }).end();
  }),
  kind("500 headers", (exchange) => {
    const headers = Array.from({ length: 500 }, (_, at) => [`x-${at}`, "a"] as const);
    exchange.answer(400, "{}", Object.fromEntries(headers));
  }),
  kind("header of 15 KB", (exchange) =>
    exchange.answer(400, "{}", { "x-long": "a".repeat(15_000) }),
  ),
  kind("flood of cookies", (exchange) =>
    exchange.answer(400, "{}", {
      "set-cookie": Array.from({ length: 300 }, (_, at) => `c${at}=${"a".repeat(20)}`),
    }),
  ),
  body(
    "control characters in an error",
    () => JSON.stringify({ status: 400, message: forged, toe: forged, statusReason: forged }),
    { status: 400 },
  ),
  kind(
    "control characters in a row",
    (exchange) => {
      const odd = { ...exchange.row, id: forged, title: forged, ownerId: forged, schedule: forged };
      exchange.answer(200, [odd, { ...odd, id: 7 }, forged]);
    },
    { isHarmless: true },
  ),
  body("control characters in words", () => forged, { headers: { "content-type": "text/plain" } }),
  kind("control characters in a redirect", ({ response }) => {
    response.writeHead(302, { location: "//x/%1b]0;FORGED%07::error::FORGED" }).end();
  }),
  body("NUL bytes", () => Buffer.alloc(100_000)),
];

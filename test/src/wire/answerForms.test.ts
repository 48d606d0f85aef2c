import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { z } from "zod";
import { routes } from "../../../provider/dist/platform/routes";
import { Client } from "../../../provider/dist/wire/client";
import { parseJson, toJson } from "../../../provider/dist/wire/json";
import { isErrorBody } from "../../../provider/dist/wire/refusal";
import { deadlines } from "../harness/sessions/deadlines";
import { failureOf, requests } from "./exchange";

type Headers = Record<string, string>;

describe("an answer of any encoding", () => {
  let server: Server;
  let answer: { bytes: Buffer; headers: Headers; status?: number };
  let asked: Headers;

  before((done) => {
    server = createServer((request, response) => {
      asked = request.headers as Headers;
      response.writeHead(answer.status ?? 200, answer.headers).end(answer.bytes);
    }).listen(0, "127.0.0.1", done);
  });
  after((done) => void server.close(done));

  const client = () =>
    new Client({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token: "secret",
      tokenHeader: "X-SERVICE-Developer-Token",
      ...deadlines(5),
    });
  const read = (bytes: Buffer, headers: Headers = {}) => {
    answer = { bytes, headers: { "content-type": "application/json", ...headers } };
    return client().send({ operation: "read", route: routes.listRoles, answer: z.unknown() });
  };

  const roles = [{ id: 1, name: "Café ☕" }];
  const plain = Buffer.from(JSON.stringify(roles));
  const packed: Record<string, [Buffer, string]> = {
    gzip: [gzipSync(plain), "gzip"],
    "gzip under its old name": [gzipSync(plain), "X-GZIP"],
    brotli: [brotliCompressSync(plain), "br"],
    deflate: [deflateSync(plain), "deflate"],
    "deflate without its header": [deflateRawSync(plain), "deflate"],
    "two after each other": [brotliCompressSync(gzipSync(plain)), "gzip, br"],
    identity: [plain, "identity"],
  };
  for (const [name, [bytes, encoding]] of Object.entries(packed)) {
    it(`is read, and asked for: ${name}`, async () => {
      assert.deepEqual(await read(bytes, { "content-encoding": encoding }), roles);
      assert.equal(asked["accept-encoding"], "gzip, br, deflate");
    });
  }

  it("is read in the charset of its header, with a byte-order mark, too", async () => {
    const cafe = [{ name: "Café" }];
    const text = JSON.stringify(cafe);
    for (const [bytes, charset] of [
      [Buffer.from(text, "latin1"), "ISO-8859-1"],
      [Buffer.from(`\ufeff${text}`, "utf8"), "utf-8"],
      [Buffer.from(`\ufeff${text}`, "utf16le"), '"utf-16le"'],
      [Buffer.from(text), "nobody-knows"],
    ] as const) {
      const headers = { "content-type": `application/json;charset=${charset}` };
      assert.deepEqual(await read(bytes, headers), cafe, charset);
    }
  });

  it("has the characters of Windows-1252 that Latin-1 lacks", async () => {
    const bytes = Buffer.from('["Ann\x92s \x80 \x9f \xe9"]', "latin1");
    for (const charset of ["windows-1252", "ISO-8859-1"]) {
      const headers = { "content-type": `application/json; charset=${charset}` };
      assert.deepEqual(await read(bytes, headers), ["Ann’s € Ÿ é"], charset);
    }
  });

  it("is Windows-1252 without a charset if it is not UTF-8", async () => {
    assert.deepEqual(await read(Buffer.from('["Café \x80"]', "latin1")), ["Café €"]);
  });

  it("is read as its byte-order mark says, whatever the header says", async () => {
    const wide = Buffer.from('\ufeff["Café"]', "utf16le");
    for (const charset of ["", ";charset=utf-16", ";charset=iso-8859-1"]) {
      const headers = { "content-type": `application/json${charset}` };
      assert.deepEqual(await read(wide, headers), ["Café"], charset);
      assert.deepEqual(await read(Buffer.from(wide).swap16(), headers), ["Café"], charset);
    }
  });

  it("is no answer if its bytes are not what the header says, and a write may have worked", async () => {
    const error = await failureOf(read(plain, { "content-encoding": "gzip" }));
    assert.equal(error.code, "unexpected_answer");
    assert.match(error.message, /answered 200 with broken gzip data/);
    answer = { bytes: plain, headers: { "content-encoding": "zstd" } };
    const write = await failureOf(client().send(requests.POST));
    assert.deepEqual([write.code, write.mayHaveWorked], ["unexpected_answer", true]);
    assert.match(write.message, /in the encoding "zstd", which was not asked for/);
  });

  it("has the code of its status if nobody can read its bytes", async () => {
    answer = { bytes: plain, headers: { "content-encoding": "zstd" }, status: 401 };
    const failed = client().send(requests.GET);
    assert.equal((await failureOf(failed)).code, "unauthorized");
  });

  it("loses nothing to any spelling of an empty body", async () => {
    assert.equal(await read(Buffer.alloc(0), { "content-encoding": "gzip" }), undefined);
  });
});

describe("half of a sign in JSON", () => {
  it("is U+FFFD, in texts and in names", () =>
    assert.deepEqual(
      parseJson(String.raw`{"a":"Sales \ud83d","\uDE00b":"\ude00\ud83d","c":9007199254740993}`),
      { a: "Sales \ufffd", "\ufffdb": "\ufffd\ufffd", c: "9007199254740993" },
    ));

  it("is told from a whole sign and from a backslash", () =>
    assert.deepEqual(parseJson(String.raw`["\ud83d\ude00","\\ud83d","\\\ud83d","\u0041"]`), [
      "\u{1f600}",
      String.raw`\ud83d`,
      "\\\ufffd",
      "A",
    ]));

  it("leaves every other text as it is", () =>
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) =>
        assert.equal(parseJson(JSON.stringify(text)), text),
      ),
    ));
});

describe("a number of JSON", () => {
  it("keeps every digit, as text if a number would lose some", () => {
    const wide =
      "[9007199254740993,-9007199254740993,9007199254740991,1e3,0.1,12345678901234567890]";
    assert.deepEqual(parseJson(wide), [
      "9007199254740993",
      "-9007199254740993",
      9007199254740991,
      1000,
      0.1,
      "12345678901234567890",
    ]);
    assert.equal(
      toJson({ a: 9007199254740993n, b: [1, "x", null], c: undefined }),
      '{"a":9007199254740993,"b":[1,"x",null]}',
    );
  });

  it("stands beside repeated keys, of which the last one counts", () => {
    assert.deepEqual(parseJson('{"a":1,"a":2,"id":9007199254740993}'), {
      a: 2,
      id: "9007199254740993",
    });
  });

  it("is read and written as JSON itself does, if it is small", () =>
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value = parseJson(text);
        if (!/\d{16}/.test(text)) assert.deepEqual(value, JSON.parse(text));
        assert.equal(toJson(value), JSON.stringify(value));
      }),
    ));

  it("is any whole number, and comes back with the same digits", () =>
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 80n }), (number) => {
        const read = parseJson(`{"id":${number}}`) as { id: unknown };
        assert.equal(String(read.id), String(number));
      }),
    ));
});

describe("a success that says no", () => {
  const noes: unknown[] = [
    { success: false },
    { success: "false", message: "No" },
    { Success: false, id: 5 },
    { succeeded: false },
    { is_success: false },
    { ok: false },
    { status: "error", message: "You may not do that" },
    { status: "FAILED" },
    { error: "forbidden" },
    { error: { code: 17 } },
    { error: true },
    { errors: [{ message: "No" }] },
    { errors: ["No"], requestId: "4f" },
    { errors: ["No"], isValid: false },
    { error: "No", scheduleId: 5 },
  ];
  for (const body of noes) {
    it(`is a no: ${JSON.stringify(body)}`, () => assert.equal(isErrorBody(body), true));
  }

  const others: unknown[] = [
    undefined,
    null,
    false,
    "error",
    [],
    [{ error: "x" }],
    {},
    { success: true },
    { success: null },
    { error: null },
    { error: "" },
    { errors: [] },
    { errors: {} },
    { error: false },
    { id: 5, status: "FAILED" },
    { executionId: 7, errors: ["row 3"] },
    { status: 200 },
    { status: "ok" },
    { status: "CREATED" },
  ];
  for (const body of others) {
    it(`is none: ${JSON.stringify(body)}`, () => assert.equal(isErrorBody(body), false));
  }
});

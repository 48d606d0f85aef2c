import assert from "node:assert/strict";
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { startSimulator, type Simulator, type VariantName } from "pulumi-platform-simulator";
import { call, create, schedulesPath, titles } from "./client.js";

const rolesPath = "/api/authorization/v1/roles";
/** Characters of Latin-1, of Windows only, of other alphabets, and beyond 16 bits. */
const title = "Größe \u0085 € Ж 😀";

interface Raw {
  bytes: Buffer;
  type: string;
  encoding: string;
}

describe("Variants of the simulator that send other bytes", () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ profile: "extended" });
  });
  beforeEach(async () => {
    simulator.reset();
    await create(simulator, title);
  });
  after(() => simulator.close());

  /** The bytes of an answer, as they are on the wire. */
  const raw = (path: string, headers: Record<string, string> = {}): Promise<Raw> =>
    new Promise((resolve, reject) => {
      const token = { "x-service-developer-token": simulator.token };
      request(simulator.url + path, { headers: { ...token, ...headers } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => {
          const { "content-type": type = "", "content-encoding": encoding = "" } = answer.headers;
          resolve({ bytes: Buffer.concat(chunks), type, encoding });
        });
      })
        .on("error", reject)
        .end();
    });
  const titleIn = (text: string) => (JSON.parse(text) as { title: string }[])[0]?.title;

  for (const [name, encoding, decompress] of [
    ["gzip", "gzip", gunzipSync],
    ["br", "br", brotliDecompressSync],
    ["deflate", "deflate", inflateSync],
    ["raw-deflate", "deflate", inflateRawSync],
  ] as const) {
    it(`compressed:${name} compresses each answer, whatever the call accepts`, async () => {
      simulator.useVariants(`compressed:${name}`);
      for (const accepted of ["gzip", "identity"]) {
        const answer = await raw(schedulesPath, { "accept-encoding": accepted });
        assert.equal(answer.encoding, encoding);
        assert.equal(titleIn(decompress(answer.bytes).toString()), title);
      }
      assert.deepEqual(simulator.calls.at(-1)?.variants, [`compressed:${name}`]);
      const unknown = await raw("/nowhere");
      assert.match(decompress(unknown.bytes).toString(), /does not exist/);
    });
  }

  it("compressed leaves an answer without a body, and the control API, as they are", async () => {
    simulator.useVariants("compressed:gzip");
    const { text } = await call(simulator, "PUT", `${schedulesPath}/emails/enabled`, true);
    assert.equal(text, "");
    assert.equal((await raw("/_control/variants")).bytes.toString(), '["compressed:gzip"]');
  });

  it("charset:iso-8859-1 sends bytes of Latin-1, and escapes for all other characters", async () => {
    simulator.useVariants("charset:iso-8859-1");
    const { bytes, type } = await raw(schedulesPath);
    assert.equal(type, "application/json; charset=ISO-8859-1");
    assert.ok(bytes.includes(Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65])));
    const text = bytes.toString("latin1");
    assert.ok(text.includes("\\u0085 \\u20ac \\u0416 \\ud83d\\ude00"));
    assert.equal(titleIn(text), title);
  });

  it("charset:utf-16le sends two bytes for each character, after a mark", async () => {
    simulator.useVariants("charset:utf-16le");
    const { bytes, type } = await raw(schedulesPath);
    assert.equal(type, "application/json; charset=utf-16le");
    assert.deepEqual([...bytes.subarray(0, 2)], [0xff, 0xfe]);
    assert.equal(titleIn(bytes.subarray(2).toString("utf16le")), title);
  });

  it("charset:utf-8-bom sends a byte-order mark before the text", async () => {
    simulator.useVariants("charset:utf-8-bom");
    const { bytes, type } = await raw(schedulesPath);
    assert.equal(type, "application/json; charset=utf-8");
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    assert.equal(titleIn(bytes.subarray(3).toString()), title);
  });

  it("charset leaves plain words in UTF-8", async () => {
    simulator.useVariants("text-errors", "charset:utf-16le");
    const { bytes, type } = await raw("/nowhere");
    assert.deepEqual([bytes.toString(), type], ["Not Found", "text/plain; charset=utf-8"]);
  });

  it("both combine, and a fault in the same call wins", async () => {
    simulator.useVariants("compressed:gzip", "charset:utf-16le");
    const { bytes } = await raw(schedulesPath);
    assert.equal(titleIn(gunzipSync(bytes).subarray(2).toString("utf16le")), title);
    simulator.fault({ kind: "html", moment: "after" });
    const { encoding, type } = await raw(rolesPath);
    assert.deepEqual([encoding, type], ["", "text/html; charset=utf-8"]);
    simulator.fault({ kind: "close", moment: "mid-answer" });
    await assert.rejects(call(simulator, "GET", schedulesPath));
    assert.deepEqual(titles(await gunzipped()), [title]);
  });

  /** The list of schedules, which `fetch` decompresses. */
  const gunzipped = () => {
    simulator.useVariants("compressed:gzip");
    return call(simulator, "GET", schedulesPath);
  };

  it("refuse other names", () => {
    for (const [name, message] of [
      ["compressed", /the argument must be gzip, br, deflate, raw-deflate, not ""/],
      ["compressed:zip", /not "zip"/],
      ["charset:utf-7", /the argument must be iso-8859-1, utf-16le, utf-8-bom, not "utf-7"/],
    ] as const) {
      assert.throws(() => simulator.useVariants(name as VariantName), message);
    }
  });
});

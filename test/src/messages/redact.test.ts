import assert from "node:assert/strict";
import fc from "fast-check";
import { redactor } from "pulumi-platform-provider/contract";

const redact = redactor(["s3cret"]);

describe("what people are told", () => {
  it("has no address of anybody, also where addresses touch each other", () => {
    const said = "a@b.example!c.d+e@f.example,<g@h.example>: s3cret@x.example";
    assert.equal(redact(said), "[address][address],<[address]>: [secret]@x.example");
  });

  it("keeps everything else", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes("@") && !text.includes("s3cret"));
        assert.equal(redact(text), text);
      }),
    );
  });

  it("has no secret, whatever of it is escaped as in JSON, URLs and HTML", () => {
    const hex = (one: string) => one.charCodeAt(0).toString(16);
    const spellings: ((one: string) => string)[] = [
      (one) => one,
      (one) => `\\${one === "u" ? "u0075" : one}`,
      (one) => `\\\\u00${hex(one)}`,
      (one) => `%${hex(one).toUpperCase()}`,
      (one) => `&#x${hex(one)};`,
      (one) => `&#${one.charCodeAt(0)};`,
      (one) => ({ "+": "&plus;", "=": "&equals;", "/": "&sol;" })[one] ?? one,
    ];
    const character = fc.constantFrom(..."aZu09/+=-_.:".split(""));
    const spelled = fc.array(fc.tuple(character, fc.constantFrom(...spellings)), { minLength: 4 });
    fc.assert(
      fc.property(spelled, (all) => {
        const hide = redactor([all.map(([one]) => one).join("")]);
        const text = all.map(([one, spell]) => spell(one)).join("");
        // The backslash before a character that needs none is no part of a secret.
        assert.match(hide(`before ${text} after`), /^before \\?\[secret\] after$/);
      }),
    );
  });

  // The time limit of the test is the assertion: looking at each character for a whole address takes minutes.
  it("can be long without a space", () => {
    const text = "a".repeat(90_000);
    assert.equal(redact(text), text);
    assert.equal(redact(`${text}@example.com`), "[address]");
  });

  it("ends before a secret or an address that its limit breaks", () => {
    for (const before of [99_580, 99_590, 99_600, 99_980, 99_990, 99_995, 99_999]) {
      for (const hidden of ["s3cret", "somebody@example.com"]) {
        const told = redact(`${" ".repeat(before)}${hidden}${" ".repeat(2_000)}`);
        assert.doesNotMatch(told, /s3|someb|example/);
        assert.equal(told.at(-1), "…");
      }
    }
  });
});

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { z } from "zod";
import { runFunction } from "../../../../provider/dist/dynamic/functions";
import { hideSecrets, withRedaction } from "../../../../provider/dist/report/redaction";
import { idOf, readPaged } from "../../../../provider/dist/platform/lists";
import { Instance } from "../../../../provider/dist/platform/instance";
import { weekly } from "../../engine/stacks/declarations";
import { deadlines } from "../../harness/sessions/deadlines";
import { InProcessStack } from "../../harness/inProcessStack";
import { entries, entryNames } from "../../harness/sessions/session";
import { Clock } from "../../harness/virtual/clock";
import { Machine } from "../../harness/virtual/machine";
import { settingsOf } from "../provider";

/** How old a wait is at its first line, here. */
const longMs = 400;

/** How many lines a wait can have that began then: each comes after twice the time of the one before. */
const mostLines = (from: number) => 1 + Math.floor(Math.log2((Date.now() - from) / longMs));

const roles = {
  title: "List roles",
  method: "GET",
  path: "/api/authorization/v1/roles",
  source: "specification",
} as const;

describe("a run that waits for slow answers", () => {
  let platform: Simulator;
  let lines: string[];
  let host: string;
  const show = (line: string) => void lines.push(hideSecrets(line));
  const instance = (seconds = 30) => {
    const { url: baseUrl, token } = platform;
    const settings = settingsOf({ baseUrl, token, ...deadlines(seconds) });
    return new Instance(settings, { show, warn: show }, undefined, longMs);
  };
  const ask = (on: Instance, operation = "list roles") =>
    on.send({ operation, route: roles, answer: z.unknown() });
  const slow = (delayMs: number, times = 1) =>
    platform.fault({ method: "GET", path: "/roles$", kind: "delay", delayMs, times });

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
    ({ host } = new URL(platform.url));
  });
  after(() => platform.close());
  beforeEach(() => {
    platform.reset();
    lines = [];
  });

  it("says nothing where answers come in time, however many follow each other", async () => {
    const on = instance();
    // The first request also loads HTTP.
    await ask(on);
    lines = [];
    slow(longMs / 8, 10);
    for (let n = 0; n < 10; n++) await ask(on);
    await sleep(longMs * 1.5);
    assert.deepEqual(lines, []);
  });

  it("counts short calls that follow each other, once they take long together", async () => {
    const on = instance();
    const line = ({ count }: { count: number }) => `${count} so far`;
    let calls = 0;
    const end = Date.now() + 60_000;
    while (lines.length === 0 && Date.now() < end) {
      await sleep(longMs / 20);
      on.noteOneOfMany(line);
      calls++;
    }
    assert.ok(calls > 1);
    on.noteOneOfMany(line);
    assert.deepEqual(lines, [`${calls} so far`]);
    // After a pause, a new series begins.
    await sleep(longMs * 1.5);
    on.noteOneOfMany(line);
    assert.equal(lines.length, 1);
  });

  it("says that it reads a long list, whose pages all come in time", async () => {
    let n = 0;
    const next = () => ({ rows: [{ id: String(n++) }], odd: [], isWrapped: false });
    const request = { operation: "list roles", route: roles, answer: z.unknown().transform(next) };
    slow(longMs / 20, 0);
    const enough = () => lines.length > 0;
    await readPaged(instance(), idOf, () => request, enough);
    assert.match(
      String(lines),
      /^Waiting for the end of a long list \(list roles\): \d+ pages so far, for 1 s\.$/,
    );
    assert.ok(n > 1);
  });

  it("names the request, and says so again only after twice the time", async () => {
    slow(longMs * 3);
    const from = Date.now();
    await ask(instance(), 'read role "Board"');
    const { length } = lines;
    assert.ok(length >= 2 && length <= mostLines(from), lines.join("\n"));
    assert.equal(lines[0], `Waiting for ${host} to answer (read role "Board"), for 1 s so far.`);
    await sleep(longMs * 2);
    assert.equal(lines.length, length);
  });

  it("is told one line for all requests that are under way", async () => {
    slow(longMs * 1.3, 12);
    const on = instance();
    const from = Date.now();
    await Promise.all(Array.from({ length: 12 }, (_, n) => ask(on, `read role ${n}`)));
    assert.ok(lines.length <= mostLines(from), lines.join("\n"));
    assert.equal(
      lines[0],
      `Waiting for ${host} to answer 12 requests, the first for 1 s (read role 0).`,
    );
  });

  it("begins again with the next long wait", async () => {
    const on = instance();
    for (const delayMs of [longMs * 1.5, 0, longMs * 1.5]) {
      if (delayMs > 0) slow(delayMs);
      lines = [];
      await ask(on);
      assert.equal(lines.length > 0, delayMs > 0);
    }
  });

  it("counts the pauses before the request is sent again", async () => {
    platform.fault({ path: "/roles$", kind: "status", status: 429, retryAfter: 1 });
    await ask(instance());
    assert.ok(lines.length > 0);
  });

  it("says nothing more after the deadline", async () => {
    platform.fault({ path: "/roles$", kind: "hang" });
    // A write is not sent again.
    const route = { ...roles, method: "POST" } as const;
    const sending = instance(0.5).send({ operation: "add a role", route, answer: z.unknown() });
    await assert.rejects(sending, { code: "timed_out" });
    const { length } = lines;
    assert.ok(length > 0);
    await sleep(longMs * 4);
    assert.equal(lines.length, length);
  });

  it("shows no secret of the request that it names, whichever request set the timer", async () => {
    const on = instance();
    slow(longMs / 2);
    const first = ask(on);
    slow(longMs * 1.3);
    const hidden = { inputs: { values: { title: "canary" }, paths: [["title"]] } };
    await withRedaction(hidden, async () => {
      await ask(on, `read role "canary"`);
    });
    await first;
    assert.equal(lines[0], `Waiting for ${host} to answer (read role "[secret]"), for 1 s so far.`);
    assert.doesNotMatch(lines.join(), /canary/);
  });

  for (const entry of entries)
    it(`tells people after 5 s and after 10 s, through ${entryNames[entry]}`, async () => {
      const machine = new Machine("slow", new Clock(20));
      const { url, token } = platform;
      const settings = { PLATFORM_BASE_URL: url, PLATFORM_TOKEN: token };
      const stack = new InProcessStack(entry, settings, { machine });
      try {
        stack.declare([weekly()]);
        platform.fault({ method: "POST", kind: "delay", moment: "after", delayMs: 800 });
        const text = await stack.ok("up", "--yes", "--skip-preview");
        const told = /Waiting for \S+ to answer \(create report schedule "[^"]+"\), for (\d+) s/g;
        const seconds = [...text.matchAll(told)].map(([, after]) => Number(after));
        assert.equal(seconds.length, 2, text);
        assert.ok((seconds[0] ?? 0) >= 5 && (seconds[1] ?? 0) >= 10, text);
      } finally {
        stack.remove();
      }
    });

  it("tells people of a function of the program", async () => {
    slow(5_500);
    const { url: baseUrl, token } = platform;
    const config = (name: string) => ({ baseUrl, token })[name];
    const { error } = await runFunction({ name: "getRoles", args: {}, config, show });
    assert.equal(error, undefined);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /^Waiting for \S+ to answer \(.+\), for 5 s so far\.$/);
  });
});

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { resources } from "../../../provider/dist/catalog";
import type { Lifecycle } from "../../../provider/dist/lifecycle/lifecycle";
import { fixtures, resourceNames } from "../fixtures/index";
import { functionRows } from "../fixtures/functions";
import { inhabit } from "../fixtures/inhabit";
import { deadlines } from "../harness/sessions/deadlines";
import { quickFolder } from "../harness/quickFolder";
import { runs } from "../harness/lives/sampled";
import { callFunction, lifecycleOn } from "../provider/provider";

/** Texts that lead a terminal or a runner, or forge a line. Each has the word "canary". */
const texts = {
  "a command of GitHub on a line of its own": "a\n::add-mask::canary",
  "a command of GitHub anywhere": "a ##[add-mask]canary",
  "a command of Azure": "a ##vso[task.setvariable variable=x]canary",
  "a message of TeamCity": "a ##teamcity[message text='canary']",
  "a section of GitLab": "section_start:1:canary\r\u001b[0K",
  "a note of Jenkins": "\u001b[8mha:canary\u001b[0m",
  "a title of the terminal": "\u001b]0;canary\u0007",
  "a link of the terminal": "\u001b]8;;https://evil.example\u0007canary\u001b]8;;\u0007",
  "a control sequence in one sign": "\u009b2Jcanary",
  "a carriage return": "a\rcanary",
  "a line of Unicode": "a\u2028canary",
  "text from right to left": "a\u202ecanary",
  "invisible signs": "a\u200bcanary\u{e0041}\u3164",
  "half a character": "a\ud800canary",
  NUL: "a\0canary",
  "a name of JavaScript": "__proto__",
  "200 KB": `canary ${"x".repeat(200_000)}`,
};

/** What every instance shows in the same way, so that it stays. */
const kept = /^(id|.*Id|type|frequency|timezone|status|currentState|permission.*|state)$/;

/** Every text in an answer, but not those that the API chooses. */
const withTexts = (value: unknown, change: (text: string) => string, key = ""): unknown => {
  if (typeof value === "string") return kept.test(key) ? value : change(value);
  if (Array.isArray(value)) return value.map((one) => withTexts(one, change, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withTexts(inner, change, name)]),
  );
};

type Reply = { status: number; text: string };
type Spoil = (reply: Reply) => Reply;

const ways = (text: string): Record<string, Spoil> => ({
  "in every text": ({ status, text: body }) => ({
    status,
    text: body && JSON.stringify(withTexts(JSON.parse(body), () => text)),
  }),
  "after every text": ({ status, text: body }) => ({
    status,
    text: body && JSON.stringify(withTexts(JSON.parse(body), (before) => before + text)),
  }),
  "in every id": ({ status, text: body }) => ({
    status,
    text:
      body && JSON.stringify(JSON.parse(body, (key, one: unknown) => (key === "id" ? text : one))),
  }),
  "in an error": () => ({
    status: 400,
    text: JSON.stringify({ status: 400, statusReason: text, message: text, toe: text }),
  }),
  "as an error": () => ({ status: 409, text }),
  "as broken JSON": () => ({ status: 200, text }),
  "in a page": () => ({ status: 404, text: `<html><title>${text}</title>${text}</html>` }),
});

/** An instance whose answers are spoiled. */
class Spoiled {
  spoil: Spoil = (reply) => reply;
  url = "";

  private constructor(readonly server: Server) {}

  static async before(platform: Simulator): Promise<Spoiled> {
    const spoiled: Spoiled = new Spoiled(
      createServer((request, response) => {
        void (async () => {
          const chunks: Buffer[] = [];
          for await (const chunk of request) chunks.push(chunk as Buffer);
          const headers = new Headers(request.headers as Record<string, string>);
          for (const name of ["host", "connection", "content-length"]) headers.delete(name);
          const { method = "GET", url = "" } = request;
          const body = chunks.length > 0 && { body: Buffer.concat(chunks) };
          const answer = await fetch(platform.url + url, { method, headers, ...body });
          const isTest = url === "/api/authorization/v1/roles";
          const reply = { status: answer.status, text: await answer.text() };
          const { status, text } = isTest ? reply : spoiled.spoil(reply);
          response.writeHead(status, { "content-type": "application/json" }).end(text);
        })();
      }),
    );
    await new Promise<void>((done) => spoiled.server.listen(0, "127.0.0.1", done));
    spoiled.url = `http://127.0.0.1:${(spoiled.server.address() as AddressInfo).port}`;
    return spoiled;
  }
}

/** Signs that no message has: all that is hidden but the line breaks of the provider itself. */
const hidden = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\u3164]/u;
const marks = /##\[|##vso\[|##teamcity\[/i;

function verify(message: string): void {
  const [sign] = hidden.exec(message) ?? [];
  assert.equal(
    sign,
    undefined,
    `${JSON.stringify(sign)} in ${JSON.stringify(message).slice(0, 900)}`,
  );
  assert.doesNotMatch(message, marks);
  assert.ok(message.length < 20_000, `${message.length} characters`);
  // The provider breaks lines only before an option and before a problem of a list.
  for (const line of message.split("\n").slice(1)) {
    assert.match(line, /^ {2}/, message);
    assert.doesNotMatch(line, /^\s*(::|canary)/, message);
  }
}

/** All texts in a result that people read. */
const told = (result: unknown): string[] => {
  const {
    warnings,
    notices,
    failures,
    told: all,
    error,
  } = (result ?? {}) as Record<string, unknown>;
  const leaves = (value: unknown): string[] =>
    typeof value === "string"
      ? [value]
      : value instanceof Error
        ? [value.message]
        : typeof value === "object" && value !== null
          ? Object.values(value).flatMap(leaves)
          : [];
  return [warnings, notices, failures, all, error].flatMap(leaves);
};

interface Place {
  platform: Simulator;
  spoiled: Spoiled;
}

/** How many instances are used side by side, because most of the time is waiting. */
const placeCount = 8;

describe("an instance whose texts lead a terminal or a runner", () => {
  let places: Place[];
  let home = "";
  let creates = 0;
  const { PULUMI_HOME } = process.env;

  before(async () => {
    home = quickFolder("home");
    process.env.PULUMI_HOME = home;
    places = await Promise.all(
      Array.from({ length: placeCount }, async () => {
        const platform = await startSimulator({ profile: "extended" });
        return { platform, spoiled: await Spoiled.before(platform) };
      }),
    );
  });
  after(async () => {
    for (const { platform, spoiled } of places) {
      spoiled.server.closeAllConnections();
      spoiled.server.close();
      await platform.close();
    }
    if (PULUMI_HOME === undefined) delete process.env.PULUMI_HOME;
    else process.env.PULUMI_HOME = PULUMI_HOME;
    rmSync(home, { recursive: true });
  });

  type Values = Record<string, unknown>;
  type Verb = (
    lifecycle: Lifecycle,
    subject: { resource: (typeof resources)[number]; inputs: Values; id: string; identity: string },
  ) => unknown;
  const verbs: Record<string, Verb> = {
    check: (lifecycle, one) => lifecycle.check(one),
    create: (lifecycle, one) => lifecycle.create(one),
    adopt: (lifecycle, { id, inputs, ...one }) =>
      lifecycle.create({ ...one, inputs: { ...inputs, adopt: id } }),
    read: (lifecycle, { inputs: state, ...one }) => lifecycle.read({ ...one, state }),
    import: (lifecycle, { resource, id }) => lifecycle.import({ resource, key: id }),
    list: (lifecycle, { resource }) => lifecycle.list({ resource }),
    update: (lifecycle, { inputs, ...one }) => {
      const { changed } = fixtures[one.resource.name as keyof typeof fixtures].fuzz;
      return lifecycle.update({ ...one, inputs, state: { ...inputs, ...changed } });
    },
    delete: (lifecycle, { inputs: state, ...one }) => lifecycle.delete({ ...one, state }),
  };

  const cells = Object.entries(texts).flatMap(([what, text]) =>
    Object.entries(ways(text)).map(([where, spoil]) => ({ what: `${what} ${where}`, spoil })),
  );
  type Cell = (typeof cells)[number];
  /** All cells, or one in so many, others for each subject. */
  const some = (subject: number, sample: number) =>
    cells.filter((_, index) => index % runs(sample, 1) === subject % runs(sample, 1));

  async function inAllPlaces(cells: readonly Cell[], run: (cell: Cell, place: Place) => unknown) {
    const left = [...cells];
    await Promise.all(
      places.map(async (place) => {
        for (let cell = left.shift(); cell !== undefined; cell = left.shift()) {
          place.platform.reset();
          place.spoiled.spoil = (reply) => reply;
          await run(cell, place);
        }
      }),
    );
  }

  const verifyAll = (lines: readonly string[], where: string) =>
    lines.forEach((line) => {
      try {
        verify(line);
      } catch (cause) {
        throw new Error(`${where}: ${(cause as Error).message}`, { cause });
      }
    });

  for (const [mode, operations] of (["documented", "extended"] as const).entries()) {
    for (const [at, name] of resourceNames.entries()) {
      it(`leads no reader of a message: ${name} (${operations})`, async () => {
        const resource = resources.find((one) => one.name === name) ?? assert.fail();
        await inAllPlaces(
          some(2 * at + mode, 24),
          async ({ what, spoil }, { platform, spoiled }) => {
            const ids = await inhabit(platform);
            spoiled.spoil = spoil;
            const { complete, fuzz } = fixtures[name];
            const inputs = fuzz.inputs?.((one) => ids[one]) ?? complete;
            for (const [verb, run] of Object.entries(verbs)) {
              const lines: string[] = [];
              const config = { operations, baseUrl: spoiled.url, ...deadlines(0.5) };
              const show = (line: string) => void lines.push(line);
              const lifecycle = lifecycleOn(platform, config, { show });
              const subject = { resource, inputs, id: ids[name], identity: `${name} ${creates++}` };
              const result = await Promise.resolve()
                .then(() => run(lifecycle, subject))
                .catch((error: unknown) => ({ error }));
              verifyAll([...lines, ...told(result)], `${verb}, ${what}`);
            }
          },
        );
      });
    }
  }

  for (const [at, { name, how, args }] of functionRows.entries()) {
    it(`leads no reader of the errors of a function: ${name} ${how ?? ""}`, async () => {
      await inAllPlaces(some(at, 4), async ({ what, spoil }, { platform, spoiled }) => {
        await inhabit(platform);
        spoiled.spoil = spoil;
        const settings: Values = {
          baseUrl: spoiled.url,
          token: platform.token,
          apiUrl: `${spoiled.url}/workflow-api`,
          accessToken: platform.workflowToken,
        };
        const lines: string[] = [];
        await callFunction(
          name,
          args,
          (setting) => settings[setting],
          (line) => void lines.push(line),
        ).catch((error: unknown) => void lines.push((error as Error).message));
        verifyAll(lines, what);
      });
    });
  }
});

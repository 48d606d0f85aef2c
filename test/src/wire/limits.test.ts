import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Lifecycle } from "../../../provider/dist/lifecycle/lifecycle";
import { reportSchedule } from "../../../provider/dist/resources/reportSchedule/reportSchedule";
import { Instance } from "../../../provider/dist/platform/instance";
import { listSchedules } from "../../../provider/dist/resources/reportSchedule/list";
import {
  maxAnswerMib,
  maxAnswerValues,
  textOf,
  TooLarge,
} from "../../../provider/dist/wire/answerText";
import { Client } from "../../../provider/dist/wire/client";
import type { Request } from "../../../provider/dist/wire/request";
import type { ErrorCode, PlatformError } from "../../../provider/dist/messages/errors";
import { longestList, readPages } from "../../../provider/dist/wire/pages";
import { redactor } from "../../../provider/dist/messages/redact";
import { weekly } from "../engine/stacks/declarations";
import { deadlines } from "../harness/sessions/deadlines";
import { HostileServer } from "../hostile/hostileServer";
import { kinds } from "../hostile/kinds";
import type { Row } from "../hostile/payloads";
import { ownHome } from "../provider/home";
import { newProcess } from "../provider/provider";
import { call, schedulesPath } from "../simulator/client";
import { failureOf, requests } from "./exchange";
import type { Method } from "./exchange";

type Serve = (request: IncomingMessage, response: ServerResponse, n: number) => void;

const mib = 1024 * 1024;
const access = { token: "token", tokenHeader: "X-SERVICE-Developer-Token" };

/** Does something with a server that answers each request in its own way. */
async function withServer<Result>(
  serve: Serve,
  work: (baseUrl: string, asked: () => number) => Promise<Result>,
): Promise<Result> {
  let asked = 0;
  const server = createServer((request, response) => serve(request, response, ++asked));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await work(`http://127.0.0.1:${port}`, () => asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

interface Ended {
  error: Awaited<ReturnType<typeof failureOf>>;
  asked: number;
  seconds: number;
}

/** The failure of one request, and how often the server was asked. */
const failed = (method: Method, serve: Serve, seconds = 0.3): Promise<Ended> =>
  withServer(serve, async (baseUrl, asked) => {
    const client = new Client({ baseUrl, ...access, ...deadlines(seconds) });
    const request: Request<unknown> = requests[method];
    const from = performance.now();
    const error = await failureOf(client.send(request));
    return { error, asked: asked(), seconds: (performance.now() - from) / 1_000 };
  });

const drip: Serve = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
};
const interim: Serve = (_, response) => {
  const timer = setInterval(() => response.writeProcessing(), 20);
  response.on("close", () => clearInterval(timer));
};
const flood: Serve = (_, response) => {
  const block = Buffer.alloc(mib, " ");
  const more = () => {
    while (!response.destroyed && response.write(block));
  };
  response.on("drain", more);
  more();
};

describe("the time limit of a call", () => {
  for (const [name, serve] of Object.entries({ drip, interim })) {
    for (const method of ["GET", "POST"] as const) {
      it(`ends a ${method} whose answer comes bit by bit (${name}), at each attempt`, async () => {
        const { error, asked, seconds } = await failed(method, serve);
        assert.deepEqual(
          [error.code, error.mayHaveWorked, asked],
          ["timed_out", method === "POST", method === "POST" ? 1 : 4],
        );
        assert.ok(seconds >= 0.29 && seconds < 6, `${seconds} s`);
      });
    }
  }

  it("is one for each attempt, and a silent server is asked four times", async () => {
    const { error, asked } = await failed("GET", () => undefined, 0.2);
    assert.deepEqual([error.code, asked], ["timed_out", 4]);
  });

  it("counts a flood of interim answers as an answer that does not end", async () => {
    const serve: Serve = (_, response) => {
      const timer = setInterval(() => {
        for (let n = 0; n < 500; n++) response.writeProcessing();
      }, 5);
      response.on("close", () => clearInterval(timer));
    };
    const { error } = await failed("GET", serve);
    assert.equal(error.code, "timed_out");
    assert.match(error.message, /got no complete answer within 0\.3 s/);
  });
});

describe("the limits of an answer", () => {
  const tooLarge: ErrorCode = "answer_too_large";
  const bomb = Buffer.concat(Array.from({ length: 8 }, () => gzipSync(Buffer.alloc(4 * mib))));
  const answers: Record<string, Serve> = {
    "an endless body": flood,
    "a gzip bomb": (_, response) =>
      void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    "a bomb in a bomb": (_, response) =>
      void response.writeHead(200, { "content-encoding": "gzip, gzip" }).end(gzipSync(bomb)),
    "chunks of one byte without end": ({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      const block = Buffer.from("1\r\n \r\n".repeat(8_192));
      const more = () => {
        while (!socket.destroyed && socket.write(block));
      };
      socket.on("drain", more);
      more();
    },
    "too many values": (_, response) => void response.end("0,".repeat(maxAnswerValues + 1)),
  };
  for (const [name, serve] of Object.entries(answers)) {
    for (const method of ["GET", "POST"] as const) {
      it(`end a ${method} with ${name}, which is not tried again`, async () => {
        const { error, asked } = await failed(method, serve, 20);
        assert.deepEqual(
          [error.code, error.mayHaveWorked, asked],
          [tooLarge, method === "POST", 1],
        );
        assert.match(
          error.message,
          /answered with more than (12 MiB|600,000 names and values), so Pulumi/,
        );
      });
    }
  }

  it("fit 10,000 schedules of many fields", async () => {
    const row = JSON.stringify({ id: 1, title: "x".repeat(200), more: Array(40).fill("value") });
    const text = `[${Array.from({ length: 10_000 }, () => row).join(",")}]`;
    assert.equal(await textOf(Buffer.from(text), {}, maxAnswerMib * mib), text);
  });

  it("refuse three encodings, and read two", async () => {
    const twice = gzipSync(gzipSync("[]"));
    assert.equal(await textOf(twice, { "content-encoding": "gzip, gzip" }, 100), "[]");
    const three = { "content-encoding": "gzip, gzip, gzip" };
    await assert.rejects(textOf(gzipSync(twice), three, 100), /compressed 3 times/);
  });

  it("count decompressed bytes to the last one", async () => {
    const bytes = gzipSync("x".repeat(1_000));
    const read = (most: number) => textOf(bytes, { "content-encoding": "gzip" }, most);
    assert.equal((await read(1_000)).length, 1_000);
    await assert.rejects(read(999), TooLarge);
  });
});

describe("the answers under way", () => {
  it("are asked for again where they are too large together, and none of them is lost", async () => {
    const body = Buffer.alloc(11 * mib, 32);
    const count = 13;
    const open: ServerResponse[] = [];
    // No answer ends before one of them is asked for again.
    const serve: Serve = (_, response, n) => {
      response.write(body);
      open.push(response);
      if (n > count) for (const one of open.splice(0)) one.end("[]");
    };
    await withServer(serve, async (baseUrl) => {
      const client = new Client({ ...access, baseUrl, ...deadlines(60) });
      const answers = Array.from({ length: count }, () => client.send(requests.GET));
      for (const answer of await Promise.all(answers)) assert.deepEqual(answer, []);
    });
  });
});

describe("the pauses after 429 and 503", () => {
  for (const [name, retryAfter] of Object.entries({
    zero: "0",
    past: "-1",
    date: "Thu, 01 Jan 1970 00:00:00 GMT",
  })) {
    it(`are never shorter than the client's own (${name})`, async () => {
      const times: number[] = [];
      const serve: Serve = (_, response, n) => {
        times.push(performance.now());
        if (n < 3) response.writeHead(429, { "retry-after": retryAfter }).end();
        else response.writeHead(400).end();
      };
      const { error } = await failed("POST", serve, 5);
      assert.equal(error.code, "rejected");
      const pauses = times.slice(1).map((at, n) => at - (times[n] ?? 0));
      assert.ok(
        pauses.every((ms) => ms >= 245),
        String(pauses),
      );
    });
  }

  it("end a call at once if the server asks for a year", async () => {
    const serve: Serve = (_, response) =>
      void response.writeHead(429, { "retry-after": String(365 * 86_400) }).end();
    const { error, asked } = await failed("POST", serve);
    assert.deepEqual([error.code, error.mayHaveWorked, asked], ["rate_limited", false, 1]);
  });

  it("are no answer to a create that got a 503", async () => {
    const serve: Serve = (_, response) =>
      void response.writeHead(503, { "retry-after": "0" }).end();
    const { error, asked } = await failed("POST", serve);
    assert.deepEqual([error.code, error.mayHaveWorked, asked], ["server_error", true, 1]);
  });
});

describe("the limits of a list", () => {
  const idOf = (row: string) => row;
  const pageOf = (rows: readonly string[]) => ({ rows, odd: [], isWrapped: false });
  let n = 0;
  const newRow = () => `row ${++n}`;

  it("end a list with new pages for ever, which is then no evidence", async () => {
    for (const limits of [
      { pages: 7, rows: 1e9, ms: 1e9 },
      { pages: 1e9, rows: 6, ms: 1e9 },
    ]) {
      let asked = 0;
      const { complete, partial, received } = await readPages(
        idOf,
        async () => (asked++, pageOf([newRow()])),
        undefined,
        limits,
      );
      assert.deepEqual([complete, asked, received], [false, 7, 7]);
      assert.match(partial ?? "", /sent 7 rows and did not come to an end/);
    }
  });

  it("end a list whose pages are slow", async () => {
    const page = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return pageOf([newRow()]);
    };
    const from = performance.now();
    const { complete, partial } = await readPages(idOf, page, undefined, {
      ...longestList,
      ms: 100,
    });
    assert.equal(complete, false);
    assert.match(partial ?? "", /did not come to an end/);
    assert.ok(performance.now() - from < 1_000);
  });

  it("hold for odd rows, too, of which there can be many", async () => {
    const odd = Array.from({ length: 150_000 }, () => "null");
    const { complete, received } = await readPages(idOf, async () => ({
      rows: [],
      odd,
      isWrapped: false,
    }));
    assert.equal(complete, false);
    assert.ok(received >= 150_000);
  });

  const schedule = (id: number, more: object = {}) => ({
    ...{ id, reportViewId: 1, pageId: 1, title: `Report ${id}`, ownerId: 1, owner: true },
    schedule: { frequency: "DAILY", hourOfDay: 1, minOfHour: 0 },
    ...more,
  });
  const listed = (page: (skip: number) => readonly unknown[]) =>
    withServer(
      ({ url = "" }, response) => {
        const skip = Number(new URL(url, "http://host").searchParams.get("skip"));
        response.setHeader("content-type", "application/json").end(JSON.stringify(page(skip)));
      },
      async (baseUrl, asked) => {
        const settings = { baseUrl, ...access, ...deadlines(20), operations: "extended" as const };
        const listing = await listSchedules(new Instance(settings)).catch(
          (error: unknown) => error,
        );
        return { listing, asked: asked() };
      },
    );

  it("hold for the bytes of all pages together", async () => {
    const note = "x".repeat(mib);
    const { listing, asked } = await listed((skip) => [schedule(skip + 1, { note })]);
    const { complete, partial, received } = listing as Awaited<ReturnType<typeof listSchedules>>;
    assert.equal(complete, false);
    assert.match(partial ?? "", /answered with more than 64 MiB on all pages of the list/);
    assert.ok(received < 65 && asked === received + 1, `${received} rows in ${asked} calls`);
  });

  it("make no list of an answer with too many rows", async () => {
    const rows = Array.from({ length: longestList.rows + 1 }, () => 0);
    const { listing, asked } = await listed(() => rows);
    assert.equal((listing as { code: string }).code, "unexpected_answer");
    assert.match((listing as Error).message, /more than 75,000 rows/);
    assert.equal(asked, 1);
  });
});

describe("a list that was cut off", () => {
  ownHome();
  const schedules = "/reportschedules$";
  /** New pages for ever, of which the provider reads as many as the limits allow. */
  const endless = (kind: string) =>
    kinds.find(({ name }) => name === kind) ?? assert.fail(`there is no kind ${kind}`);

  const withCutList = async (
    work: (site: {
      platform: Simulator;
      server: HostileServer;
      lifecycle: Lifecycle;
    }) => Promise<void>,
  ) => {
    const platform = await startSimulator();
    await call(platform, "POST", schedulesPath, weekly().args);
    const [row] = (await call(platform, "GET", schedulesPath)).json as Row[];
    const server = await HostileServer.open(platform.url);
    try {
      server.begin("first list", endless("new pages of 1 MB rows").answer, row ?? {});
      const at = { url: server.url, token: platform.token };
      await work({ platform, server, lifecycle: newProcess(at, deadlines(20)) });
    } finally {
      await server.close();
      await platform.close();
    }
  };

  it("is no proof that an object is gone", () =>
    withCutList(async ({ platform, lifecycle }) => {
      const [existing] = platform.state.schedules;
      const id = String(existing?.id);
      const state = weekly().args;
      const reading = lifecycle.read({ resource: reportSchedule, id, state });
      const read = await reading.catch((error: unknown) => error as PlatformError);
      if (read instanceof Error) assert.equal(read.code, "unknown_state");
      else assert.equal(read?.id, id);
    }));

  it("is no list from before a create whose answer is lost, so nothing of it is taken over", () =>
    withCutList(async ({ platform, server, lifecycle }) => {
      const inputs = weekly().args;
      platform.fault({ method: "POST", path: schedules, kind: "hang" });
      const { calls } = platform;
      const before = calls.length;
      const creating = failureOf(
        lifecycle.create({ resource: reportSchedule, inputs, identity: "cut" }),
      );
      while (!calls.slice(before).some(({ method }) => method === "POST")) await sleep(5);
      // From now on, the list shows the schedule that there was before.
      server.heal();
      const { code } = await creating;
      assert.equal(code, "unknown_state");
      assert.equal(platform.state.schedules.length, 1);
    }));
});

describe("the texts of an answer", () => {
  it("keep no secret that a cut would break", () => {
    const redact = redactor(["canary-secret"]);
    for (let before = 99_980; before < 100_010; before++) {
      const text = redact(`${"x".repeat(before)}canary-secret${"y".repeat(300_000)}`);
      assert.doesNotMatch(text, /canary/);
      assert.ok(text.length <= 100_001);
    }
  });
});

import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { createServer } from "node:http";
import { checkSettings } from "../../../provider/dist/settings";
import { fetchAsSet } from "../../../provider/dist/wire/fetch";
import { ownRows } from "./rows";
import type { NetworkRow } from "./rows";
import { askPassword, TestProxy } from "./testProxy";
import type { NetworkResult } from "./verdict";
import { openWay } from "./ways";
import type { WayName } from "./ways";

const named = (wanted: string): NetworkRow =>
  ownRows.find(({ name }) => name === wanted) ?? assert.fail(`there is no network ${wanted}`);

/** Only `npm run networks` judges times: here, other tests have the processors. */
const isNoTime = (problem: string): boolean => !/^[\d.]+ s,/.test(problem);
const jobs = 4;

describe(`networks of companies (${ownRows.length} without a real proxy, each without an engine)`, function () {
  this.timeout(180_000);
  const results = new Map<string, NetworkResult>();
  before(async () => {
    const waiting = [...ownRows];
    const work = async () => {
      const way = await openWay("client");
      for (let row = waiting.shift(); row; row = waiting.shift())
        results.set(row.name, await way.try(row));
      await way.close();
    };
    await Promise.all(Array.from({ length: jobs }, work));
  });
  for (const { name, said } of ownRows) {
    it(`${said === undefined ? "works" : "fails with one clear error"}: ${name}`, () => {
      const { problems, message } = results.get(name) ?? assert.fail("it was not tried");
      assert.deepEqual(problems.filter(isNoTime), [], message);
    });
  }
});

describe("networks of companies on the real engine (2 of all networks, 2 of all ways)", () => {
  for (const name of ["plugin", "dynamic"] satisfies WayName[]) {
    for (const row of [named("password"), named("no password")]) {
      it(`${row.said === undefined ? "works" : "fails with one clear error"}: ${row.name}, ${name}`, async () => {
        const way = await openWay(name);
        const { problems, message } = await way.try(row);
        await way.close();
        assert.deepEqual(problems.filter(isNoTime), [], message);
      });
    }
  }
});

describe("the variables of proxies", () => {
  const given: Record<string, unknown> = { baseUrl: "https://example.com", token: "a-token" };
  const problemsIn = (environment: Record<string, string>) =>
    checkSettings({ config: (name) => given[name], environment }).problems;

  for (const value of [
    "proxy",
    "proxy.example.com:3128",
    "socks5://proxy.example.com",
    "http://ana:secret#1@proxy.example.com",
    "http://ana:12/34@proxy.example.com",
    "http://ana:secret%w@proxy.example.com",
  ]) {
    it(`name the one with a wrong address, and never the value: ${value}`, () => {
      const [{ place, reason } = assert.fail("it is accepted"), ...others] = problemsIn({
        https_proxy: value,
        HTTPS_PROXY: "http://proxy.example.com",
      });
      assert.equal(place, "https_proxy");
      assert.deepEqual(others, []);
      assert.ok(!reason.includes(value) && !/secret|12/.test(reason.replace("3128", "")), reason);
    });
  }

  it("can be empty, which hides the one in capital letters", () => {
    assert.deepEqual(problemsIn({ http_proxy: "", HTTP_PROXY: "wrong" }), []);
    assert.deepEqual(problemsIn({ http_proxy: "http://ana:p%40ss@proxy.example.com:3128/" }), []);
  });

  it("also lead the requests to a forge", async () => {
    const server = createServer((_request, response) => response.end("hello"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const proxy = await TestProxy.open(askPassword("ana", "p@ss"));
    const before = { ...process.env };
    Object.assign(process.env, { http_proxy: `http://ana:p%40ss@${proxy.host}`, no_proxy: "" });
    try {
      const answer = await fetchAsSet(`http://127.0.0.1:${port}/`, {});
      assert.equal(await answer.text(), "hello");
      assert.deepEqual(proxy.targets, [`127.0.0.1:${port}`]);
    } finally {
      process.env = before;
      await proxy.close();
      server.close();
    }
  });
});

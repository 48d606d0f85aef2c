import assert from "node:assert/strict";
import { checkSettings } from "../../../provider/dist/settings";
import { StubForge } from "../cli/forge/stubForge";
import { ownRows } from "./rows";
import type { NetworkRow } from "./rows";
import { askPassword, TestProxy } from "./testProxy";
import type { NetworkResult } from "./verdict";
import { everySecond } from "../harness/lives/sampled";
import { openWay } from "./ways";
import type { WayName } from "./ways";

const named = (wanted: string): NetworkRow =>
  ownRows.find(({ name }) => name === wanted) ?? assert.fail(`there is no network ${wanted}`);

/** Only `npm run networks` judges times: here, other tests have the processors. */
const isNoTime = (problem: string): boolean => !/^[\d.]+ s,/.test(problem);
const jobs = 4;

const tried = everySecond(ownRows);

describe(`networks of companies (${tried.length} of ${ownRows.length} without a real proxy, without an engine)`, () => {
  const results = new Map<string, NetworkResult>();
  before(async () => {
    const waiting = [...tried];
    const work = async () => {
      const way = await openWay("client");
      for (let row = waiting.shift(); row; row = waiting.shift())
        results.set(row.name, await way.try(row));
      await way.close();
    };
    await Promise.all(Array.from({ length: jobs }, work));
  });
  for (const { name, said } of tried) {
    it(`${said === undefined ? "works" : "fails with one clear error"}: ${name}`, () => {
      const { problems, message } = results.get(name) ?? assert.fail("it was not tried");
      assert.deepEqual(problems.filter(isNoTime), [], message);
    });
  }
});

describe("networks of companies on the real engine (2 of all networks, 2 of all ways)", () => {
  const ways = ["plugin", "dynamic"] as const satisfies WayName[];
  for (const [at, name] of ways.entries()) {
    for (const row of everySecond([named("password"), named("no password")], at === 0 ? 0 : 1)) {
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
    "company-proxy",
    "company-proxy:3128",
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
});

describe("a forge behind a proxy", () => {
  let forge: StubForge;
  let proxy: TestProxy;
  const { http_proxy, no_proxy } = process.env;
  beforeEach(async () => {
    forge = await new StubForge("GitHub").start();
    proxy = await TestProxy.open(askPassword("ana", "p@ss"));
  });
  afterEach(async () => {
    for (const [name, value] of Object.entries({ http_proxy, no_proxy }))
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    await proxy.close();
    forge.stop();
  });
  const set = (proxyUrl: string) =>
    Object.assign(process.env, { http_proxy: proxyUrl, no_proxy: "" });
  const write = () => forge.client().issue("drift", "Drift", "text");

  it("gets the requests", async () => {
    set(`http://ana:p%40ss@${proxy.host}`);
    await write();
    assert.equal(forge.store.issues.length, 1);
    assert.ok(proxy.targets.length > 0);
  });

  it("gets nothing if the proxy refuses, and the error names the proxy, at once", async () => {
    set(`http://ana:canary@${proxy.host}`);
    await assert.rejects(write(), ({ message }: Error) => {
      assert.match(
        message,
        /the proxy http:\/\/127\.0\.0\.1:\d+ \(http_proxy\) does not accept the user name and the password in that variable \(407\)\. Nothing was sent\./,
      );
      return !message.includes("canary");
    });
    assert.equal(proxy.targets.length, 1);
    assert.deepEqual(forge.store.calls, []);
  });

  it("gets nothing if the variable is wrong", async () => {
    set("proxy");
    await assert.rejects(write(), /http_proxy must be the address of a proxy/);
  });
});

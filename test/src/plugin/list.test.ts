import assert from "node:assert/strict";
import { ConfigureRequest, ListRequest } from "@pulumi/pulumi/proto/provider_pb";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { ProviderProcess } from "../../../provider/dist/process/providerProcess";
import { Engine } from "../../../provider/dist/plugin/engine";
import { Service } from "../../../provider/dist/plugin/service";
import { Session } from "../../../provider/dist/plugin/session";
import { addSchedules } from "../cli/calendar/calendarInstances";
import { structOf } from "../harness/sessions/wire";

describe("a list of the plugin, which no engine asks for", () => {
  const size = 120;
  let platform: Simulator;
  let service: Service;
  const warnings: unknown[] = [];

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
    addSchedules(
      platform,
      Array.from({ length: size }, () => ({})),
    );
    const engine = new Engine(undefined);
    engine.showOnce = (...said) => Promise.resolve(void warnings.push(said.at(-1)));
    service = new Service(new Session(engine, new ProviderProcess()));
    const access = { baseUrl: platform.url, token: platform.token };
    await service.configure(new ConfigureRequest().setArgs(structOf(access)));
  });
  after(() => platform.close());
  beforeEach(() => {
    warnings.length = 0;
  });

  /** The ids of a page, and where the next one begins. */
  const page = async ({ limit = 0, from = "", query = {} }) => {
    const request = new ListRequest()
      .setToken("platform:index:ReportSchedule")
      .setQuery(structOf(query))
      .setLimit(limit)
      .setContinuationToken(from);
    const responses = await service.list(request);
    const ids = responses.flatMap((one) => one.getResult()?.getId() ?? []);
    return { ids, next: responses.at(-1)?.getContinuation()?.getContinuationToken() };
  };

  it("is a page without a limit, and says that there is more", async () => {
    const { ids, next } = await page({});
    assert.deepEqual([ids.length, next], [100, "100"]);
    assert.deepEqual(warnings, [
      "120 ReportSchedule objects match. Without `--all` or `--count`, the list shows only the first 100.",
    ]);
  });

  it("goes on where the page before it ended", async () => {
    const first = await page({});
    const { ids, next } = await page({ from: first.next });
    assert.equal(next, undefined);
    assert.equal(new Set([...first.ids, ...ids]).size, size);
  });

  it("is as long as its limit, and says nothing then", async () => {
    assert.equal((await page({ limit: 7 })).ids.length, 7);
    assert.deepEqual(warnings, []);
  });

  it("has what matches, and says nothing where that is less than a page", async () => {
    const title = platform.state.schedules[7]?.title;
    assert.deepEqual((await page({ query: { title } })).ids.length, 1);
    assert.deepEqual(warnings, []);
  });
});

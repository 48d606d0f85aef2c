import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { accessTo, apply, pluginStack } from "../plugin/stack";
import type { Stack } from "./stacks/stack";
import { onlyWhole } from "../harness/lives/sampled";

const program = `
const platform = require("pulumi-platform/plugin");
const { idMap } = require("pulumi-platform");
const ids = idMap("map.json");
for (const page of [1001, 1002]) {
  new platform.ReportSchedule("page-" + page, {
    title: "Page " + page, pageId: ids.page(page), viewId: ids.view(page),
    schedule: { frequency: "DAILY", hourOfDay: 8, minOfHour: 0, timezone: "UTC", enabled: true },
  });
}
`;

const programFrom = (from: string) =>
  program.replace('"map.json"', `"map.json", ${JSON.stringify({ from })}`);

describe("idMap in a program of the plugin", () => {
  let platform: Simulator;
  let stack: Stack;
  before(async () => {
    platform = await startSimulator();
    stack = pluginStack(accessTo(platform), program);
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });

  it("says in the preview that there is no file, and names all ids that a file lacks", async () => {
    const without = await stack.ok("preview");
    assert.match(without, /map\.json does not exist, so all ids are used unchanged\./);
    stack.write("map.json", JSON.stringify({ pages: { "1001": 7001 } }));
    const text = await stack.fails("preview");
    assert.match(text, /map\.json lacks ids\. Add these lines/);
    assert.match(
      text,
      /"pages": \{ "1002": NUMBER \}\s+"views": \{ "1001": NUMBER, "1002": NUMBER \}/,
    );
    assert.match(await stack.fails("up", ...apply), /map\.json lacks ids\./);
    assert.deepEqual(platform.state.schedules, []);
  });

  onlyWhole(
    "fails on an instance that has other ids, without the file and with that of another one",
    async () => {
      stack.remove("map.json");
      const own = `${platform.url.toUpperCase().replace("HTTP", "http")}/`;
      stack.write("index.js", programFrom(own));
      assert.doesNotMatch(await stack.ok("preview"), /map\.json/);
      stack.write("index.js", programFrom("https://dev.example.com"));
      assert.match(
        await stack.fails("preview"),
        /map\.json does not exist\. The program has the ids of https:\/\/dev\.example\.com, and this stack's instance is http/,
      );
      const sameMachine = platform.url.replace("127.0.0.1", "localhost");
      stack.write("index.js", programFrom(sameMachine));
      assert.match(
        await stack.fails("preview"),
        /ids of http:\/\/localhost:\d+, and the address .* use the same address in the program/,
      );
      stack.write("index.js", programFrom("https://dev.example.com"));
      const $to = { name: "prod", address: "https://prod.example.com" };
      stack.write("map.json", JSON.stringify({ $to, pages: { "1001": 7001, "1002": 7002 } }));
      assert.match(
        await stack.fails("preview"),
        /map\.json has the ids of https:\/\/prod\.example\.com, and this stack's instance is http/,
      );
      stack.write("index.js", program);
    },
  );

  it("creates the objects with the ids of the file", async () => {
    const pages = { "1001": 7001, "1002": 7002 };
    stack.write("map.json", JSON.stringify({ pages, views: { "1001": 8001, "1002": "8002" } }));
    await stack.ok("up", ...apply);
    assert.deepEqual(
      platform.state.schedules.map(({ pageId, viewId }) => [pageId, viewId]).sort(),
      [
        [7001, 8001],
        [7002, 8002],
      ],
    );
  });
});

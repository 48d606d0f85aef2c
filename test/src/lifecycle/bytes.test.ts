import assert from "node:assert/strict";
import { seedIds } from "pulumi-platform-simulator";
import { functionRows } from "../fixtures/functions";
import { apply, assertWell, through } from "./recordedStack";
import type { Values } from "./tables/row";
import { rows } from "../fixtures/index";
import { main, subjectsOf } from "./tables/subjects";

/** The instance gives each schedule the time of its creation, which an update carries over. */
const withoutTimes = (body: string) => body.replace(/"startDate":\d{13}/g, '"startDate":0');

describe("the dynamic resources and the plugin send the same bytes", () => {
  for (const row of rows) {
    it(`of ${row.resource}, when it is created, changed and deleted`, async () => {
      const changes = subjectsOf([row]).filter(
        ({ change, place }) =>
          place === main &&
          change?.adopted === undefined &&
          change?.field !== "instance" &&
          ["update", "replace"].includes(change?.expected.extended ?? ""),
      );
      const declared = (which: "first" | "then") =>
        changes.map((one) => ({ type: row.resource, name: one.name, args: one[which] }));
      const sent = await through("extended", async (site) => {
        assertWell(await site.up(...declared("first")));
        assertWell(await site.up(...declared("then")));
        assertWell(await site.stack.told("destroy", ...apply));
        return site.log
          .filter(({ method }) => method !== "GET")
          .map((one) => ({ ...one, body: withoutTimes(one.body) }));
      });
      assert.deepEqual(sent.dynamic, sent.plugin);
      assert.ok(sent.dynamic.length > changes.length, "it was created and changed");
    });
  }

  it("of every function", async () => {
    const sent = await through("extended", async ({ stack, log }) => {
      for (const { name, args } of functionRows) await stack.invoke([{ name, args }]);
      return log.filter(({ url }, index) => url !== log[index - 1]?.url);
    });
    assert.deepEqual(sent.dynamic, sent.plugin);
    assert.ok(sent.dynamic.length >= new Set(functionRows.map(({ name }) => name)).size);
  });

  it("where nulls mean something, and where they mean that a field is left out", async () => {
    const modelConfiguration = { top_k: null, stop: ["END", null], more: { deep: null } };
    const text = {
      ...{ input: "Hello", model: null, system: null, responseFormat: null },
      modelConfiguration,
    };
    const search = {
      datasetId: seedIds.dataset,
      limit: null,
      paginationFields: [
        { fieldName: "datecompleted", sortOrder: null, filterValues: { MIN: null, MAX: null } },
      ],
    };
    const sent = await through("extended", async (site) => {
      const { stack, log } = site;
      await stack.invoke([{ name: "searchPartitions", args: search }]);
      await stack.invoke([{ name: "generateText", args: text }]);
      const args = { ...text, triggers: [null, { a: null }] };
      assertWell(await site.up({ type: "TextGeneration", name: "text", args }));
      assert.deepEqual((await stack.told("preview")).ops.get("text"), ["same"]);
      return log.filter(({ method }) => method === "POST").map(({ body }) => body);
    });
    assert.deepEqual(sent.dynamic, sent.plugin);
    const [filtered] = sent.dynamic.map((body) => JSON.parse(body) as Values);
    assert.deepEqual(filtered?.paginationFields, [
      { fieldName: "datecompleted", filterValues: { MIN: null, MAX: null } },
    ]);
    const request = { input: "Hello", modelConfiguration };
    assert.deepEqual(
      sent.dynamic.slice(-2).map((body) => JSON.parse(body) as unknown),
      [request, request],
    );
  });
});

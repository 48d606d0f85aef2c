import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import { z } from "zod";
import { allRoutes, resources } from "../../../provider/dist/catalog";
import type { Call } from "../../../provider/dist/definition/verbs";
import { routes } from "../../../provider/dist/platform/routes";
import { pathOf } from "../../../provider/dist/wire/route";
import type { Route } from "../../../provider/dist/wire/route";
import { facts } from "../contract";
import { lifecycleOn, modesOf } from "./provider";

const callOf = ({ method, path }: Route) => `${method} ${path}`;

describe("the routes", () => {
  it("have the operations of the specification, and no other", () => {
    const specified = allRoutes.filter(({ source }) => source === "specification");
    const documented = facts.filter(({ profile }) => profile === "documented");
    assert.deepEqual(
      new Set(specified.map(callOf)),
      new Set(documented.map(({ method, path }) => `${method} ${path}`)),
    );
  });

  it("declare no call twice", () => {
    assert.equal(new Set(allRoutes.map(callOf)).size, allRoutes.length);
  });

  for (const resource of resources) {
    if (resource.kind === "action") continue;
    it(`are all of the specification in the documented operations of ${resource.name}`, () => {
      const verbs: readonly { calls: readonly Call[] }[] = Object.values(resource.documented);
      const calls = verbs.flatMap((verb) => verb.calls);
      assert.equal(calls.length > 0, modesOf(resource).includes("documented"));
      for (const { route } of calls) assert.equal(route.source, "specification", route.title);
    });
  }

  it("of extended operations are refused before any call while operations are documented", async () => {
    const platform = await startSimulator({ profile: "extended" });
    try {
      const send = (operations: string) =>
        lifecycleOn(platform, { operations }).instance.send({
          operation: "list groups",
          route: routes.listGroups,
          answer: z.array(z.unknown()),
        });
      await assert.rejects(send("documented"), /"List groups" is a call of extended operations/);
      assert.deepEqual(platform.calls, []);
      await send("extended");
      assert.equal(platform.calls.length, 1);
    } finally {
      await platform.close();
    }
  });

  it("encode each parameter of their path", () => {
    const params = { entityType: "CARD", entityId: "a/b?c#ü" };
    assert.equal(
      pathOf(routes.fetchCertification, params),
      "/api/tags/v3/CARD/a%2Fb%3Fc%23%C3%BC/system/CERTIFIED/state",
    );
  });

  it("miss a parameter that is left out", () => {
    assert.throws(() => pathOf(routes.fetchGroup), TypeError);
  });

  for (const group of ["", ".", "..", "\ud800", "a\udc00b"]) {
    it(`refuse the id ${JSON.stringify(group)}, which no path can carry`, () => {
      assert.throws(() => pathOf(routes.fetchGroup, { group }), { code: "invalid_input" });
    });
  }
});

import assert from "node:assert/strict";
import { tryCase } from "./faultCase";
import { killSelection, kills } from "./sample";
import { Workspaces } from "./workspaces";

describe(`an operation in which somebody is killed (${killSelection.length} of ${kills.length} cases, on the real engine)`, () => {
  const workspaces = new Workspaces();
  after(() => workspaces.close());

  for (const one of killSelection) {
    it(`ends well after ${one.name}`, async () => {
      const { problems, said } = await tryCase(await workspaces.for(one), one, {
        closingPreview: false,
      });
      assert.deepEqual(problems, [], said);
    });
  }
});

import assert from "node:assert/strict";
import fc from "fast-check";
import type { Simulator } from "pulumi-platform-simulator";
import { functions } from "../../../provider/dist/catalog";
import { PlatformError } from "../../../provider/dist/messages/errors";
import { functionRows } from "../fixtures/functions";
import { runs } from "../harness/lives/sampled";
import { inhabited } from "../lifecycle/environment";
import { anyText } from "./anything";
import { callFunction } from "../provider/provider";

describe("an answer of any form to a function", () => {
  let platform: Simulator;
  before(async () => {
    platform = await inhabited();
  });
  after(() => platform.close());

  for (const { name, how, args } of functionRows) {
    it(`is a failure with a code, or a result of the promised form: ${name} ${how ?? ""}`, async () => {
      const settings: Record<string, unknown> = {
        baseUrl: platform.url,
        token: platform.token,
        apiUrl: `${platform.url}/workflow-api`,
        accessToken: platform.workflowToken,
      };
      const perform = () => callFunction(name, args, (setting) => settings[setting]);
      const promised = functions.find((one) => one.name === name)?.result;
      platform.clearFaults();
      platform.calls.length = 0;
      await perform();
      const calls = platform.calls.length;
      assert.notEqual(calls, 0);
      const statuses = fc.constantFrom(200, 200, 200, 201, 204, 400, 403, 404, 409);
      for (let skip = 0; skip < calls; skip++) {
        await fc.assert(
          fc.asyncProperty(anyText, statuses, async (body, status) => {
            platform.clearFaults();
            platform.fault({ kind: "body", skip, body, status });
            const result = await perform().catch((error: unknown) => {
              assert.ok(error instanceof PlatformError, String(error));
              assert.match(error.code, /^[a-z]+(_[a-z]+)*$/);
              assert.match(error.message, /^Could not /);
              assert.doesNotMatch(error.message, /undefined|\[object/);
              return undefined;
            });
            if (result === undefined) return;
            const plain = JSON.parse(JSON.stringify(result)) as unknown;
            assert.deepEqual(promised?.safeParse(plain).error?.issues ?? [], []);
          }),
          { numRuns: runs(10, 40) },
        );
      }
    });
  }
});

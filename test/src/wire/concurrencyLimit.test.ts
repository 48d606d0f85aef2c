import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import { z } from "zod";
import { routes } from "../../../provider/dist/platform/routes";
import { Client } from "../../../provider/dist/wire/client";
import { ConcurrencyLimit } from "../../../provider/dist/wire/concurrencyLimit";
import { deadlines } from "../harness/sessions/deadlines";

/** Sends so many requests at once, each answered by the given status, and tells how many ran together. */
async function together(limit: ConcurrencyLimit, count: number, status: number): Promise<number> {
  let now = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: count }, () =>
      limit.run(async () => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setImmediate(resolve));
        now--;
        return { status };
      }),
    ),
  );
  return most;
}

describe("the limit of a run", () => {
  it("has at most 32 requests under way", async () => {
    assert.equal(await together(new ConcurrencyLimit(), 100, 200), 32);
  });

  it("backs off when the platform answers 429, down to one at a time, and recovers", async () => {
    const limit = new ConcurrencyLimit();
    await together(limit, 64, 429);
    assert.equal(await together(limit, 3, 429), 1);
    await together(limit, 1000, 200);
    assert.equal(await together(limit, 100, 200), 32);
  });

  it("finishes everything, whatever is answered in which order", async () => {
    const limit = new ConcurrencyLimit();
    const statuses = Array.from({ length: 300 }, (_, index) => (index % 3 === 0 ? 429 : 200));
    const answers = await Promise.all(
      statuses.map((status) => limit.run(() => Promise.resolve({ status }))),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      statuses,
    );
  });

  it("spends one budget of retries for all requests of a run", async () => {
    const platform = await startSimulator();
    try {
      platform.fault({ kind: "status", status: 503, retryAfter: 0, times: 0 });
      const { url: baseUrl, token } = platform;
      const tokenHeader = "X-SERVICE-Developer-Token";
      const client = new Client({ baseUrl, token, tokenHeader, ...deadlines(5) });
      const read = () =>
        client.send({
          operation: "read the roles",
          route: routes.listRoles,
          answer: z.unknown(),
        });
      const reads = Array.from({ length: 30 }, read);
      await Promise.all(reads.map((one) => assert.rejects(one, { code: "server_error" })));
      assert.equal(platform.calls.length, 30 + 20);
    } finally {
      await platform.close();
    }
  });

  it("gets a storm of 429 answered in the end, each create once", async () => {
    const platform = await startSimulator({ profile: "extended" });
    try {
      platform.fault({
        kind: "status",
        status: 429,
        retryAfter: 0,
        probability: 0.5,
        seed: 1,
        times: 0,
      });
      const { url: baseUrl, token } = platform;
      const tokenHeader = "X-SERVICE-Developer-Token";
      const client = new Client({ baseUrl, token, tokenHeader, ...deadlines(5) });
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          client.send({
            operation: "create a group",
            route: routes.createGroup,
            body: { name: `Group ${index}`, type: "open" },
            answer: z.unknown(),
          }),
        ),
      );
      assert.equal(platform.state.groups.length, 40);
      assert.equal(platform.calls.filter(({ worked }) => worked).length, 40);
    } finally {
      await platform.close();
    }
  });
});

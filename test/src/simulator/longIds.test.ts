import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator, type Simulator } from "pulumi-platform-simulator";
import { call, create, groupsPath, schedule, schedulesPath } from "./client.js";

const first = 2n ** 53n;
const page = first + 1n;
/** What JavaScript makes of that id. */
const rounded = first;

describe("Ids beyond 2^53", () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ profile: "extended" });
  });
  beforeEach(() => simulator.reset());
  after(() => simulator.close());

  /** Sends a body whose text has exact numbers. */
  async function send(method: string, path: string, body: string): Promise<string> {
    const answer = await fetch(simulator.url + path, {
      method,
      headers: {
        "x-service-developer-token": simulator.token,
        "content-type": "application/json",
      },
      body,
    });
    return answer.text();
  }
  const bodyOf = (id: bigint) =>
    JSON.stringify(schedule("T")).replace('"pageId":11', `"pageId":${id}`);
  const text = async (path: string) => (await call(simulator, "GET", path)).text;

  it("are what long-ids counts, as exact numbers, and schedules are found by them", async () => {
    simulator.useVariants("long-ids");
    await create(simulator, "T");
    const id = String(first + 4294967291n);
    assert.ok((await text(schedulesPath)).startsWith(`[{"id":${id},`));
    assert.equal(simulator.state.schedules[0]?.id, BigInt(id));
    assert.equal((await call(simulator, "GET", `${schedulesPath}/${id}`)).status, 200);
    const other = await call(simulator, "GET", `${schedulesPath}/${Number(id)}`);
    assert.equal(other.status, 404);
    assert.deepEqual(simulator.calls[0]?.variants, ["long-ids"]);
    const group = { name: "Analysts", type: "open", description: "" };
    const { json } = await call(simulator, "POST", groupsPath, group);
    assert.deepEqual(json, { id: String(first + 5000000001n) });
    const members = `[{"groupId":${first + 5000000001n},"addMembers":[{"type":"USER","id":${page}}]}]`;
    assert.equal(await send("PUT", `${groupsPath}/access`, members), "true");
    assert.ok((await text(`${groupsPath}/${first + 5000000001n}`)).includes(`[1000001,${page}]`));
  });

  it("are read exactly from every body, so that a rounded id is another id", async () => {
    const made = await send("POST", schedulesPath, bodyOf(page));
    assert.match(made, new RegExp(`"pageId":${page},`));
    await send("POST", schedulesPath, bodyOf(rounded));
    const pages = simulator.state.schedules.map(({ pageId }) => BigInt(pageId));
    assert.deepEqual(pages, [page, rounded]);
    assert.deepEqual(
      simulator.calls.map(({ body }) => (body as { pageId: bigint }).pageId),
      [page, rounded],
    );
    await call(simulator, "DELETE", `${schedulesPath}?pageId=${page}`);
    assert.deepEqual(
      simulator.state.schedules.map(({ pageId }) => BigInt(pageId)),
      [rounded],
    );
  });

  it("must still be numbers where the specification has numbers", async () => {
    const quoted = bodyOf(page).replace(String(page), `"${page}"`);
    assert.match(await send("POST", schedulesPath, quoted), /pageId must be an integer/);
  });

  it("are in the control API and in the data file as they are", async () => {
    const folder = mkdtempSync(join(tmpdir(), "long-ids-"));
    const data = join(folder, "data.json");
    const start = () => startSimulator({ profile: "extended", data, variants: ["long-ids"] });
    try {
      const earlier = await start();
      await create(earlier, "T");
      const { id } = earlier.state.schedules[0] ?? assert.fail();
      const { text: state } = await call(earlier, "GET", "/_control/state");
      assert.ok(state.includes(`"schedules":[{"id":${id},`));
      await earlier.close();
      assert.ok(readFileSync(data, "utf8").includes(`"id": ${id},`));
      const later = await start();
      assert.equal(later.state.schedules[0]?.id, id);
      await later.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

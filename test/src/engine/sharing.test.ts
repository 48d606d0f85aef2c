import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { certified, dataset, orders, permissions } from "./stacks/declarations";
import { furtherCalls } from "../harness/sessions/connectionReads";
import { InProcessStack } from "../harness/inProcessStack";

const base = `/api/data/v3/datasources/${dataset}`;
const state = `/api/tags/v3/DATA_SOURCE/${dataset}/system/CERTIFIED/state`;

describe("a program with a share and a certification", () => {
  let platform: Simulator;
  let stack: InProcessStack;
  let [share, certification] = [orders(), certified()];
  const declareAll = () => stack.declare([share, certification]);
  const writes = () =>
    platform.calls
      .filter(({ method }) => method !== "GET")
      .map(({ method, path }) => `${method} ${path}`);
  const up = (...more: string[]) => stack.steps("up", "--yes", "--skip-preview", ...more);
  const access = () =>
    platform.state.shares
      .map(({ type, granteeId, accessLevel }) => `${type} ${granteeId} ${accessLevel}`)
      .filter((row) => !row.endsWith("OWNER") || row.endsWith("CO_OWNER"))
      .sort();
  const takeOut = () => {
    const at = platform.state.shares.findIndex(({ granteeId }) => granteeId === "42");
    platform.state.shares.splice(at, 1);
  };

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
    stack = new InProcessStack("dynamic", {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
    });
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });
  beforeEach(() => {
    platform.calls.length = 0;
    [share, certification] = [orders(), certified()];
    stack.env.PLATFORM_OPERATIONS = "documented";
  });

  it("makes each with one call, and has nothing more to do", async () => {
    declareAll();
    assert.deepEqual(await up(), ["create certified", "create orders"]);
    assert.deepEqual(writes().sort(), [`POST ${base}/share`, `PUT ${state}/ACTIVE`]);
    assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    assert.equal(furtherCalls(platform, 2).length, 2);
  });

  it("names in the preview whom documented operations cannot take out, and what they cannot certify instead", async () => {
    share.args.permissions = permissions("GROUP 7 CAN_SHARE");
    certification.args.entityId = "another";
    stack.declare([share]);
    const taken = await stack.fails("preview");
    assert.match(taken, /permissions: .*cannot remove the access of user 42/);
    assert.match(taken, new RegExp(`platform:confirmAbsent ${dataset}/USER/42\``));
    stack.declare([certification]);
    const moved = await stack.fails("preview");
    assert.match(moved, /documented API: entityId of certification of dataset/);
    assert.match(moved, /Set PLATFORM_OPERATIONS to extended/);
    assert.deepEqual(furtherCalls(platform, 2), []);
  });

  it("refuses to delete either in documented operations, before any call", async () => {
    const text = await stack.fails("destroy", "--yes", "--skip-preview");
    assert.match(
      text,
      /Could not delete (share|certification) \S+ of dataset \S+: the documented API/,
    );
    assert.deepEqual(platform.calls, []);
  });

  it("gives them new names, and takes nothing away", async () => {
    stack.declare([
      { ...share, name: "renamed-orders" },
      { ...certification, name: "renamed" },
    ]);
    assert.deepEqual(await up(), [
      "create renamed",
      "create renamed-orders",
      "delete certified",
      "delete orders",
    ]);
    // The new ones cannot know that it is all there already; nothing is taken away.
    assert.deepEqual(writes().sort(), [`POST ${base}/share`, `PUT ${state}/ACTIVE`]);
    assert.deepEqual(access(), ["GROUP 7 CAN_SHARE", "USER 42 CAN_VIEW"]);
    assert.equal(platform.state.certifications.length, 1);
    declareAll();
    await up();
  });

  it("finds and repairs in extended operations what was taken away by hand", async () => {
    stack.env.PLATFORM_OPERATIONS = "extended";
    declareAll();
    assert.deepEqual(await stack.steps("preview", "--refresh"), []);
    takeOut();
    platform.state.certifications = [];
    assert.deepEqual(await stack.steps("preview", "--refresh"), [
      "create certified",
      "update orders",
    ]);
    assert.deepEqual(writes(), []);
    await up("--refresh");
    assert.deepEqual(writes().sort(), [`POST ${base}/share`, `PUT ${state}/ACTIVE`]);
    assert.deepEqual(access(), ["GROUP 7 CAN_SHARE", "USER 42 CAN_VIEW"]);
    assert.deepEqual(await stack.steps("preview", "--refresh"), []);
  });

  it("certifies something else instead in extended operations, and mails only who is new", async () => {
    stack.env.PLATFORM_OPERATIONS = "extended";
    share.args.permissions = permissions("GROUP 7 CAN_SHARE", "USER 43 CAN_EDIT");
    share.args.sendEmail = true;
    certification.args = { entityType: "CARD", entityId: "12" };
    declareAll();
    const text = await stack.ok("up", "--yes", "--skip-preview");
    assert.match(text, /will e-mail 1 recipient \(user 43\) once, when this change is applied\./);
    assert.deepEqual(
      platform.outbox.map(({ to }) => to),
      ["USER:43"],
    );
    assert.deepEqual(
      platform.state.certifications.map(({ id }) => id),
      ["CARD/12"],
    );
    assert.ok(writes().findIndex(isCard) < writes().indexOf(`DELETE ${state}`), "new one first");
    assert.deepEqual(access(), ["GROUP 7 CAN_SHARE", "USER 43 CAN_EDIT"]);
    assert.equal((await stack.state()).orders?.outputs?.outcome, "done");
    share.args.sendEmail = undefined;
    declareAll();
    assert.deepEqual(await stack.steps("preview", "--refresh"), []);
  });

  it("leaves only what others made when it is destroyed", async () => {
    stack.env.PLATFORM_OPERATIONS = "extended";
    const row = { id: `${dataset}/USER/99`, datasetId: dataset, type: "USER", granteeId: "99" };
    platform.state.shares.push({ ...row, accessLevel: "CO_OWNER" });
    await stack.ok("destroy", "--yes", "--skip-preview");
    assert.deepEqual(access(), ["USER 99 CO_OWNER"]);
    assert.deepEqual(platform.state.certifications, []);
    assert.deepEqual(
      writes().filter((call) => !call.startsWith("DELETE")),
      [],
    );
  });

  const isCard = (call: string) => call.startsWith("PUT /api/tags/v3/CARD/12/");
});

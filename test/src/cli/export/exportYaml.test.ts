import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { onlyWhole } from "../../harness/lives/sampled";
import { Workspace } from "../../roundTrip/workspace";
import { group, schedule } from "../twoInstances";

const users = ["42", "0042", "123456789012345678901", "1e3", "auth0|5f7c", 'o\'brien"x"'];

describe("an exported YAML program on the engine", () => {
  let dev: Simulator;
  let prod: Simulator;
  let workspace: Workspace;
  before(async () => {
    [dev, prod] = await Promise.all([
      startSimulator({ profile: "extended" }),
      startSimulator({ profile: "extended" }),
    ]);
    for (const { state } of [dev, prod]) state.grants.manageAllContent = true;
    const additionalRecipients = users.map((value) => ({ type: "USER", value }));
    dev.state.schedules = [schedule(1, "Sales", { schedule: { additionalRecipients } })];
    workspace = new Workspace({ dev, prod }, { operations: "extended", scheduleFilter: "ALL" });
  });
  after(async () => {
    await Promise.all([dev.close(), prod.close()]);
    workspace.remove();
  });

  const preview = (...args: string[]) => workspace.pulumi("dev", prod, "preview", ...args);

  it("takes over ids of any text as they are", async () => {
    const args = ["--only", "schedules", "--language", "yaml"];
    const { code, err } = await workspace.export("dev", ...args);
    assert.equal(code, 0, err);
    const take = ["--file", "import.json", "--generate-code=false", "--yes"];
    for (const args of [
      ["stack", "init", "dev"],
      ["import", ...take],
      ["preview", "--expect-no-changes"],
    ]) {
      const run = await workspace.pulumi("dev", dev, ...args);
      assert.equal(run.code, 0, run.out + run.err);
    }
  });

  onlyWhole(
    "takes over the members of a group whose owners the instance does not show",
    async () => {
      const board = { ...group(5_000_000_002, "Board", "closed"), userIds: [42] };
      dev.state.groups.push({ ...board, owners: [{ type: "USER", id: "43" }] });
      dev.useVariants("no-extended:GET /api/content/v2/groups/{group}/permissions");
      try {
        const folder = ["--out", "members", "--stack", "members"];
        const { out } = await workspace.export("dev", "--only", "groups,memberships", ...folder);
        assert.match(out, /Exported .*1 membership/);
        for (const args of [
          ["stack", "init", "members"],
          ["import", "--file", "import.json", "--generate-code=false", "--protect=false", "--yes"],
          ["preview", "--expect-no-changes"],
        ]) {
          const run = await workspace.pulumi("members", dev, ...args);
          assert.equal(run.code, 0, run.out + run.err);
        }
      } finally {
        dev.useVariants();
        dev.state.groups.pop();
      }
    },
  );

  it("uses no id of this instance on another one", async () => {
    await workspace.pulumi("dev", prod, "stack", "init", "prod");
    const { code, err } = await preview();
    assert.notEqual(code, 0);
    assert.match(err, /Stack 'prod' is missing configuration value 'ids'/);
  });

  it("stops the preview while one text id is open, and then uses the id of the map as it is", async () => {
    const map = (ids: object) => {
      workspace.write("dev/map.prod.json", JSON.stringify(ids));
      const files = ["--out", "map.prod.json", "--stack", "prod"];
      return workspace.runIn("dev", "map", "dev", "prod", ...files);
    };
    const known = Object.fromEntries(users.map((id) => [id, `0${id}`]));
    const sections = { pages: { "1001": 7001 }, views: { "2001": 72001 } };
    const others = { ...known, "0042": null };
    assert.equal((await map({ ...sections, users: others })).code, 1);
    const stopped = await preview();
    assert.notEqual(stopped.code, 0);
    assert.match(stopped.out + stopped.err, /additionalRecipients\[1\]\.value/);

    assert.equal((await map({ ...sections, users: known })).code, 0);
    const run = await workspace.pulumi("dev", prod, "up", "--yes", "--skip-preview");
    assert.equal(run.code, 0, run.out + run.err);
    const [copy] = prod.state.schedules;
    assert.deepEqual([copy?.pageId, copy?.viewId], [7001, 72001]);
    assert.deepEqual(
      copy?.schedule.additionalRecipients.map(({ value }) => value).sort(),
      Object.values(known).sort(),
    );
  });
});

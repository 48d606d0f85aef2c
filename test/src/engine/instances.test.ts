import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { analysts, weekly } from "./stacks/declarations";
import { InProcessStack } from "../harness/inProcessStack";
import { secret } from "../harness/sessions/wire";
import type { Declared } from "./stacks/pulumiStack";

const on = (instance: string, declared: Declared): Declared => ({
  ...declared,
  args: { ...declared.args, instance },
});

describe("a program for several instances", () => {
  let dev: Simulator;
  let prod: Simulator;
  let stack: InProcessStack;
  const set = (path: string, value: string, ...flags: string[]) =>
    stack.ok("config", "set", ...flags, "--path", `platform:instances.${path}`, value);
  const titles = ({ state }: Simulator) => state.schedules.map(({ title }) => title);
  const writes = ({ calls }: Simulator) =>
    calls.filter(({ method }) => method !== "GET").map(({ route }) => route);

  before(async () => {
    dev = await startSimulator({ profile: "extended" });
    prod = await startSimulator({ token: "token-of-prod" });
    prod.state.roles.length = 2;
    stack = new InProcessStack("dynamic");
    for (const [name, platform] of Object.entries({ dev, prod })) {
      await set(`${name}.baseUrl`, platform.url);
      await set(`${name}.token`, platform.token, "--secret");
    }
    await set("dev.operations", "extended");
  });
  after(async () => {
    await Promise.all([dev.close(), prod.close()]);
    stack.remove();
  });
  beforeEach(() => {
    dev.calls.length = 0;
    prod.calls.length = 0;
  });

  it("makes each object on its own, with the token and the operations of that", async () => {
    const everywhere = ["dev", "prod"].flatMap((instance) =>
      [weekly(), analysts()].map((one) =>
        on(instance, { ...one, name: `${one.name}-${instance}` }),
      ),
    );
    stack.declare(everywhere);
    await stack.ok("up", "--yes", "--skip-preview");
    assert.deepEqual([titles(dev), titles(prod)], [["Weekly sales"], ["Weekly sales"]]);
    assert.ok(prod.calls.every(({ source }) => source === "SPEC"));
    const { results } = await stack.invoke(
      ["dev", "prod"].map((instance) => ({ name: "getRoles", args: { instance } })),
    );
    assert.deepEqual(
      results.map((result) => (result?.roles as unknown[]).length),
      [dev.state.roles.length, 2],
    );
    assert.deepEqual(await stack.steps("preview", "--refresh"), []);
  });

  it("finds and repairs on each what was changed there", async () => {
    const [changed] = dev.state.schedules;
    assert.ok(changed);
    changed.schedule.hourOfDay = 17;
    assert.deepEqual(await stack.steps("preview", "--refresh"), ["update weekly-dev"]);
    await stack.ok("up", "--yes", "--skip-preview", "--refresh");
    assert.equal(dev.state.schedules[0]?.schedule.hourOfDay, 8);
    assert.deepEqual(writes(prod), []);
  });

  it("replaces what moves to another one, and deletes it only where it was", async () => {
    stack.declare([
      on("prod", { ...analysts(), name: "analysts-prod" }),
      on("prod", { ...weekly(), name: "weekly-prod" }),
      on("dev", { ...weekly(), name: "weekly-dev" }),
      on("prod", {
        ...analysts(),
        name: "analysts-dev",
        args: { ...analysts().args, name: "Once of dev" },
      }),
    ]);
    const replaced = ["create-replacement", "delete-replaced", "replace"];
    assert.deepEqual(
      await stack.steps("preview"),
      replaced.map((step) => `${step} analysts-dev`),
    );
    assert.match(
      await stack.ok("preview"),
      /"Once of dev" moves from \S+ to \S+: `pulumi up` creates another group there, and deletes the old one/,
    );
    await stack.ok("up", "--yes", "--skip-preview");
    assert.deepEqual(writes(dev), ["DELETE /api/content/v2/groups/{group}"]);
    assert.deepEqual(writes(prod), ["POST /api/content/v2/groups"]);
  });

  it("refuses in the preview to move what cannot be deleted where it is", async () => {
    const before = [on("dev", { ...analysts(), name: "analysts-prod" })];
    stack.declare(before);
    const said = await stack.fails("preview");
    assert.match(said, /the instance of .* \(from 127\.0\.0\.1:\d+ to 127\.0\.0\.1:\d+\)/s);
    assert.match(said, /retainOnDelete/);
    assert.deepEqual([...writes(dev), ...writes(prod)], []);
  });

  it("refuses a name that the configuration does not have, and says which was meant", async () => {
    stack.declare([on("prd", weekly())]);
    assert.match(
      await stack.fails("preview"),
      /platform:instances has no "prd"\. Did you mean "prod"\?/,
    );
  });

  it("takes another name of the same instance for no reason to call it", async () => {
    await set("staging.baseUrl", dev.url);
    await set("staging.token", dev.token, "--secret");
    await set("staging.operations", "extended");
    stack.declare([
      on("staging", { ...weekly(), name: "weekly-dev" }),
      ...["weekly-prod"].map((name) => on("prod", { ...weekly(), name })),
      on("prod", { ...analysts(), name: "analysts-prod" }),
      on("prod", {
        ...analysts(),
        name: "analysts-dev",
        args: { ...analysts().args, name: "Once of dev" },
      }),
    ]);
    assert.deepEqual(await stack.steps("up", "--yes", "--skip-preview"), ["update weekly-dev"]);
    assert.deepEqual([...writes(dev), ...writes(prod)], []);
    assert.equal((await stack.state())["weekly-dev"]?.outputs?.instance, "staging");
  });
});

describe("values that a program marks as secret", () => {
  let platform: Simulator;
  let stack: InProcessStack;
  const titled = (title: string) => {
    const one = weekly();
    return { ...one, args: { ...one.args, title: secret(title) } };
  };

  before(async () => {
    platform = await startSimulator();
    const access = { PLATFORM_BASE_URL: platform.url, PLATFORM_TOKEN: platform.token };
    stack = new InProcessStack("dynamic", access);
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });

  it("are not in what a preview says of mail", async () => {
    const recipients = [{ type: "EMAIL", value: secret("canary@example.com") }];
    stack.declare([
      titled("canary of the first title"),
      { type: "ReportSend", name: "send", args: { scheduleId: "42", recipients } },
    ]);
    const said = await stack.ok("preview");
    assert.match(said, /ReportSend/);
    assert.match(said, /1 recipient/);
    assert.doesNotMatch(said, /canary/);
  });

  it("are not in what a change is refused with", async () => {
    stack.declare([titled("canary of the first title")]);
    await stack.ok("up", "--yes", "--skip-preview");
    stack.declare([titled("canary of another title")]);
    const said = await stack.fails("preview");
    assert.match(said, /title/);
    assert.doesNotMatch(said, /canary/);
  });
});

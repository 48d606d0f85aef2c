import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { analysts, weekly } from "../engine/stacks/declarations";
import type { Declared } from "../engine/stacks/pulumiStack";
import { apply, writes } from "./stack";
import { InProcessStack } from "../harness/inProcessStack";

const on = (provider: string, declared: Declared, name = `${declared.name}-${provider}`) => ({
  ...declared,
  name,
  opts: { provider },
});

describe("explicit providers", () => {
  let dev: Simulator;
  let prod: Simulator;
  let stack: InProcessStack;
  let both: Record<"dev" | "prod", object>;
  const weeklyOn = (provider: string) => {
    const one = weekly();
    return on(provider, { ...one, args: { ...one.args, title: `Weekly of ${provider}` } });
  };
  const titles = ({ state }: Simulator) => state.schedules.map(({ title }) => title);
  const argsOf = ({ url, token }: Simulator, operations: string) => ({
    baseUrl: url,
    token,
    operations,
  });
  const provide = (providers: Record<string, object>) => stack.provide(providers);

  before(async () => {
    dev = await startSimulator({ profile: "extended", token: "token-of-dev" });
    prod = await startSimulator({ profile: "extended", token: "token-of-prod" });
    // No two instances give the same ids: an equal object with the same id would be the same object.
    prod.state.lastIds.group = 9_000_000_000;
    // The environment only fills in what an explicit provider leaves out.
    stack = new InProcessStack("plugin", {
      PLATFORM_BASE_URL: dev.url,
      PLATFORM_TOKEN: "nobody",
      PLATFORM_OPERATIONS: "documented",
    });
    both = { dev: argsOf(dev, "extended"), prod: argsOf(prod, "documented") };
    provide(both);
  });
  after(async () => {
    await Promise.all([dev.close(), prod.close()]);
    stack.remove();
  });
  beforeEach(() => {
    dev.calls.length = 0;
    prod.calls.length = 0;
  });

  it("make each object on their own instance, with its token and its operations", async () => {
    stack.declare([
      weeklyOn("dev"),
      weeklyOn("prod"),
      on("dev", analysts()),
      on("prod", analysts()),
    ]);
    await stack.ok("up", ...apply);
    assert.deepEqual([titles(dev), titles(prod)], [["Weekly of dev"], ["Weekly of prod"]]);
    assert.ok(prod.calls.every(({ source }) => source === "SPEC"));
  });

  it("create what moves to another one there, then delete it where it was", async () => {
    stack.declare([
      on("prod", weeklyOn("dev"), "weekly-dev"),
      weeklyOn("prod"),
      on("dev", analysts()),
      on("prod", analysts()),
    ]);
    const { differences } = await stack.told("up", ...apply);
    assert.deepEqual(Object.fromEntries(differences), {
      "weekly-dev": ["update-replace provider"],
    });
    assert.deepEqual([titles(dev), titles(prod)], [[], ["Weekly of prod", "Weekly of dev"]]);
  });

  it("create nothing where a moved object cannot be deleted", async () => {
    stack.declare([
      on("prod", weeklyOn("dev"), "weekly-dev"),
      on("dev", weeklyOn("prod"), "weekly-prod"),
      on("dev", analysts()),
      on("prod", analysts()),
    ]);
    const { errors } = await stack.told("preview");
    assert.match(
      errors.get("weekly-prod") ?? "",
      /the instance of .* \(from 127\.0\.0\.1:\d+ to .* cannot be deleted/,
    );
    assert.deepEqual([writes(dev), writes(prod)], [[], []]);
  });

  it("are refused with all that is not allowed, and nothing is echoed", async () => {
    const wrong = { baseUrl: "example", token: "two words", baseURL: "https://example.com" };
    provide({ ...both, dev: wrong });
    const { text } = await stack.told("preview");
    assert.match(
      text,
      /argument baseUrl of provider "dev" must be an address that begins with https/,
    );
    assert.match(text, /argument token of provider "dev" must be one line of ASCII/);
    assert.match(text, /Unknown argument baseURL of a provider\. Did you mean baseUrl\?/);
    assert.doesNotMatch(text, /two words|token-of-/);
  });

  it("never use an id on another instance than it was made on", async () => {
    provide({ dev: argsOf(prod, "extended"), prod: argsOf(dev, "extended") });
    const crossed = on("prod", weeklyOn("dev"), "weekly-dev");
    Object.assign(crossed.args, { title: "Changed" });
    stack.declare([crossed, weeklyOn("prod"), on("dev", analysts()), on("prod", analysts())]);
    const { code, text } = await stack.told("up", ...apply);
    assert.notEqual(code, 0);
    assert.match(text, /it was created on 127\.0\.0\.1:\d+, and this run uses 127\.0\.0\.1:\d+/);
    assert.deepEqual([writes(dev), writes(prod)], [[], []]);
    assert.match(await stack.fails("destroy", ...apply), /it was created on/);
    assert.deepEqual([writes(dev), writes(prod)], [[], []]);
  });

  it("come right again by what the program says of them", async () => {
    provide({ dev: argsOf(dev, "extended"), prod: argsOf(prod, "extended") });
    assert.match(await stack.fails("preview"), /run `pulumi up --refresh --run-program`/);
    await stack.ok("up", ...apply, "--refresh", "--run-program");
    await stack.ok("destroy", ...apply);
    assert.deepEqual([titles(dev), titles(prod)], [[], []]);
  });

  it("mail nobody where their stack is muted, unless they say so themselves", async () => {
    const { dev: muted, prod: live } = both;
    provide({ dev: muted, prod: { ...live, mail: "live" } });
    const recipients = [{ type: "EMAIL", value: "a@example.com" }];
    const send = {
      type: "ReportSend",
      name: "send",
      args: { scheduleId: "1", recipients },
    } as const;
    stack.declare([on("dev", send), on("prod", send)]);
    const { text } = await stack.told("preview", "--config", "platform:mail=muted");
    assert.match(text, /will e-mail nobody, because platform:mail is "muted"/);
    assert.match(text, /will e-mail 1 recipient \(a@example\.com\)/);
  });
});

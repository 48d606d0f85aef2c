import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { analysts, mail, weekly } from "../engine/stacks/declarations";
import { Stack } from "../engine/stacks/stack";
import { InProcessStack } from "../harness/inProcessStack";
import { onlyWhole } from "../harness/lives/sampled";
import { entries } from "../harness/sessions/session";

const token = "canary-4b1d7-token";
const address = "canary.address@example.com";
const verbose = ["-v=9", "--logtostderr", "--logflow"];
const apply = ["--yes", "--skip-preview"];

/** What a careless server may put into its answers: the request's own headers. */
const echo = {
  status: 400,
  message: `unexpected X-SERVICE-Developer-Token: ${token}, Authorization: Bearer ${token} of ${address}`,
  headers: { authorization: `Bearer ${token}`, to: address },
};

/** Lines by which the engine and the provider tell a person that something is wrong. */
const complaints = (text: string) =>
  text.split("\n").filter((line) => /^\s*(error|warning)[: ]|Could not/.test(line));

const report = (value = address) => {
  const one = weekly();
  one.args.schedule.additionalRecipients = [{ type: "EMAIL", value }];
  return one;
};

describe("secrets", () => {
  let platform: Simulator;
  let stack: Stack;
  const journal = () => {
    const folder = join(stack.folder, "home", "platform", "journal");
    return existsSync(folder)
      ? readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"))
      : [];
  };
  const said: string[] = [];
  const run = async (...args: string[]) => {
    const { code, text } = await stack.pulumi(...args, ...verbose);
    said.push(text);
    return { code, text };
  };

  beforeEach(async () => {
    said.length = 0;
    platform = await startSimulator({ profile: "extended", token });
    stack = new Stack({
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_OPERATIONS: "extended",
      // The checkpoints are searched as well.
      PULUMI_DIY_BACKEND_ZSTD: "false",
    }).withoutShortcuts();
    stack.env.PULUMI_DEBUG_GRPC = join(stack.folder, "grpc.json");
  });
  afterEach(async () => {
    await platform.close();
    stack.remove();
  });

  it("are nowhere in the clear with the token in the environment, whatever is asked or goes wrong", async () => {
    stack.env.PLATFORM_TOKEN = token;
    stack.declare([report(), analysts(), mail()]);
    assert.equal((await run("preview", "--diff", "--save-plan", "plan.json")).code, 0);
    platform.fault({ kind: "status", status: 400, body: echo, method: "POST", path: "/groups$" });
    const refused = await run("up", ...apply);
    assert.match(
      refused.text,
      /Could not create group "Analysts": POST \S+ answered 400: "unexpected/,
    );
    for (const text of journal()) assert.ok(!text.includes(token) && !text.includes(address), text);

    assert.equal((await run("up", ...apply)).code, 0);
    platform.fault({ kind: "status", status: 401, body: echo, method: "GET" });
    assert.notEqual((await run("refresh", ...apply)).code, 0);
    assert.equal((await run("up", ...apply)).code, 0);
    assert.deepEqual(journal(), [], "the state holds what the journal knew");
    platform.fault({ kind: "status", status: 403, body: echo, method: "DELETE" });
    assert.notEqual((await run("destroy", ...apply)).code, 0);

    assert.deepEqual(await stack.leaks(token), []);
    assert.notDeepEqual(await stack.leaks(address), [], "the state does hold addresses");
    const lines = said.flatMap(complaints);
    assert.ok(lines.length >= 3);
    assert.deepEqual(
      lines.filter((line) => line.includes(address)),
      [],
    );
  });

  onlyWhole(
    "are nowhere in the clear with the token as a secret of the configuration",
    async () => {
      await stack.ok("config", "set", "--secret", "platform:token", token);
      stack.declare([report(), analysts()]);
      platform.fault({ kind: "status", status: 400, body: echo, method: "POST", path: "/groups$" });
      assert.notEqual((await run("up", ...apply)).code, 0);
      assert.equal((await run("up", ...apply)).code, 0);

      // The engine itself shows the configuration at that level of its log, and in its log of messages, where
      // it hands it to the program and to providers. Nothing else may.
      const lines = said.flatMap((text) => text.split("\n")).filter((line) => line.includes(token));
      for (const line of lines) assert.match(line, /"Marshaling property for RPC.*Configure\(\)/);
      const methods = readFileSync(join(stack.folder, "grpc.json"), "utf8")
        .split("\n")
        .filter((line) => line.includes(token))
        .map((line) => (JSON.parse(line) as { method: string }).method);
      const others = methods.filter(
        (method) => !/\/(Run|CheckConfig|DiffConfig|Configure)$/.test(method),
      );
      assert.deepEqual(others, []);
      const places = (await stack.leaks(token)).filter((place) => place !== "output");
      assert.deepEqual(places, [join(stack.folder, "grpc.json")]);
    },
  );

  // The tokens of the engine's tests and of the plugin's have more of it.
  onlyWhole(
    "may be exchanged between a saved plan and its update, where they are in the environment",
    async () => {
      stack.env.PLATFORM_TOKEN = token;
      stack.declare([report()]);
      await stack.ok("preview", "--save-plan", "plan.json");
      platform.state.tokens["canary-next-token"] = platform.state.user;
      stack.env.PLATFORM_TOKEN = "canary-next-token";
      await stack.ok("up", ...apply, "--plan", "plan.json");
      assert.equal(platform.state.schedules.length, 1);
    },
  );
});

for (const entry of entries)
  describe(`secrets in process, ${entry}`, () => {
    it("are in no complaint about the recipients of a report, however they are wrong", async () => {
      const platform = await startSimulator({ token });
      const stack = new InProcessStack(entry, {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: token,
      });
      try {
        stack.declare([report()]);
        await stack.ok("up", ...apply);
        stack.declare([report(`next.${address}`)]);
        const impossible = await stack.fails("preview");
        assert.match(impossible, /documented API: schedule\.additionalRecipients of/);
        stack.declare([report(`Next <${address}>`)]);
        const malformed = await stack.fails("preview");
        assert.match(malformed, /"Next <\[address\]>" is not an e-mail address/);
        assert.ok(!(impossible + malformed).includes(address), impossible + malformed);
      } finally {
        await platform.close();
        stack.remove();
      }
    });
  });

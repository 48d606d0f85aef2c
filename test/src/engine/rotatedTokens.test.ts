import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { isWhole, onlyWhole } from "../harness/lives/sampled";
import { entries, entryNames } from "../harness/sessions/session";
import { pluginStack } from "../plugin/stack";
import type { Entry } from "../harness/sessions/session";
import { analysts, weekly } from "./stacks/declarations";
import type { Declared, PulumiStack } from "./stacks/pulumiStack";
import { sampledEngine, sampledStack } from "./stacks/sampledStack";
import { openTokenGate } from "./stacks/tokenGate";
import type { TokenGate } from "./stacks/tokenGate";
import type { Stack } from "./stacks/stack";

const [old, rotated] = ["canary-of-the-old-token", "canary-of-the-new-token"];

const commands = {
  preview: ["preview"],
  up: ["up", "--yes", "--skip-preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
  "refresh --run-program": ["refresh", "--yes", "--skip-preview", "--run-program"],
  "destroy --run-program": ["destroy", "--yes", "--skip-preview", "--run-program"],
};
type Command = keyof typeof commands;

/**
 * What a command does after the old token was revoked: it works, or works and says which objects it could not look at,
 * or fails. If it does not simply work, it names one variable, with which it works.
 */
type Outcome = "works" | "warns" | "fails";

/** Where the token comes from, and what the same edit of the program changes besides. */
interface Row {
  entry: Entry;
  source: "provider" | "configuration" | "instance" | "environment";
  edit: "" | "renamed" | "removed";
  refusal: 401 | 403;
  outcomes: Partial<Record<Command, Outcome>>;
}

const always: Row["outcomes"] = {
  preview: "works",
  up: "works",
  refresh: "works",
  destroy: "works",
};
/** The engine reads with the old token before it runs the program. */
const explicit: Row["outcomes"] = {
  preview: "warns",
  up: "warns",
  refresh: "warns",
  destroy: "fails",
};
const program: Row["outcomes"] = {
  "refresh --run-program": "works",
  "destroy --run-program": "warns",
};
/** No preview reads, and only these commands use the configuration of the last update. */
const dynamic: Row["outcomes"] = { ...always, refresh: "fails", destroy: "fails" };
const row = (
  entry: Row["entry"],
  source: Row["source"],
  outcomes: Row["outcomes"],
  edit: Row["edit"] = "",
  refusal: Row["refusal"] = 401,
): Row => ({ entry, source, edit, refusal, outcomes });

const rows: Row[] = [
  row("plugin", "provider", { ...explicit, ...program }),
  row("plugin", "provider", explicit, "renamed"),
  row("plugin", "provider", { ...explicit, up: "fails" }, "removed"),
  row("plugin", "provider", explicit, "", 403),
  row("plugin", "configuration", always),
  row("plugin", "configuration", always, "removed"),
  row("plugin", "environment", always),
  row("dynamic", "configuration", { ...dynamic, "refresh --run-program": "works" }),
  row("dynamic", "configuration", { ...dynamic, up: "fails" }, "removed"),
  row("dynamic", "instance", dynamic),
  row("dynamic", "environment", always),
];

describe(`a token that was revoked while the state still has it, ${sampledEngine}`, () => {
  let platform: Simulator;
  let gate: TokenGate;
  let stack: PulumiStack;

  beforeEach(async () => {
    platform = await startSimulator({ profile: "extended" });
    gate = await openTokenGate(platform);
    gate.token = old;
  });
  afterEach(async () => {
    if (isWhole) {
      const leaks = await stack.leaks("canary-of-the");
      assert.deepEqual(
        leaks.filter((place) => !place.endsWith("providers.json")),
        [],
      );
    }
    gate.close();
    await platform.close();
    stack.remove();
  });

  /** Gives the program or the stack a token. */
  async function give({ entry, source, edit }: Row, token: string): Promise<void> {
    const isEdited = token === rotated;
    const name = isEdited && edit === "renamed" ? "other" : "prod";
    const isRemoved = isEdited && edit === "removed";
    const args = { baseUrl: gate.url, token, operations: "extended" };
    if (source === "provider") stack.provide(isRemoved ? {} : { [name]: args });
    if (source === "environment") stack.env.PLATFORM_TOKEN = token;
    if (source === "configuration")
      await stack.ok("config", "set", "--secret", "platform:token", token);
    if (source === "instance") {
      const key = "platform:instances.prod";
      await stack.ok("config", "set", "--path", `${key}.baseUrl`, gate.url);
      await stack.ok("config", "set", "--path", "--secret", `${key}.token`, token);
    }
    const on = (one: Declared): Declared => ({
      ...one,
      args: { ...one.args, ...(source === "instance" && { instance: "prod" }) },
      ...(source === "provider" && entry === "plugin" && { opts: { provider: name } }),
    });
    stack.declare(isRemoved ? [] : [weekly(), analysts()].map(on));
  }

  const edits = { renamed: "renames", removed: "removes with its resources" };
  const unread = /Could not check whether .* still exists/;
  const advised = (text: string) =>
    new Set([...text.matchAll(/[Ss]et (\S+) to a valid token/g)].map(([, place]) => place));

  for (const each of rows) {
    const { entry, source, edit, refusal, outcomes } = each;
    for (const [name, outcome] of Object.entries(outcomes) as [Command, Outcome][]) {
      const edited = edit === "" ? "" : `, which the program ${edits[edit]}`;
      it(`${entry}, token of the ${source}${edited}, ${refusal}: ${name} ${outcome}`, async () => {
        const isOther = source === "instance" || source === "provider";
        stack = await sampledStack(entry, {
          ...(!isOther && { PLATFORM_BASE_URL: gate.url }),
          PLATFORM_OPERATIONS: "extended",
        });
        await give(each, old);
        await stack.ok(...commands.up);
        Object.assign(gate, { token: rotated, refusal });
        await give(each, rotated);

        const { code, text } = await stack.pulumi(...commands[name]);
        assert.equal(code !== 0, outcome === "fails", text);
        if (outcome !== "fails") assert.equal(unread.test(text), outcome === "warns", text);
        const places = advised(text);
        assert.equal(places.size, outcome === "works" ? 0 : 1, text);
        if (outcome === "works") return;

        const [place = ""] = places;
        assert.equal(place, isOther ? "PLATFORM_TOKEN_PROD" : "PLATFORM_TOKEN");
        stack.env[place] = rotated;
        const again = await stack.pulumi(...commands[name]);
        assert.equal(again.code, 0, again.text);
        assert.doesNotMatch(again.text, unread);
        if (name !== "up" || edit === "removed") return;
        // The state has the new token, so the variable is not needed any more.
        stack.env[place] = undefined;
        const { code: later, text: said } = await stack.pulumi("preview");
        assert.equal(later, 0, said);
        assert.doesNotMatch(said, unread);
      });
    }
  }

  for (const entry of entries) {
    it(`is still in the program: ${entryNames[entry]} say which place to change`, async () => {
      stack = await sampledStack(entry, {
        ...(entry === "dynamic" && { PLATFORM_BASE_URL: gate.url }),
        PLATFORM_OPERATIONS: "extended",
      });
      const source = entry === "plugin" ? "provider" : "configuration";
      await give(row(entry, source, {}), old);
      await stack.ok(...commands.up);
      gate.token = rotated;
      const place = entry === "plugin" ? 'argument token of provider "prod"' : "platform:token";
      assert.match(await stack.fails("preview"), new RegExp(`Set ${place} to a valid token`));
    });
  }
});

/** Programs of their own, because where a token comes from is their matter. */
describe("a revoked token of a provider, on the real engine", () => {
  let platform: Simulator;
  let gate: TokenGate;
  let stack: Stack;

  const sources = {
    "a variable": "pulumi.secret(process.env.PROD_TOKEN)",
    "the configuration of the stack": 'new pulumi.Config().requireSecret("prodToken")',
    "the output of another stack":
      'new pulumi.StackReference("organization/program/tokens").requireOutput("token")',
  };
  const programWith = (token: string) => `
const pulumi = require("@pulumi/pulumi");
const platform = require("pulumi-platform/plugin");
if (pulumi.getStack() === "tokens") exports.token = pulumi.secret(process.env.PROD_TOKEN);
else {
  const { BASE_URL: baseUrl, ACCESS_TOKEN } = process.env;
  const workflows = ACCESS_TOKEN && { apiUrl: baseUrl + "/workflow-api", accessToken: ACCESS_TOKEN };
  const args = { baseUrl, token: ${token}, operations: "extended", ...workflows };
  const provider = new platform.Provider("prod", args);
  new platform.Group("analysts", ${JSON.stringify(analysts().args)}, { provider });
  if (workflows) exports.workflows = platform.getWorkflowsOutput({}, { provider });
}
`;
  const give = async (token: string) => {
    stack.env.PROD_TOKEN = token;
    await stack.ok("config", "set", "--secret", "prodToken", token, "--stack", "test");
    await stack.ok("up", "--yes", "--skip-preview", "--stack", "tokens");
  };

  beforeEach(async () => {
    platform = await startSimulator({ profile: "extended" });
    gate = await openTokenGate(platform);
    gate.token = old;
  });
  afterEach(async () => {
    gate.close();
    await platform.close();
    stack.remove();
  });

  for (const [source, token] of Object.entries(sources)) {
    onlyWhole(`from ${source} is replaced by the next \`up\``, async () => {
      stack = pluginStack({ BASE_URL: gate.url }, programWith(token));
      await stack.ok("stack", "init", "tokens");
      await stack.ok("stack", "select", "test");
      await give(old);
      await stack.ok(...commands.up);
      gate.token = rotated;
      await give(rotated);
      for (const name of ["preview", "refresh", "up"] as const) {
        assert.match(await stack.ok(...commands[name]), /Set PLATFORM_TOKEN_PROD to a valid token/);
      }
      for (const name of ["preview", "refresh", "destroy"] as const) {
        assert.doesNotMatch(await stack.ok(...commands[name]), /valid token/);
      }
      assert.deepEqual(platform.state.groups, []);
      assert.deepEqual(await stack.leaks("canary-of-the"), []);
    });
  }

  onlyWhole("of the workflow API alone is replaced by the next `up`", async () => {
    const given = { BASE_URL: gate.url, PROD_TOKEN: old, ACCESS_TOKEN: "canary-of-the-old-access" };
    stack = pluginStack(given, programWith(sources["a variable"]));
    gate.accessToken = given.ACCESS_TOKEN;
    await stack.ok(...commands.up);
    gate.accessToken = "canary-of-the-new-access";
    assert.match(
      await stack.fails("preview"),
      /Set argument accessToken of provider "prod" to a valid token of the workflow API/,
    );
    stack.env.ACCESS_TOKEN = gate.accessToken;
    for (const name of ["preview", "up", "refresh", "destroy"] as const) {
      assert.doesNotMatch(await stack.ok(...commands[name]), /valid token/);
    }
    assert.deepEqual(await stack.leaks("canary-of-the"), []);
  });
});

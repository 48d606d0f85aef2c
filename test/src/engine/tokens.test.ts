import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { monthly, weekly } from "./stacks/declarations";
import { stackOn } from "./stacks/hosted";
import type { Stack } from "./stacks/stack";
import { onlyWhole } from "../harness/lives/sampled";

const tokens = { main: "canary-token-of-main", prod: "canary-token-of-prod" };

/** What the real engine writes itself: the state, its checkpoints, and a saved plan. */
describe("a token on the real engine", () => {
  let main: Simulator;
  let prod: Simulator;
  let stack: Stack | undefined;

  beforeEach(async () => {
    main = await startSimulator({ profile: "extended", token: tokens.main });
    prod = await startSimulator({ profile: "extended", token: tokens.prod });
  });
  afterEach(async () => {
    await Promise.all([main.close(), prod.close()]);
    stack?.remove();
  });

  onlyWhole(
    "of the configuration is in no state, plan or message of the dynamic resources",
    async () => {
      stack = await stackOn("dynamic", {});
      const set = (name: string, value: string, ...flags: string[]) =>
        stack?.ok("config", "set", ...flags, "--path", `platform:${name}`, value);
      await set("baseUrl", main.url);
      await set("token", tokens.main, "--secret");
      await set("instances.prod.baseUrl", prod.url);
      await set("instances.prod.token", tokens.prod, "--secret");
      const onProd = { ...monthly(), args: { ...monthly().args, instance: "prod" } };
      stack.declare([weekly(), onProd]);
      await stack.ok("up", "--yes", "--skip-preview");
      await stack.ok("preview", "--refresh", "--diff", "--save-plan", "plan.json");
      assert.notDeepEqual(await stack.leaks("Monthly review"), [], "what is no secret is found");
      assert.deepEqual(await stack.leaks(tokens.main), []);
      assert.deepEqual(await stack.leaks(tokens.prod), []);
    },
  );

  it("of the environment is in no state, plan or message of the dynamic resources", async () => {
    stack = await stackOn("dynamic", {
      PLATFORM_BASE_URL: main.url,
      PLATFORM_TOKEN: tokens.main,
      PLATFORM_OPERATIONS: "extended",
    });
    stack.declare([weekly()]);
    await stack.ok("preview", "--save-plan", "plan.json");
    await stack.ok("up", "--yes", "--plan", "plan.json");
    assert.deepEqual(await stack.leaks(tokens.main), []);
  });

  onlyWhole("of an explicit provider is in no state, plan or message of the plugin", async () => {
    stack = await stackOn("plugin", { PLATFORM_BASE_URL: main.url, PLATFORM_TOKEN: "nobody" });
    stack.provide({ prod: { baseUrl: prod.url, token: tokens.prod, operations: "extended" } });
    stack.declare([{ ...weekly(), opts: { provider: "prod" } }]);
    await stack.ok("up", "--yes", "--skip-preview");
    await stack.ok("preview", "--refresh", "--diff", "--save-plan", "plan.json");
    // There, Pulumi's own runtime notes all that it registers.
    stack.remove("events.json");
    assert.deepEqual(await stack.leaks(tokens.prod), [`${stack.folder}/providers.json`]);
  });
});

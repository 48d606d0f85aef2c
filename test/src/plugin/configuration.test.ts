import assert from "node:assert/strict";
import { ProviderProcess } from "../../../provider/dist/process/providerProcess";
import { useExtended } from "../../../provider/dist/messages/options";
import { Configuration } from "../../../provider/dist/plugin/configuration";
import { Engine } from "../../../provider/dist/plugin/engine";
import { Session } from "../../../provider/dist/plugin/session";
import { adviceText } from "../../../provider/dist/messages/adviceText";

const access = { baseUrl: "https://one.example", token: "secret" };

describe("the configuration of a provider", () => {
  it("is refused where a setting is nearly one of ours, and may hold what is not ours", () => {
    const args = { ...access, maill: "muted", favouriteColour: "blue" };
    assert.deepEqual(new Configuration("default", args).failures(), [
      {
        code: "invalid_settings",
        property: "maill",
        reason:
          "Unknown setting platform:maill. Did you mean platform:mail? Run `pulumi config rm platform:maill`, then set platform:mail.",
      },
    ]);
    const explicit = new Configuration("dev", args).failures().map(({ property }) => property);
    assert.deepEqual(explicit, ["maill", "favouriteColour"]);
  });

  it("is what messages name where the program has a provider of its own", async () => {
    const session = new Session(new Engine(undefined), new ProviderProcess());
    const fails = () =>
      session.answer(
        { urn: "" },
        () => {
          const steps = [useExtended, { setting: "mail", value: "live" }];
          throw new Error(adviceText([{ steps }]));
        },
        () => undefined,
      );
    const ofStack = (setting: string, value: string) =>
      `\`pulumi config set platform:${setting} ${value}\``;
    await assert.rejects(fails, {
      message: `Run ${ofStack("operations", "extended")}, then ${ofStack("mail", "live")}.`,
    });
    // A change of the stack would have no effect.
    process.env.PLATFORM_OPERATIONS = "documented";
    try {
      await assert.rejects(fails, {
        message: `Set PLATFORM_OPERATIONS to extended, then run ${ofStack("mail", "live")}.`,
      });
    } finally {
      delete process.env.PLATFORM_OPERATIONS;
    }
    session.configure(new Configuration("dev", access));
    await assert.rejects(fails, {
      message: `Set argument operations of provider "dev" to extended, then run ${ofStack("mail", "live")}.`,
    });
    session.configure(new Configuration("dev", { ...access, mail: "muted" }));
    await assert.rejects(fails, {
      message:
        'Set argument operations of provider "dev" to extended, then set argument mail of provider "dev" to live.',
    });
    session.configure(new Configuration("", access));
    await assert.rejects(fails, {
      message: "Set PLATFORM_OPERATIONS to extended, then set --platform:mail to live.",
    });
  });
});

import assert from "node:assert/strict";
import { ProviderProcess } from "../../../provider/dist/journal/providerProcess";
import { Configuration } from "../../../provider/dist/plugin/configuration";
import { Engine } from "../../../provider/dist/plugin/engine";
import { Session } from "../../../provider/dist/plugin/session";

const access = { baseUrl: "https://one.example", token: "secret" };

describe("the configuration of a provider", () => {
  it("is refused where a setting is nearly one of ours, and may hold what is not ours", () => {
    const args = { ...access, maill: "muted", favouriteColour: "blue" };
    assert.deepEqual(new Configuration("default", args).failures(), [
      {
        code: "invalid_settings",
        property: "maill",
        reason: "Unknown argument maill of a provider. Did you mean mail?",
      },
    ]);
    const explicit = new Configuration("dev", args).failures().map(({ property }) => property);
    assert.deepEqual(explicit, ["maill", "favouriteColour"]);
  });

  it("is what messages are about where the program has a provider of its own", async () => {
    const session = new Session(new Engine(undefined), new ProviderProcess());
    const fails = () =>
      session.answer(
        { urn: "" },
        () => {
          throw new Error("set platform:operations to extended");
        },
        () => undefined,
      );
    await assert.rejects(fails, { message: "set platform:operations to extended" });
    session.configure(new Configuration("dev", access));
    await assert.rejects(fails, {
      message:
        'set platform:operations to extended For provider "dev", change its arguments in the program instead of these settings.',
    });
  });
});

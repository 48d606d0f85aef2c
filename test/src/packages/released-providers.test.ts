import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../engine/stacks/stack";
import { releasedProviders } from "./releasedProviders";

const verbs = ["check", "diff", "create", "read", "update", "delete"];

/** As the host of dynamic providers does it. */
const pulumi = createRequire(join(root, "package.json")).resolve("@pulumi/pulumi/package.json");
const requireFromString = createRequire(pulumi)("require-from-string") as (code: string) => {
  handler: () => Record<string, unknown>;
};

describe("a __provider that was ever released", () => {
  for (const released of releasedProviders) {
    describe(released, () => {
      it("takes at most 120 bytes in every resource of a state", () =>
        assert.ok(Buffer.byteLength(released) <= 120));

      it("still loads a provider with all verbs", () => {
        const provider = requireFromString(released).handler();
        assert.deepEqual(
          verbs.filter((verb) => typeof provider[verb] !== "function"),
          [],
        );
      });
    });
  }
});

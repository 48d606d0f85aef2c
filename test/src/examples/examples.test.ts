import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import { root, Stack } from "../engine/stack";

const examples = join(root, "examples");

for (const name of readdirSync(examples)) {
  describe(`the example ${name}`, () => {
    it("has what a reader needs", () => {
      for (const file of ["README.md", "Pulumi.yaml", "package.json", "index.ts"]) {
        assert.ok(existsSync(join(examples, name, file)), `${file} is missing`);
      }
    });

    it("is applied, is then unchanged, and leaves nothing behind when destroyed", async () => {
      const platform = await startSimulator({ profile: "extended" });
      const stack = new Stack({
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
        PLATFORM_OPERATIONS: "extended",
      });
      try {
        cpSync(join(examples, name), stack.folder, {
          recursive: true,
          filter: (file) => !file.includes("node_modules"),
        });
        stack.remove("index.js");
        await stack.ok("up", "--yes", "--skip-preview");
        assert.notEqual(platform.state.schedules.length + platform.state.groups.length, 0);
        assert.deepEqual(await stack.steps("preview", "--refresh"), []);
        await stack.ok("destroy", "--yes", "--skip-preview");
        assert.deepEqual([platform.state.schedules, platform.state.groups], [[], []]);
      } finally {
        await platform.close();
        stack.remove();
      }
    });
  });
}

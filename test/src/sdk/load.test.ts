import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../engine/stacks/stack";

describe("the SDK", () => {
  it("loads neither zod nor the HTTP client, which every program would wait for", () => {
    const code = 'require("pulumi-platform"); console.log(Object.keys(require.cache).join("\\n"))';
    const options = { cwd: join(root, "test"), encoding: "utf8" } as const;
    const loaded = execFileSync(process.execPath, ["-e", code], options);
    assert.match(loaded, /program\.js/);
    assert.doesNotMatch(loaded, /node_modules[\\/](zod|undici)[\\/]/);
  });
});

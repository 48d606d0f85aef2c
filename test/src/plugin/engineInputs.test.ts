import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectKeys } from "../../../provider/dist/plugin/projectKeys";
import { withTimeout } from "../../../provider/dist/plugin/timeout";

describe("what the engine gives the plugin", () => {
  it("is read from a file of the stack with the line ends of Windows, too", () => {
    const [folder, before] = [mkdtempSync(join(tmpdir(), "pulumi-platform-")), process.cwd()];
    writeFileSync(
      join(folder, "Pulumi.dev.yaml"),
      'config:\r\n  reports:mail: "muted"\r\n  platform:mail: live\r\n',
    );
    process.chdir(folder);
    try {
      assert.deepEqual([...projectKeys("urn:pulumi:dev::reports::x")], [["mail", "muted"]]);
    } finally {
      process.chdir(before);
      rmSync(folder, { recursive: true });
    }
  });

  it("can be a timeout of months", async () => {
    const slow = () => new Promise<string>((resolve) => setTimeout(resolve, 50, "done"));
    assert.equal(await withTimeout(90 * 86_400, "create", slow), "done");
  });
});

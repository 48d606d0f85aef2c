import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PowerCut } from "./powerCut";

const writer = `
const fs = require("fs");
const sync = (path) => {
  const fd = fs.openSync(path, "r+");
  fs.fdatasyncSync(fd);
  fs.closeSync(fd);
};
const syncFolder = () => {
  const fd = fs.openSync(".", "r");
  fs.fsyncSync(fd);
  fs.closeSync(fd);
};
fs.appendFileSync("earlier", "later");
fs.writeFileSync("durable", "first");
sync("durable");
syncFolder();
fs.appendFileSync("durable", "second");
fs.writeFileSync("nameless", "synced");
sync("nameless");
(async () => {
  const handle = await fs.promises.open("awaited", "w");
  await handle.write("awaited");
  await handle.datasync();
  fs.fsync(fs.openSync(".", "r"), () => fs.writeFileSync("late", "late"));
})();
`;

describe("a simulated power cut", () => {
  const parent = mkdtempSync(join(tmpdir(), "pulumi-platform-power-"));
  const folder = join(parent, "journal");
  const record = join(parent, "syncs");
  after(() => rmSync(parent, { recursive: true }));

  it("leaves what was synced, and what was there before", () => {
    const cut = new PowerCut(parent, "journal", record);
    mkdirSync(folder);
    writeFileSync(join(folder, "earlier"), "earlier");
    cut.start();
    const env = { ...process.env, ...cut.environment };
    execFileSync(process.execPath, ["-e", writer], { cwd: folder, env });
    cut.cut();
    const left = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    assert.deepEqual(left.sort(), ["awaited", "earlier", "first", "synced"]);
  });
});

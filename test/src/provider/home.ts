import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives each test a Pulumi home of its own, where the journal is; call it within a `describe`. */
export function ownHome(): { journal: () => string } {
  const before = process.env.PULUMI_HOME;
  let home = "";
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "pulumi-platform-home-"));
    process.env.PULUMI_HOME = home;
  });
  afterEach(() => {
    rmSync(home, { recursive: true });
    if (before === undefined) Reflect.deleteProperty(process.env, "PULUMI_HOME");
    else process.env.PULUMI_HOME = before;
  });
  return { journal: () => join(home, "platform", "journal") };
}

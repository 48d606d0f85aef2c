import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { Machine } from "../scripts/engine-machine";
import { compareField } from "./field";

describe("the comparison with OpenTofu", () => {
  const { env } = process;
  const before = { PATH: env.PATH, XDG_CACHE_HOME: env.XDG_CACHE_HOME };
  let machine: Machine;
  beforeEach(() => {
    machine = new Machine();
    env.PATH = machine.bin;
    env.XDG_CACHE_HOME = machine.home;
  });
  afterEach(() => {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) Reflect.deleteProperty(env, name);
      else env[name] = value;
    rmSync(machine.root, { recursive: true, force: true });
  });

  const refused = "example.com@v1.0.0: reading https://x: 403 Forbidden";
  for (const [what, arrange, why] of [
    ["there is no Go", () => undefined, "go is not on PATH"],
    [
      "a download is refused",
      () => machine.go({ failure: refused }),
      `a download was refused or cut off (${refused})`,
    ],
  ] as const)
    it(`goes on without OpenTofu where ${what}, and says so in one line`, async () => {
      arrange();
      const said: string[] = [];
      const run = { archive: "", compressed: false, say: (line: string) => void said.push(line) };
      const { text } = await compareField({ sizes: [], latencyMs: 0, repeat: 1 }, run);
      const line = `not run: OpenTofu with its provider restapi (${why})`;
      assert.deepEqual([said, text.trim()], [[line], line]);
    });
});

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cliHere } from "../cliHere";
import { emptyFolder } from "../command";
import { tellsEvents } from "../engineStub";
import { engineLines } from "../comment/engineLines";
import { fakeEngine } from "../fakeEngine";

describe("drift that fails", () => {
  let folder = "";
  const drift = (...args: string[]) => {
    const PATH = `${join(folder, "bin")}${delimiter}${process.env.PATH}`;
    return cliHere({ PATH, PULUMI_STACK: "dev", GITHUB_ACTIONS: "" }, folder, "drift", ...args);
  };
  beforeEach(() => {
    folder = emptyFolder();
    fakeEngine(folder, `${tellsEvents('"$(dirname "$0")/events"')}exit 1`);
    const lines = engineLines({ title: "", errors: ["no ann@example.com"] }, "plugin");
    writeFileSync(join(folder, "bin", "events"), `${lines.join("\n")}\n`);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("prints its problems as JSON for programs, and as text for people", async () => {
    writeFileSync(join(folder, "Pulumi.yaml"), "name: reports\nruntime: nodejs\n");
    const { code, out, err } = await drift("--json");
    assert.equal(code, 2);
    assert.deepEqual(JSON.parse(out), { stack: "dev", problems: ["no a…@example.com"] });
    assert.match(err, /Could not compare stack dev with its instance/);
    assert.equal((await drift()).out, "");
  });

  it("names what it found on the instance before the preview failed", async () => {
    writeFileSync(join(folder, "Pulumi.yaml"), "name: reports\nruntime: nodejs\n");
    const sales = { name: "Sales", type: "open" };
    const lines = engineLines(
      {
        title: "",
        errors: ["protected"],
        steps: [
          {
            op: "create",
            type: "Group",
            name: "sales",
            id: "7",
            old: sales,
            live: null,
            next: sales,
          },
        ],
      },
      "plugin",
    );
    writeFileSync(join(folder, "bin", "events"), `${lines.join("\n")}\n`);
    const { code, out, err } = await drift("--json");
    assert.equal(code, 2);
    assert.match(
      err,
      /protected\nUntil then, this was found on the instance:\n {2}group "Sales": deleted$/m,
    );
    assert.deepEqual((JSON.parse(out) as { found: string[] }).found, ['group "Sales": deleted']);
  });

  it("says which stacks there are, for one that does not exist", async () => {
    writeFileSync(join(folder, "Pulumi.yaml"), "name: reports\nruntime: nodejs\n");
    const said = "#!/bin/sh\n[ $1 = version ] && echo v3.200.0 && exit\n";
    writeFileSync(
      join(folder, "bin", "pulumi"),
      `${said}echo "error: no stack named 'nope' found" >&2\nexit 255\n`,
    );
    const { code, err } = await drift("--stack", "nope");
    assert.equal(code, 2);
    assert.match(err, /no stack named 'nope' found\. The stacks there are: pulumi stack ls\n$/);
  });

  it("names --dry-run where no forge is known for a pull request", async () => {
    const { code, err } = await drift("--open-pr");
    assert.equal(code, 2);
    assert.match(err, /No variable names a forge[^]*--open-pr --dry-run prints/);
    assert.doesNotMatch((await drift("--open-pr", "--issue")).err, /dry-run/);
  });

  it("prints a problem before the preview as JSON, too", async () => {
    const { code, out } = await drift("--json");
    assert.equal(code, 2);
    const { problems } = JSON.parse(out) as { problems: string[] };
    assert.match(problems.join(), /has a Pulumi\.yaml/);
  });
});

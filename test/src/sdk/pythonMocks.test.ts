import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { platformMocks } from "pulumi-platform/testing";
import { functions, resources } from "../../../provider/dist/catalog";
import { pythonProgram } from "../../../provider/generate/dist/examples";
import { run } from "../packages/command";
import { pythonWithSdk } from "../plugin/languages/python";

/** What the Python mocks were asked and what they answered. */
interface Told {
  made: { type: string; name: string; inputs: object; id: string; state: object }[];
  called: { token: string; inputs: object; result: object }[];
  exported: Record<string, unknown>;
}

/** Runs the examples of the reference as a program, and prints what the mocks answer. */
const recorder = (programs: readonly string[]) => `
import json
import pulumi
import pulumi_platform as platform
from pulumi_platform.testing import PlatformMocks

made, called, exported = [], [], {}

class Recorded(PlatformMocks):
    def new_resource(self, args):
        id, state = super().new_resource(args)
        made.append({"type": args.typ, "name": args.name, "inputs": args.inputs, "id": id, "state": state})
        return id, state

    def call(self, args):
        result = super().call(args)
        called.append({"token": args.token, "inputs": args.args, "result": result})
        return result

pulumi.runtime.set_mocks(Recorded())
pulumi.export = exported.__setitem__

@pulumi.runtime.test
def program():
    secret = pulumi.Output.secret("d")
    exported["secretId"] = platform.DatasetShare("secret", dataset_id=secret, permissions=[]).id
    for text in json.loads(${JSON.stringify(JSON.stringify(programs))}):
        exec(text, {})
    return pulumi.Output.all(**exported).apply(exported.update)

program()
print(json.dumps({"made": made, "called": called, "exported": exported}))

try:
    PlatformMocks(get_rols={})
except TypeError as error:
    assert "unknown resource or function get_rols: use one of ReportSchedule" in str(error), error
else:
    raise AssertionError("an unknown name was accepted")
`;

describe("the mocks of the Python package", () => {
  let folder: string;
  let told: Told;

  before(async function () {
    const python = await pythonWithSdk().catch((error: unknown) => String(error));
    if (typeof python === "string") {
      process.stdout.write(`the mocks of the Python package are not tested: ${python}\n`);
      return this.skip();
    }
    folder = mkdtempSync(join(tmpdir(), "pulumi-platform-python-mocks-"));
    const file = join(folder, "recorder.py");
    writeFileSync(file, recorder([...resources, ...functions].map(pythonProgram)));
    const code = `import sys; sys.path.insert(0, ${JSON.stringify(python.variables.PYTHONPATH)}); exec(open(${JSON.stringify(file)}).read())`;
    told = JSON.parse(await run(folder, python.command, "-c", code)) as Told;
  });
  after(() => {
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const mocks = platformMocks();

  for (const { name, example } of resources) {
    it(`answer a ${name} as those of TypeScript do`, async () => {
      const found = told.made.find(
        (one) => one.type === `platform:index:${name}` && one.name === example.name,
      );
      assert.ok(found !== undefined);
      const { id, state, ...args } = found;
      assert.deepEqual({ id, state }, await mocks.newResource(args));
    });
  }

  for (const { name, example } of functions) {
    it(`answer ${name} as those of TypeScript do`, async () => {
      const found = told.called.find(({ token }) => token === `platform:index:${name}`);
      const { result, ...args } = found ?? assert.fail(name);
      assert.deepEqual(args.inputs, example.args);
      assert.deepEqual(result, await mocks.call(args));
    });
  }

  it("answer what the Python package reads", () => {
    const { secretId, firstRole, editors, latestPartition, scheduleId, members, rows } =
      told.exported;
    assert.deepEqual(
      [secretId, firstRole, editors, latestPartition, scheduleId, members, rows],
      ["d", "Admin", 5, "2024-06-30", "4294967292", ["1000001", "1000002"], 1200],
    );
  });
});

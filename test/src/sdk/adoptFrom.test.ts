import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { adoptFrom, Group } from "pulumi-platform";

const type = "pulumi-nodejs:dynamic/platform:Group";
const urnOf = (name: string, types = type, stack = "prod") =>
  `urn:pulumi:${stack}::reports::${types}::${name}`;
const group = { name: "Analysts", type: "open" };

describe("adoptFrom", () => {
  let folder: string;
  const file = () => join(folder, "recovery.json");
  const write = (list: unknown) =>
    writeFileSync(file(), typeof list === "string" ? list : JSON.stringify(list));

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "pulumi-platform-adopt-"));
    const mocks: pulumi.runtime.Mocks = {
      newResource: ({ name, inputs }) => ({ id: name, state: inputs as object }),
      call: () => ({}),
    };
    await pulumi.runtime.setMocks(mocks, "reports", "prod", false, "acme");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a program, and gives what each of its groups adopts. */
  const run = (list: unknown, program: () => Group[]) => {
    write(list);
    return new Promise<unknown[]>((resolve, reject) => {
      void pulumi.runtime.runInPulumiStack(() => {
        try {
          adoptFrom(file());
          pulumi.output(program().map(({ adopt }) => adopt)).apply(resolve);
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
        return Promise.resolve({});
      });
    });
  };

  it("sets adopt of the resources in the list, of those in components too, and of no others", async () => {
    const list = [
      { urn: urnOf("analysts"), id: "7" },
      { urn: urnOf("editors", `acme:Team$${type}`), id: "8" },
      { urn: urnOf("readers", type, "dev"), id: "9" },
    ];
    const adopted = await run(list, () => {
      const parent = new pulumi.ComponentResource("acme:Team", "team");
      return [
        new Group("analysts", group),
        new Group("editors", group, { parent }),
        new Group("readers", group),
      ];
    });
    assert.deepEqual(adopted, ["7", "8", undefined]);
  });

  it("leaves an id that the program sets, and refuses another one", async () => {
    const list = [{ urn: urnOf("analysts"), id: "7" }];
    assert.deepEqual(await run(list, () => [new Group("analysts", { ...group, adopt: "7" })]), [
      "7",
    ]);
    await assert.rejects(
      run(list, () => [new Group("analysts", { ...group, adopt: "8" })]),
      /says that analysts adopts "7", and the program sets another `adopt`/,
    );
  });

  it("refuses a file that is missing or no such list", () => {
    assert.throws(() => adoptFrom(file()), /recovery\.json does not exist\. Write it with/);
    for (const wrong of ["cut", "{}", [{ urn: "x" }], [null]]) {
      write(wrong);
      assert.throws(
        () => adoptFrom(file()),
        /is not a list that `pulumi-platform recover --out \S+` writes/,
      );
    }
  });
});

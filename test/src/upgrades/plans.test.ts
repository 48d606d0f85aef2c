import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifest } from "../../../cli/dist/manifest";
import { StubbedProject } from "../cli/apply/stubEngine";
import { planEnvironments } from "./plans";
import { mustStay } from "./promise";
import { recordedVersions, recordings } from "./recording";

for (const version of recordedVersions())
  describe(`a plan of version ${version}`, () => {
    let project: StubbedProject;
    beforeEach(async () => {
      project = await StubbedProject.start();
    });
    afterEach(() => project.remove());

    for (const [name, env] of Object.entries(planEnvironments)) {
      const copy = () => {
        cpSync(join(recordings, version, name), project.plan, { recursive: true });
        Object.assign(project.env, env);
      };

      it(`is read, and applied only by that version (${name})`, async () => {
        copy();
        const { code, err } = await project.apply();
        if (version === manifest.version) {
          assert.equal(code, 0, `${mustStay(version, "a plan")}\n${err}`);
          assert.equal(project.applied(), '{"hour":8}');
          return;
        }
        const parts = /made:\n\n([^]*?)\n\n/.exec(err)?.[1];
        const expected = `  pulumi-platform-cli: ${version}, and now ${manifest.version}`;
        assert.equal(parts, expected, `${mustStay(version, "a plan")}\n${err}`);
        assert.equal(project.applied(), undefined);
      });
    }

    it("has the changes of resources in the form in which this version compares them", async () => {
      cpSync(join(recordings, version, "plan"), project.plan, { recursive: true });
      const path = join(project.plan, "plan.json");
      const text = readFileSync(path, "utf8");
      writeFileSync(path, text.replace(`"${version}"`, `"${manifest.version}"`));
      const { code, err } = await project.apply();
      assert.equal(code, 0, `${mustStay(version, "a plan")}\n${err}`);
    });
  });

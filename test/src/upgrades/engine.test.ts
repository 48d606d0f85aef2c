import assert from "node:assert/strict";
import { basename } from "node:path";
import { onlyWhole } from "../harness/lives/sampled";
import { pluginStack } from "../plugin/stack";
import { mustStay } from "./promise";
import { recordedVersions, stackFolders } from "./recording";
import { Replay } from "./replay";

for (const version of recordedVersions())
  describe(`a stack of version ${version} on the real engine`, () => {
    for (const folder of stackFolders(version)) {
      const name = basename(folder);
      if (name.includes("killed")) continue;
      const test = name === "moved" ? onlyWhole : it;
      test(`previews without a change (${name})`, async () => {
        const replay = await Replay.open(folder);
        const { program, state } = replay.recording;
        const stack = pluginStack({ ...replay.env, PULUMI_HOME: replay.home });
        try {
          await stack.host(program.entry);
          const settings = Object.entries(program.config).flatMap(([key, value]) => [
            "--plaintext",
            `platform:${key}=${value}`,
          ]);
          await stack.ok("config", "set-all", ...settings);
          // An import would need the key of the secrets, which a recording shows in the clear.
          const file = "state/.pulumi/stacks/program/test.json";
          const checkpoint = { stack: "organization/program/test", latest: state.deployment };
          stack.write(file, JSON.stringify({ ...state, deployment: undefined, checkpoint }));
          stack.provide(program.providers);
          stack.declare(program.resources);
          const steps = await stack.steps("preview");
          assert.deepEqual(steps, [], mustStay(version, "a state"));
          assert.deepEqual(replay.writes(), []);
        } finally {
          stack.remove();
          await replay.close();
        }
      });
    }
  });

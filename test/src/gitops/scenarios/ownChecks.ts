import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../engine/stacks/stack";
import { Machine } from "../machine";
import { cacheOfParts } from "../parts";
import { run } from "../processes";
import { Repository } from "../repository";
import type { Scenario } from "./index";

/** The checks of this repository itself, on Linux and with the Node.js of this machine. */
export const ownChecks: Scenario = {
  name: "The checks of this repository (GitHub's workflow)",
  needs: ["gitea", "act"],
  async run(step, { act, forge, folder }) {
    const tools = join(folder, "own", "tools");
    const clone = join(folder, "own", "clone");
    mkdirSync(tools, { recursive: true });
    // The job removes the Pulumi of GitHub's images. Here that would be the one of this machine.
    writeFileSync(join(tools, "sudo"), "#!/bin/sh\n", { mode: 0o755 });
    const machine = new Machine(join(folder, "own", "machine"), { act, tools });
    const repository = await step("put this tree on the forge", async () => {
      const listed = await run("git", ["-C", root, "ls-files", "-co", "--exclude-standard", "-z"]);
      for (const file of listed.split("\0")) {
        if (file === "" || !existsSync(join(root, file))) continue;
        mkdirSync(dirname(join(clone, file)), { recursive: true });
        cpSync(join(root, file), join(clone, file));
      }
      const made = new Repository(forge, "team/own", clone, machine);
      // Templates have files in folders that `.gitignore` names.
      await made.git("init", "--quiet", "--initial-branch=main");
      await made.git("add", "--all", "--force");
      await made.publish();
      return made;
    });
    await step("its job for Linux passes", async () => {
      const commit = (await repository.tip("main")) ?? assert.fail("main is empty");
      const [major = ""] = process.versions.node.split(".");
      const started = await machine.start({
        ...{ event: "push", workflow: "ci.yml" },
        only: { job: "linux", matrix: { node: major === "20" ? "20.19" : major } },
        payload: { ref: "refs/heads/main", after: commit },
        ...{ repository: repository.repository, server: forge.url, ref: "refs/heads/main", commit },
        ...{ secrets: { GITHUB_TOKEN: forge.tokens.bot }, variables: {} },
        // The job finds the engine there, as after an earlier run on GitHub.
        environment: { XDG_CACHE_HOME: dirname(await cacheOfParts()) },
      });
      const { code, log } = await started.ended;
      // The sizes come last, after the tests that failed.
      const [failures = ""] = /\d+ failing\b[^]*?(?=Slowest files)/.exec(log) ?? [];
      assert.equal(code, 0, `${failures.slice(0, 20_000)}\n${log.slice(-2_000)}`);
      assert.match(log, /[1-9]\d* passed, 0 failed/);
    });
  },
};

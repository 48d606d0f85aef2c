import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { chosenStack } from "../stack/project.js";
import { runEngine } from "../stack/run.js";
import { changedSincePlan } from "../apply/changedSincePlan.js";
import { readPlan } from "../apply/planFolder.js";
import { previewPlan } from "../apply/planPreview.js";
import { experimental } from "../stack/enginePreview.js";
import { inPrivateFolder } from "../files.js";
import { readFingerprint } from "../apply/fingerprint.js";
import { movedResources } from "../apply/steps.js";
import { settingOf, stackSettings } from "../stack/stackSettings.js";
import { Failure } from "../failure.js";
import { when } from "../print.js";

interface Flags {
  plan: string;
  stack?: string;
}

const example = `
Example:
  $ pulumi-platform apply --plan plan

It refuses the plan if the program, the stack or the instance changed since the plan was made. Exit code 0: applied. 2: failed.`;

/** Adds `apply`, which makes exactly the changes of a plan. */
export function add(program: Command): void {
  program
    .command("apply")
    .description(
      "Applies exactly what a plan says. Refuses where the commit, the stack, its settings or state, or the instance changed since, and names what changed.",
    )
    .requiredOption("--plan <folder>", "folder of the plan")
    .option("--stack <name>", "stack, which must be the one of the plan; default: that one")
    .addHelpText("after", example)
    .action(run);
}

async function run({ plan: folder, stack: given }: Flags): Promise<void> {
  const { metadata, key, plan } = readPlan(folder);
  const stack = await chosenStack(given ?? process.env.PULUMI_STACK ?? metadata.stack);
  const moved = await changedSincePlan(metadata, await readFingerprint(stack, folder));
  refuseMoved(moved, stack, folder);
  // A plan of the engine does not contain manual changes on the instance.
  const { steps } = await previewPlan(stack, key);
  refuseMoved(
    movedResources(metadata.steps, steps),
    stack,
    folder,
    "The instance changed, the program gives another result now, or a run was killed.",
    `To see the values, and to keep those of the instance: pulumi-platform drift --stack ${stack}`,
    `After a killed run: pulumi up --stack ${stack}, or in a pipeline the job promote`,
  );
  const code = await inPrivateFolder(async (work) => {
    const file = join(work, "plan.json");
    writeFileSync(file, plan, { mode: 0o600 });
    const options = ["--refresh", "--yes", "--skip-preview", "--plan", file];
    const { err, out, code } = await runEngine(["up", "--stack", stack, ...options], {
      ...{ shows: true, variables: experimental },
    });
    refuseLocked(stack, out + err);
    return code;
  });
  if (code !== 0) {
    throw new Failure(
      `The plan was not applied completely. The messages of pulumi up say why. Then make a new plan: pulumi-platform plan --stack ${stack} --out ${folder}`,
    );
  }
}

function refuseMoved(
  moved: readonly string[],
  stack: string,
  folder: string,
  ...hint: readonly string[]
): void {
  if (moved.length === 0) return;
  const lines = moved.slice(0, 10).map((line) => `  ${line}`);
  const more = when(moved.length > 10, `  and ${moved.length - 10} more`);
  throw new Failure(
    ...["Nothing was applied, because this is not as it was when the plan was made:", ""],
    ...[...lines, ...more, "", ...hint],
    `Preview again: pulumi-platform plan --stack ${stack} --out ${folder}`,
  );
}

function refuseLocked(stack: string, said: string): void {
  if (!/currently locked by \d+ lock/.test(said)) return;
  const hasJournal = settingOf("journal", stackSettings(stack)) !== undefined;
  const killed = hasJournal
    ? `pulumi cancel --stack ${stack}, then run this command again`
    : `pulumi-platform recover --stack ${stack}`;
  throw new Failure(
    `Another run holds the lock of stack ${stack}, so nothing was applied. Wait until that run ends. If it was killed: ${killed}`,
  );
}

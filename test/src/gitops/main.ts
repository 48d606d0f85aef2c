import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { useEngine } from "../engine/engineFolder";
import { Postgres, S3 } from "./backends";
import { Gitea } from "./gitea";
import { preparePackages } from "./packages";
import * as parts from "./parts";
import { Command } from "./processes";
import { scenarios } from "./scenarios";
import { Steps } from "./steps";

const usage = `npm run gitops -- [options]

  The pipelines of examples/gitops on a real forge, with real runners, a real state, and simulated instances.

  --only TEXT    only the scenarios with this text in their names
  --keep         keep the folder with all files
`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Gets a part. Says why it cannot be had, and ends the test: half of the parts prove nothing. */
async function find(part: parts.Part): Promise<string> {
  try {
    return await part.find();
  } catch (error) {
    throw new NotRun(`not run: ${part.name} is missing, because ${(error as Error).message}`);
  }
}

class NotRun extends Error {}

async function main(folder: string): Promise<number> {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean" },
      only: { type: "string", default: "" },
      keep: { type: "boolean", default: false },
    },
  });
  if (values.help === true) {
    print(usage);
    return 0;
  }
  const chosen = scenarios.filter(({ name }) => name.includes(values.only));
  if (chosen.length === 0)
    throw new NotRun(`not run: no scenario has "${values.only}" in its name`);
  if (!values.keep) process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  else print(`The files are in ${folder}`);

  // PostgreSQL runs as another user, and must reach its own folder.
  chmodSync(folder, 0o711);
  await useEngine();
  const found = {
    act: await find(parts.act),
    gitea: await find(parts.gitea),
    gitlabCiLocal: await find(parts.gitlabCiLocal),
    rsync: await find(parts.rsync),
    postgres: await find(parts.postgres),
    s3rver: await find(parts.s3rver),
  };
  const site = {
    folder,
    act: found.act,
    gitlabCiLocal: found.gitlabCiLocal,
    packages: await preparePackages(join(folder, "packages")),
    forge: await Gitea.start(found.gitea, join(folder, "gitea")),
    postgres: await Postgres.start(found.postgres, join(folder, "postgres")),
    s3: await S3.start(found.s3rver, join(folder, "s3"), ["gitlab"]),
  };
  await site.forge.call("admin", "POST", "/orgs", { username: "team" });
  const steps = new Steps(print);
  for (const { name, run } of chosen) {
    await steps.scenario(name, (step) => run(step, site));
  }
  print(`\n${steps.passed} passed, ${steps.failed} failed`);
  return steps.failed === 0 ? 0 : 1;
}

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const) {
  process.on(signal, () => process.exit(code));
}
process.on("exit", () => Command.endAll());

const folder = realpathSync(mkdtempSync(join(tmpdir(), "pulumi-platform-gitops-")));
main(folder).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(
      `${error instanceof NotRun ? error.message : String((error as Error).stack)}\n`,
    );
    process.exit(1);
  },
);

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";
import { root } from "../engine/stacks/stack";

interface Step {
  uses?: string;
  with?: Record<string, unknown>;
}
interface Job {
  uses?: string;
  environment?: string;
  needs?: string | string[];
  steps?: Step[];
  permissions?: Record<string, string>;
  "timeout-minutes"?: number;
}
interface Workflow {
  on: object;
  permissions?: object;
  jobs: Record<string, Job>;
}
interface Action {
  runs: { steps: Step[] };
}

/** A folder that is, or becomes, `.github` of a repository. */
const folders = [join(root, ".github"), join(root, "examples", "gitops", "github")];
const filesIn = (...path: string[]) =>
  readdirSync(join(...path)).map((name) => join(...path, name));
const textOf = (file: string) => readFileSync(file, "utf8");
const workflowFiles = folders.flatMap((folder) => filesIn(folder, "workflows"));
const workflows = workflowFiles.map((file) => ({ file, ...(parse(textOf(file)) as Workflow) }));
const jobs = workflows.flatMap(({ file, jobs: all }) =>
  Object.entries(all).map(([name, job]) => ({ name: `${file} ${name}`, job })),
);
const actionFiles = filesIn(root, ".github", "actions").map((folder) => join(folder, "action.yml"));
const steps = [
  ...jobs.flatMap(({ job }) => job.steps ?? []),
  ...actionFiles.flatMap((file) => (parse(textOf(file)) as Action).runs.steps),
];

describe("every workflow of this tree", () => {
  it("has no finding of actionlint", async () => {
    const script = (name: string) => pathToFileURL(join(root, "scripts", "engine", name)).href;
    const { goProgram } = (await import(script("goProgram.mjs"))) as {
      goProgram: (program: string, folder: string, env: NodeJS.ProcessEnv) => Promise<string>;
    };
    const { actionlint, actionlintFolder } = (await import(script("layout.mjs"))) as {
      actionlint: string;
      actionlintFolder: () => string;
    };
    const program = await goProgram(actionlint, actionlintFolder(), process.env).catch(
      (error: unknown) => {
        const { message, advice = [] } = error as Error & { advice?: string[] };
        return assert.fail([`there is no actionlint: ${message}`, ...advice].join("; "));
      },
    );
    for (const folder of folders) {
      // actionlint finds the workflows and actions that a workflow calls in the repository around it.
      const repository = mkdtempSync(join(tmpdir(), "pulumi-platform-workflows-"));
      try {
        mkdirSync(join(repository, ".git"));
        cpSync(folder, join(repository, ".github"), { recursive: true });
        // With other linters on PATH, the result would depend on the machine.
        const args = ["-shellcheck=", "-pyflakes="];
        const { status, stdout, stderr } = spawnSync(program, args, {
          cwd: repository,
          encoding: "utf8",
        });
        assert.equal(status, 0, stdout + stderr);
      } finally {
        rmSync(repository, { recursive: true, force: true });
      }
    }
  });

  it("pins each action to a commit with its version, and to the same commit everywhere", () => {
    const commits = new Map<string, Set<string>>();
    for (const file of [...workflowFiles, ...actionFiles]) {
      for (const [line] of textOf(file).matchAll(/uses: (?!\.\/).*/g)) {
        const [, action = "", commit = ""] =
          /^uses: ([\w/-]+)@([0-9a-f]{40} # v\d+\.\d+\.\d+)$/.exec(line) ?? [];
        assert.notEqual(action, "", `${file}: ${line}`);
        commits.set(action, (commits.get(action) ?? new Set()).add(commit));
      }
    }
    assert.ok(commits.size > 0);
    for (const [action, found] of commits) assert.deepEqual([action, found.size], [action, 1]);
  });

  it("grants nothing by default, and each job names what it needs", () => {
    for (const { file, permissions } of workflows) assert.deepEqual(permissions, {}, file);
    for (const { name, job } of jobs) assert.ok(job.permissions?.contents !== undefined, name);
  });

  it("never runs code of a fork with the rights of this repository", () => {
    for (const { file, on } of workflows) {
      for (const event of ["pull_request_target", "workflow_run"])
        assert.ok(!(event in on), `${file}: ${event}`);
    }
  });

  it("has a time limit for each job", () => {
    for (const { name, job } of jobs) {
      if (job.uses === undefined) assert.ok((job["timeout-minutes"] ?? 0) > 0, name);
    }
  });

  it("keeps the token of the forge out of the clone", () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    assert.ok(checkouts.length > 0);
    for (const step of checkouts) assert.equal(step.with?.["persist-credentials"], false);
  });
});

describe("the workflow ci", () => {
  const { jobs: own } = parse(textOf(join(root, ".github", "workflows", "ci.yml"))) as Workflow;

  it("only reads, and has no secret", () => {
    for (const [name, { permissions }] of Object.entries(own))
      assert.deepEqual(permissions, { contents: "read" }, name);
    assert.doesNotMatch(JSON.stringify(own), /secrets\./);
  });

  it("begins with the oldest Node.js that the packages allow", () => {
    const { engines } = JSON.parse(textOf(join(root, "package.json"))) as {
      engines: { node: string };
    };
    const oldest = engines.node.replace(">=", "");
    const matrices = Object.values(own).flatMap((job) => {
      const { matrix } = (job as { strategy?: { matrix: { node: string[] } } }).strategy ?? {};
      return matrix === undefined ? [] : [matrix.node[0]];
    });
    assert.deepEqual(matrices, [oldest, oldest]);
  });
});

describe("the workflow release", () => {
  const { on, jobs: own } = parse(
    textOf(join(root, ".github", "workflows", "release.yml")),
  ) as Workflow;
  const canWrite = ({ permissions = {} }: Job) => Object.values(permissions).includes("write");

  it("starts for the tag of a version only", () => {
    assert.deepEqual(on, { push: { tags: ["v[0-9]+.[0-9]+.[0-9]+"] } });
  });

  it("publishes after an approval, what jobs without rights have built", () => {
    const publishing = Object.entries(own).filter(([, job]) => canWrite(job));
    assert.deepEqual(
      publishing.map(([name]) => name),
      ["forge", "npm", "pypi"],
    );
    for (const [name, job] of publishing) {
      assert.equal(job.environment, "release", name);
      // Code of the repository and its dependencies never runs with these rights.
      assert.ok(!job.steps?.some(({ uses }) => uses?.startsWith("actions/checkout@")), name);
    }
    assert.deepEqual(
      own.forge?.needs,
      Object.keys(own).filter((name) => !canWrite(own[name] ?? {})),
    );
  });

  it("first compares the repository with the one that package.json names", () => {
    const [, first] = own.files?.steps ?? [];
    assert.match(String((first as { run?: string }).run), /\.repository package\.json/);
  });
});

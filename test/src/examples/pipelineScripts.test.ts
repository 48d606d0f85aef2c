import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { commit as commitIn, emptyFolder, execute, git as gitIn } from "../cli/command";
import type { Run } from "../cli/command";
import { root } from "../engine/stacks/stack";

/** Notes how it was called, and makes what \`plan\` makes. */
const stub = `#!/usr/bin/env bash
echo "$*" >> "$CALLED"
if [ "$1" = plan ] && [ -n "$PLAN_CODE" ]; then exit "$PLAN_CODE"; fi
if [ "$1" = plan ]; then mkdir -p .gitops/plan; echo "{}" > .gitops/plan/plan.json; echo x > .gitops/plan/pulumi-plan.enc; fi
if [ "$1" = drift ]; then exit "\${DRIFT_CODE:-0}"; fi
if [ "$1" = apply ]; then exit "\${APPLY_CODE:-0}"; fi
`;

describe("the scripts of a pipeline", () => {
  let folder: string;
  let outside: string;
  let env: Record<string, string>;
  beforeEach(async () => {
    folder = emptyFolder();
    outside = emptyFolder();
    cpSync(join(root, "examples", "gitops"), folder, {
      recursive: true,
      filter: (file) => !file.includes("node_modules"),
    });
    mkdirSync(join(outside, "bin"));
    command("curl", stub);
    bin("pulumi-platform", stub);
    installPulumi();
    env = {
      CALLED: join(outside, "called"),
      PATH: `${join(outside, "bin")}${delimiter}${process.env.PATH}`,
      GITHUB_STEP_SUMMARY: join(outside, "summary.md"),
      GITHUB_OUTPUT: join(outside, "outputs"),
      STACK: "dev",
      GITHUB_REPOSITORY: "team/reports",
      MAIN_REF: "main",
    };
    await git("init", "--quiet", "--initial-branch=main");
    await git("remote", "add", "origin", folder);
    await commit();
  });
  afterEach(() => {
    for (const path of [folder, outside]) rmSync(path, { recursive: true });
  });

  const command = (name: string, text: string) => {
    writeFileSync(join(outside, "bin", name), text);
    chmodSync(join(outside, "bin", name), 0o755);
  };
  /** A command of the installed packages. */
  const bin = (name: string, text: string) => {
    const file = join(folder, "node_modules", ".bin", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, 0o755);
  };
  /** What setup.sh leaves. */
  const installPulumi = () => {
    mkdirSync(join(folder, ".gitops", "pulumi", "bin"), { recursive: true });
    const file = join(folder, ".gitops", "pulumi", "bin", "pulumi");
    writeFileSync(file, stub);
    chmodSync(file, 0o755);
  };
  const git = (...args: string[]) => gitIn(folder, ...args);
  const commit = () => commitIn(folder);
  const script = (name: string, more: Record<string, string> = {}): Promise<Run> =>
    execute(folder, join(folder, "scripts", `${name}.sh`), [], { ...env, ...more });
  const outsideFile = (name: string) =>
    existsSync(join(outside, name)) ? readFileSync(join(outside, name), "utf8") : "";
  const tree = () => git("rev-parse", "HEAD^{tree}");

  /** A branch that is behind main, as in most pull requests. */
  const branched = async () => {
    await git("branch", "feature");
    writeFileSync(join(folder, "main.txt"), "main");
    await commit();
    await git("update-ref", "refs/remotes/origin/main", "HEAD");
    await git("checkout", "--quiet", "feature");
    writeFileSync(join(folder, "feature.txt"), "feature");
    await commit();
  };

  it("preview the files after the merge, so that the merge finds the plan", async () => {
    await branched();
    const plans = join(outside, "plans");
    const preview = await script("preview", { BASE_REF: "main", PLATFORM_PLANS: plans });
    assert.equal(preview.code, 0, preview.err);
    assert.deepEqual(outsideFile("called").trim().split("\n"), [
      "plan --stack dev --out .gitops/plan",
      "comment --stack dev --post --out .gitops/comment-dev.md --full .gitops/comment-dev-full.md",
    ]);
    await git("checkout", "--quiet", "main");
    await git("merge", "--quiet", "--squash", "feature");
    await commit();
    rmSync(join(folder, ".gitops"), { recursive: true });
    installPulumi();
    assert.equal((await script("find-plan", { PLATFORM_PLANS: plans })).code, 0);
    assert.equal((await script("apply")).code, 0);
    assert.match(outsideFile("called"), /^apply --stack dev --plan \.gitops\/plan$/m);
    assert.equal(outsideFile("summary.md"), "Applied the reviewed plan to dev.\n");
  });

  it("comment where no plan is possible, keep none, and fail", async () => {
    await branched();
    const plans = join(outside, "plans");
    const more = { BASE_REF: "main", PLATFORM_PLANS: plans, PLAN_CODE: "2" };
    assert.equal((await script("preview", more)).code, 2);
    assert.match(outsideFile("called"), /^comment --stack dev --post/m);
    assert.equal(existsSync(plans), false);
  });

  it("apply nothing where main moved on after the preview, and say so", async () => {
    await branched();
    const PLATFORM_PLANS = join(outside, "plans");
    await script("preview", { BASE_REF: "main", PLATFORM_PLANS });
    await git("checkout", "--quiet", "main");
    writeFileSync(join(folder, "other.txt"), "other");
    await commit();
    await git("merge", "--quiet", "--no-edit", "feature");
    await script("find-plan", { PLATFORM_PLANS });
    const { code } = await script("apply");
    assert.equal(code, 1);
    assert.match(
      outsideFile("summary.md"),
      /^Nothing was applied to dev: no pull request has a plan/,
    );
    assert.doesNotMatch(outsideFile("called"), /^apply/m);
  });

  it("encrypt the plan where there is a passphrase", async () => {
    await branched();
    await script("preview", { BASE_REF: "main", PLATFORM_PLAN_PASSPHRASE: "secret" });
    assert.match(outsideFile("called"), /^plan --stack dev --out \.gitops\/plan --encrypt$/m);
    assert.equal(outsideFile("outputs"), `name=plan-dev-${await tree()}\n`);
  });

  it("refuse a pull request with conflicts", async () => {
    await branched();
    writeFileSync(join(folder, "main.txt"), "feature");
    await commit();
    const { code, err } = await script("preview", { BASE_REF: "main" });
    assert.equal(code, 1);
    assert.match(err, /The pull request has conflicts\./);
    assert.equal(outsideFile("called"), "");
  });

  it("run no text of a branch or a stack", async () => {
    await branched();
    const evil = `main"; touch ${outside}/pwned; $(touch ${outside}/pwned) #`;
    assert.equal((await script("preview", { BASE_REF: evil })).code, 1);
    const { code, err } = await script("preview", { BASE_REF: "main", STACK: evil });
    assert.deepEqual([code, err], [1, "STACK is not the name of a stack.\n"]);
    assert.ok(!existsSync(join(outside, "pwned")));
    assert.equal(outsideFile("called"), "");
  });

  it("find the artifact of a pull request, and never one of a fork", async () => {
    const run = (id: number, from: number) => ({ id, head_repository_id: from, repository_id: 1 });
    const artifacts = [
      { expired: false, created_at: "2026-01-03", workflow_run: run(33, 2) },
      { expired: true, created_at: "2026-01-02", workflow_run: run(32, 1) },
      { expired: false, created_at: "2026-01-01", workflow_run: run(31, 1) },
      { expired: false, created_at: "2025-01-01", workflow_run: run(30, 1) },
    ];
    const answer = JSON.stringify({ artifacts });
    command(
      "curl",
      `#!/usr/bin/env bash\necho "$* $(cat)" >> "$CALLED"\nwhile [ "$1" != --output ]; do shift; done\necho '${answer}' > "$2"\n`,
    );
    const forge = { GITHUB_API_URL: "https://api.example.com", GITHUB_REPOSITORY: "we/reports" };
    const found = await script("find-plan", { ...forge, GITHUB_TOKEN: "forge-token" });
    assert.equal(found.code, 0, found.err);
    const name = `plan-dev-${await tree()}`;
    assert.equal(outsideFile("outputs"), `name=${name}\nrun=31\n`);
    assert.match(
      outsideFile("called"),
      new RegExp(`/repos/we/reports/actions/artifacts\\?name=${name}&`),
    );
    assert.match(outsideFile("called"), /Authorization: Bearer forge-token$/m);
    assert.doesNotMatch(found.out + found.err, /forge-token/);
  });

  it("keep only encrypted plans as packages of GitLab", async () => {
    mkdirSync(join(folder, ".gitops", "plan"), { recursive: true });
    const forge = {
      CI_API_V4_URL: "https://git.example.com/api/v4",
      CI_PROJECT_ID: "7",
      CI_JOB_TOKEN: "t",
    };
    const clear = await script("keep-plan", forge);
    assert.equal(clear.code, 1);
    assert.match(clear.err, /only encrypted plans are kept there/);
    writeFileSync(join(folder, ".gitops", "plan", "pulumi-plan.enc"), "x");
    assert.equal((await script("keep-plan", forge)).code, 0);
    assert.match(
      outsideFile("called"),
      new RegExp(`packages/generic/plans/plan-dev-${await tree()}/plan\\.json`),
    );
  });

  it("keep checkpoints unless a journal outlives the runner", async () => {
    bin(
      "pulumi-platform",
      '#!/usr/bin/env bash\necho "${PULUMI_SKIP_CHECKPOINTS-unset}" >> "$CALLED"\n',
    );
    const skipped = { PULUMI_SKIP_CHECKPOINTS: "true" };
    await script("drift", { ...skipped, PLATFORM_JOURNAL: "" });
    await script("drift", { PLATFORM_JOURNAL: outside });
    const shared = { PLATFORM_JOURNAL: "postgres://pulumi@db.example.com/pulumi" };
    await script("drift", { ...shared, PULUMI_SKIP_CHECKPOINTS: "" });
    await script("drift", { ...shared, PULUMI_SKIP_CHECKPOINTS: "false" });
    assert.equal(outsideFile("called"), "unset\ntrue\ntrue\nfalse\n");
    const { code, err } = await script("drift", { PLATFORM_JOURNAL: join(outside, "missing") });
    assert.equal(code, 1);
    assert.match(err, /PLATFORM_JOURNAL is neither an address nor a folder of this runner/);
  });

  it("say what drift there is, and pass the exit code on", async () => {
    for (const [code, text] of [
      ["0", "dev has no drift."],
      ["1", "dev has drift. The issue of the stack has the details."],
      ["2", "The drift job of dev failed. The log says why."],
    ] as const) {
      rmSync(join(outside, "summary.md"), { force: true });
      const run = await script("drift", { DRIFT_CODE: code, DRIFT_OPEN_PR: "true" });
      assert.deepEqual([run.code, outsideFile("summary.md")], [Number(code), `${text}\n`]);
    }
    assert.match(outsideFile("called"), /^drift --stack dev --details --issue --open-pr$/m);
  });

  it("work without a forge, and say where the texts are", async () => {
    await branched();
    const plans = join(outside, "plans");
    const without = { GITHUB_REPOSITORY: "", CI_API_V4_URL: "", DRIFT_OPEN_PR: "true" };
    const more = { ...without, BASE_REF: "main", PLATFORM_PLANS: plans };
    assert.equal((await script("preview", more)).code, 0);
    assert.match(outsideFile("called"), /^comment --stack dev --out \.gitops\/comment-dev\.md/m);
    assert.match(outsideFile("summary.md"), /the comment is only in \.gitops\/comment-dev\.md/);
    assert.ok(existsSync(plans));
    await script("drift", { ...without, DRIFT_CODE: "1" });
    assert.match(outsideFile("called"), /^drift --stack dev --details$/m);
    assert.match(outsideFile("summary.md"), /^dev has drift\. The log has the details\.$/m);
  });

  it("list the stacks of a wave, and refuse a wave that the workflows do not know", async () => {
    await script("stacks", { WAVE: "production" });
    assert.equal(outsideFile("outputs"), 'stacks=["production-us","production-apac"]\n');
    assert.notEqual((await script("stacks", { WAVE: "toString" })).code, 0);
    writeFileSync(join(folder, "waves.json"), '{"prodution":["prod"]}');
    const { code, err } = await script("stacks");
    assert.equal(code, 1);
    assert.match(
      err,
      /"prodution" is not a wave\. The workflows know dev, staging, canary, production\./,
    );
  });

  it("list no stack for a wave that the team left out", async () => {
    writeFileSync(join(folder, "waves.json"), '{"dev":["dev"],"production":["prod"]}');
    await script("stacks", { WAVE: "canary" });
    await script("stacks");
    assert.equal(outsideFile("outputs"), 'stacks=[]\nstacks=["dev","prod"]\n');
    for (const STACK of ["dev", "prod"]) await script("promote", { STACK });
    assert.equal((await script("summary")).code, 0);
  });

  it("sum up which instances have a change, and fail unless all have it", async () => {
    const stacks = ["dev", "staging", "production-eu", "production-us", "production-apac"];
    for (const STACK of stacks.slice(0, 4)) {
      const APPLY_CODE = STACK === "production-us" ? "2" : "0";
      assert.equal((await script("promote", { STACK, APPLY_CODE })).code, Number(APPLY_CODE));
    }
    rmSync(join(outside, "summary.md"));
    assert.equal((await script("summary")).code, 1);
    assert.equal(
      outsideFile("summary.md"),
      `3 of 5 instances have the change.

| wave | instance | result |
| --- | --- | --- |
| dev | dev | applied |
| staging | staging | applied |
| canary | production-eu | applied |
| production | production-us | **failed** |
| production | production-apac | not started, or its file in .gitops/results is missing |
`,
    );
    for (const STACK of stacks.slice(3)) await script("promote", { STACK });
    assert.equal((await script("summary")).code, 0);
  });

  it("say to a fork what was not done, and why", async () => {
    command("npm", stub);
    bin("tsc", stub);
    writeFileSync(join(folder, "package-lock.json"), "{}");
    assert.equal((await script("check", { IS_FORK: "true" })).code, 0);
    assert.match(
      outsideFile("summary.md"),
      /comes from a fork, so only the types and lint were checked/,
    );
    assert.match(outsideFile("called"), /^ci --ignore-scripts/);
    rmSync(join(outside, "summary.md"));
    await script("check", { IS_FORK: "false" });
    assert.equal(outsideFile("summary.md"), "");
  });

  it("promote the tip of main only: an old promotion that is started again changes nothing", async () => {
    const old = await git("rev-parse", "HEAD");
    await commit();
    await git("checkout", "--quiet", "--detach", old);
    const { code, err } = await script("promote");
    assert.equal(code, 1);
    assert.match(
      err,
      /^Nothing was promoted to dev: main has moved on since this promotion began\./,
    );
    assert.equal(outsideFile("called"), "");
    await git("checkout", "--quiet", "main");
    assert.equal((await script("promote", { GITHUB_TOKEN: "forge-token" })).code, 0);
  });

  it("apply the newest merge only: an old one that is started again changes nothing", async () => {
    mkdirSync(join(folder, ".gitops", "plan"));
    writeFileSync(join(folder, ".gitops", "plan", "plan.json"), "{}");
    const old = await git("rev-parse", "HEAD");
    await commit();
    // A branch whose name ends like main is not main.
    await git("branch", "x/refs/heads/main", old);
    await git("checkout", "--quiet", "--detach", old);
    const { code, err } = await script("apply");
    assert.equal(code, 1);
    assert.match(err, /^Nothing was applied to dev: main has moved on since this merge\./);
    assert.equal(outsideFile("called"), "");
    await git("checkout", "--quiet", "main");
    assert.equal((await script("apply")).code, 0);
  });

  it("apply nothing where Git cannot read the remote, and say so", async () => {
    await git("remote", "set-url", "origin", join(outside, "nowhere"));
    const { code, err } = await script("apply");
    assert.equal(code, 1);
    assert.match(err, /Nothing was changed on dev: Git could not read the branch main of the/);
  });

  it("refuse what a commit puts where only a job may write", async () => {
    for (const [path, said] of [
      [".gitops/results/dev.json", /^The repository contains \.gitops,/],
      ["node_modules/.bin/node", /^The repository contains node_modules,/],
    ] as const) {
      const from = await git("rev-parse", "HEAD");
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), "{}");
      await git("add", "--force", path);
      await commit();
      for (const name of [
        "setup",
        "check",
        "stacks",
        "preview",
        "apply",
        "promote",
        "drift",
        "summary",
      ]) {
        const { code, err } = await script(name, { BASE_REF: "main" });
        assert.equal(code, 1, name);
        assert.match(err, said);
      }
      await git("reset", "--quiet", "--hard", from);
    }
    rmSync(join(folder, ".gitops"), { recursive: true });
    symlinkSync(outside, join(folder, ".gitops"));
    assert.match((await script("summary")).err, /^The repository contains \.gitops,/);
    assert.equal(outsideFile("called"), "");
  });

  it("take no commands from packages", async () => {
    bin("git", `#!/usr/bin/env bash\ntouch ${outside}/pwned\nexit 1\n`);
    assert.equal((await script("promote")).code, 0);
    assert.ok(!existsSync(join(outside, "pwned")));
  });

  it("let no title of an instance command the runner of GitHub", async () => {
    bin("pulumi-platform", "#!/usr/bin/env bash\necho '##[set-output name=a]b'\nexit 1\n");
    const { code, out } = await script("drift", { GITHUB_ACTIONS: "true" });
    assert.equal(code, 1);
    assert.match(out, /^::stop-commands::([\w-]{36})\n##\[set-output name=a\]b\n::\1::\n/);
  });

  it("copy the files of a plan, and nothing else that somebody put there", async () => {
    const PLATFORM_PLANS = join(outside, "plans");
    const plan = join(PLATFORM_PLANS, `plan-dev-${await tree()}`);
    mkdirSync(plan, { recursive: true });
    writeFileSync(join(outside, "secret"), "secret");
    symlinkSync(join(outside, "secret"), join(plan, "pulumi-plan.enc"));
    await execute(outside, "mkfifo", [join(plan, "pulumi-plan.json")]);
    for (const name of ["plan.json", "other"]) writeFileSync(join(plan, name), "{}");
    assert.equal((await script("find-plan", { PLATFORM_PLANS })).code, 0);
    assert.deepEqual(readdirSync(join(folder, ".gitops", "plan")), ["plan.json"]);
  });

  for (const [stacks, said] of [
    ['["dev\\n# Approved by @admin"]', /"dev\\n# Approved by @admin" of "dev" cannot be a stack/],
    ['[["dev"]]', /\["dev"\] of "dev" cannot be a stack/],
    ['["../dev"]', /cannot be a stack/],
    ['["-h"]', /cannot be a stack/],
    ['["preview-dev"]', /does not begin with "preview-" or "drift-"/],
    ['["drift-dev"]', /cannot be a stack/],
    ['["dev", "dev"]', /a stack is in two waves/],
    ['"dev"', /"dev" has no list of stacks/],
  ] as const)
    it(`refuse ${stacks} as the stacks of a wave`, async () => {
      writeFileSync(join(folder, "waves.json"), `{"dev":${stacks}}`);
      for (const name of ["stacks", "summary"]) {
        const { code, out, err } = await script(name);
        assert.notEqual(code, 0);
        assert.match(err, said);
        assert.doesNotMatch(out, /^# Approved/m);
      }
    });

  describe("that install", () => {
    let archive: string;
    beforeEach(async () => {
      writeFileSync(join(folder, "package-lock.json"), "{}");
      rmSync(join(folder, ".gitops"), { recursive: true });
      command("npm", stub);
      // What an earlier job of somebody else left on the runner.
      command("pulumi", `#!/usr/bin/env bash\ntouch ${outside}/pwned\n`);
      mkdirSync(join(outside, "pulumi"));
      writeFileSync(join(outside, "pulumi", "pulumi"), "#!/usr/bin/env bash\necho v3.259.0\n");
      chmodSync(join(outside, "pulumi", "pulumi"), 0o755);
      archive = join(outside, "pulumi.tar.gz");
      await execute(outside, "tar", ["--create", "--gzip", "--file", archive, "pulumi"]);
      checksums(createHash("sha256").update(readFileSync(archive)).digest("hex"));
    });
    afterEach(() => assert.ok(!existsSync(join(outside, "pwned"))));
    /** The file of a release, as it is committed. */
    const checksums = (hash: string, version = "3.259.0") => {
      const systems = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"];
      const lines = systems.map((system) => `${hash}  pulumi-v${version}-${system}.tar.gz\n`);
      const other = `${"0".repeat(64)}  pulumi-v${version}-windows-x64.zip\n`;
      writeFileSync(join(folder, "scripts", "pulumi-checksums.txt"), other + lines.join(""));
    };
    const setup = () => script("setup", { PULUMI_ARCHIVE: archive });

    it("run no code of packages, and take Pulumi from the archive with the committed hash", async () => {
      const { code, out, err } = await setup();
      assert.deepEqual([code, out.split("\n").at(-2)], [0, "Pulumi v3.259.0"], err);
      assert.equal(
        outsideFile("called").split("\n")[0],
        "ci --ignore-scripts --dry-run=false --no-audit --no-fund",
      );
    });

    it("refuse an archive with another hash, whatever variables say, and one without", async () => {
      checksums("0".repeat(64));
      const PULUMI_SHA256 = createHash("sha256").update(readFileSync(archive)).digest("hex");
      const wrong = await script("setup", { PULUMI_ARCHIVE: archive, PULUMI_SHA256 });
      assert.equal(wrong.code, 1);
      assert.match(wrong.err, /pulumi-checksums\.txt: its hash is another\.$/m);
      rmSync(join(folder, "scripts", "pulumi-checksums.txt"));
      assert.match((await setup()).err, /^There is no scripts\/pulumi-checksums\.txt\./);
      writeFileSync(join(folder, "scripts", "pulumi-checksums.txt"), "");
      assert.match((await setup()).err, /has no archive for /);
      assert.ok(!existsSync(join(folder, ".gitops", "pulumi", "bin")));
    });

    it("refuse another version than the committed one", async () => {
      checksums(createHash("sha256").update(readFileSync(archive)).digest("hex"), "3.260.0");
      const { code, err } = await setup();
      assert.equal(code, 1);
      assert.match(err, /^pulumi-v3\.260\.0-\S+ has Pulumi v3\.259\.0\./);
    });

    it("refuse a lock file that lacks a hash, and one that npm takes instead", async () => {
      const lock = (packages: object) =>
        writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages }));
      lock({
        "": {},
        "node_modules/a": { integrity: "sha512-a" },
        "node_modules/b": { resolved: "https://registry.example/b.tgz" },
        "node_modules/c": { link: true },
      });
      const { code, err } = await setup();
      assert.equal(code, 1);
      assert.equal(err, "package-lock.json has no hash (integrity) of node_modules/b.\n");
      lock({});
      writeFileSync(join(folder, "npm-shrinkwrap.json"), "{}");
      assert.match((await setup()).err, /^npm takes npm-shrinkwrap\.json instead/);
      assert.equal(outsideFile("called"), "");
    });

    it("are needed before every job: a planted Pulumi is not used", async () => {
      for (const name of ["preview", "apply", "promote", "drift"]) {
        const { code, err } = await script(name, { BASE_REF: "main" });
        assert.deepEqual(
          [code, err],
          [1, "Run scripts/setup.sh first: it installs Pulumi for this job.\n"],
          name,
        );
      }
    });
  });
});

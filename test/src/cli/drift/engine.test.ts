import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { everySecond, onlyWhole } from "../../harness/lives/sampled";
import { Stack } from "../../engine/stacks/stack";
import { accessTo, apply, plugins } from "../../plugin/stack";
import { cliWith } from "../command";
import type { Run } from "../command";
import { StubForge, token } from "../forge/stubForge";

/** Text that breaks out of careless edits. */
const nasty = "a \"b\" 'c' `d` ${e} $$f \\ */ \u2028 \u202e 👩‍💻\n@all <b> ann@example.com";

const typescript = `import * as platform from "pulumi-platform";

const hour = 8; // in the morning
const zone = () => "UTC";

// The weekly report.
new platform.ReportSchedule("weekly", {
  title: 'Weekly sales',
  pageId: 1001, viewId: 2001,
  attachmentInclude: true,
  schedule: {
    frequency: "WEEKLY",
    daysToRun: "MON", // the first day
    hourOfDay: hour,
    minOfHour: 0,
    timezone: zone(),
    enabled: true,
    additionalRecipients: [{ type: "EMAIL", value: "sales@example.com" }],
  },
});
for (const name of ["Analysts"]) new platform.Group(name.toLowerCase(), { name, type: "open", description: name });
`;

const yaml = `name: program
runtime: yaml
${plugins}
variables:
  zone: UTC
resources:
  # The weekly report.
  weekly:
    type: platform:ReportSchedule
    properties:
      title: Weekly sales # shown to everybody
      pageId: 1001
      viewId: 2001
      attachmentInclude: true
      schedule:
        frequency: WEEKLY
        daysToRun: MON
        hourOfDay: 8
        minOfHour: 0
        timezone: \${zone}
        enabled: true
        additionalRecipients:
          - { type: EMAIL, value: sales@example.com }
  analysts:
    type: platform:Group
    properties: { name: Analysts, type: open, description: "\${pulumi.project}" }
`;

for (const language of everySecond(["TypeScript", "YAML"] as const, 1)) {
  describe(`drift of a program in ${language}`, () => {
    const file = language === "YAML" ? "Pulumi.yaml" : "index.ts";
    let platform: Simulator;
    let stack: Stack;
    let forge: StubForge;
    let remote: string;

    before(async () => {
      platform = await startSimulator({ profile: "extended" });
      forge = await new StubForge("Gitea").start();
      remote = mkdtempSync(join(tmpdir(), "pulumi-platform-remote-"));
      stack = new Stack({ ...accessTo(platform), PLATFORM_OPERATIONS: "extended" });
      stack.remove("index.js");
      stack.write(".gitignore", "node_modules\nstate\nhome\nPulumi.test.yaml\n");
      if (language === "YAML") stack.write("Pulumi.yaml", yaml);
      else {
        stack.write("package.json", JSON.stringify({ name: "program", main: "index.ts" }));
        stack.write("Pulumi.yaml", "name: program\nruntime: nodejs\n");
        stack.write("index.ts", typescript);
      }
      execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", remote]);
      git("init", "--quiet", "--initial-branch=main");
      git("remote", "add", "origin", remote);
      commit();
      await stack.ok("up", ...apply);
      // The first reading says how many recipients a schedule has.
      await stack.ok("refresh", ...apply);
    });

    after(async () => {
      forge.stop();
      await platform.close();
      stack.remove();
      rmSync(remote, { recursive: true });
    });

    const git = (...args: string[]): string => {
      const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
      const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" };
      return execFileSync("git", [...identity, ...args], { cwd: stack.folder, env }).toString();
    };
    const commit = () => {
      git("add", ".");
      git("commit", "--quiet", "-m", "Program");
      git("push", "--quiet", "origin", "HEAD:main");
    };
    const drift = (...args: string[]): Promise<Run> => {
      const env = { ...stack.env, ...forge.environment(), GIT_CONFIG_GLOBAL: "/dev/null" };
      return cliWith(env, stack.folder, "drift", "--stack", "test", ...args);
    };
    const writes = () => platform.calls.filter(({ method }) => method !== "GET").length;

    it("is none after up", async () => {
      const { code, out, err } = await drift("--issue");
      assert.equal(code, 0, out + err);
      assert.match(
        out,
        /^Stack test and http\S+ are equal\. Not compared: recipients, attachments\. With extended operations, --details compares them\.\n$/,
      );
      assert.deepEqual(forge.store.issues, []);
    });

    it("is one issue for the stack, without addresses, and nothing is written to the instance", async () => {
      const [weekly] = platform.state.schedules;
      const [analysts] = platform.state.groups;
      assert.ok(weekly && analysts);
      weekly.schedule.hourOfDay = 11;
      analysts.description = "Changed by hand";
      const before = writes();
      const { code, out, err } = await drift("--issue");
      assert.equal(code, 1, out + err);
      assert.match(out, /^2 differences between stack test and /);
      assert.match(out, /schedule\.hourOfDay +8 +11/);
      assert.match(out, /Issue created: /);
      weekly.schedule.hourOfDay = 8;
      analysts.description = language === "YAML" ? "program" : "Analysts";
      weekly.schedule.additionalRecipients.push({ type: "EMAIL", value: "board@example.com" });
      platform.state.groups.push({ ...analysts, id: Number(analysts.id) + 50, name: "By hand" });
      forge.fault = () => ({ status: 403, body: { message: "read-only token" } });
      const refused = await drift("--issue");
      forge.fault = () => undefined;
      assert.equal(refused.code, 2);
      assert.match(refused.out, /^1 difference between stack test and /);
      assert.match(refused.err, /answered 403 "read-only token"/);
      const counted = await drift();
      platform.state.groups.pop();
      weekly.schedule.additionalRecipients.pop();
      weekly.schedule.hourOfDay = 11;
      analysts.description = "Changed by hand";
      assert.equal(counted.code, 1, counted.out + counted.err);
      assert.match(
        counted.out,
        /^1 difference[^]*another number of recipients[^]*drift --stack \w+ --details$/m,
      );
      assert.match(counted.out, /1 object that stack test does not manage:\n\n- group .*By hand/);
      weekly.title = nasty;
      weekly.schedule.timezone = "Europe/Berlin";
      weekly.schedule.additionalRecipients.push({ type: "EMAIL", value: "board@example.com" });
      const again = await drift("--details", "--issue", "--open-pr", "--dry-run");
      assert.match(again.out, /Issue updated: /);
      assert.equal(forge.store.issues.length, 1);
      const [issue] = forge.store.issues;
      assert.match(issue?.text ?? "", /^5 differences/m);
      assert.match(issue?.text ?? "", /schedule\.additionalRecipients/);
      assert.doesNotMatch(issue?.text ?? "", /@all|<b>/);
      const texts = out + again.out + err + JSON.stringify(forge.store);
      assert.doesNotMatch(texts, /(board|sales|ann)@/);
      assert.ok(!texts.includes(token));
      assert.equal(writes(), before);
      // Only the hour: the title holds an address, and the program computes the others.
      const patch = again.out.split("\n").filter((line) => /^[-+](?![-+]{2})/.test(line));
      assert.equal(patch.length, 2, again.out);
      const place = language === "YAML" ? "Pulumi.yaml" : "index.ts";
      assert.match(again.out, new RegExp(`${place}:\\d+: .*, title: it holds addresses`));
      assert.match(
        again.out,
        new RegExp(`${place}:\\d+: .*timezone: the program computes the value here`),
      );
      assert.match(
        again.out,
        new RegExp(`${place}:\\d+: group .*description: the program computes the`),
      );
      assert.equal(git("status", "--porcelain"), "");
      assert.equal(git("ls-remote", "origin", "refs/heads/drift/*"), "");
      // Without --details, nothing shows who they are, so they would stay a difference.
      weekly.schedule.additionalRecipients.pop();
    });

    it("is a pull request that brings the program to what the instance has", async () => {
      const { code, out, err } = await drift("--open-pr", "--show-addresses");
      assert.equal(code, 1, out + err);
      assert.match(out, /Pull request created: /);
      const pushed = git("ls-remote", "origin", "refs/heads/drift/test");
      const again = await drift("--open-pr", "--show-addresses");
      assert.match(again.out, /Pull request unchanged: /);
      assert.equal(git("ls-remote", "origin", "refs/heads/drift/test"), pushed);
      const requests = forge.store.issues.filter(({ branch }) => branch !== undefined);
      assert.deepEqual(
        requests.map(({ branch, base }) => [branch, base]),
        [["drift/test", "main"]],
      );
      const [request] = requests;
      assert.match(request?.text ?? "", /\*\*Edited\*\*[^]*\*\*Left for you to edit\*\*/);
      assert.doesNotMatch(request?.text ?? "", /@all|<b>/);
      assert.equal(git("status", "--porcelain"), "");
      git("fetch", "--quiet", "origin", "drift/test");
      assert.equal(git("diff", "--name-only", "HEAD", "FETCH_HEAD").trim(), file);
      git("merge", "--quiet", "--ff-only", "FETCH_HEAD");
      if (request) request.isOpen = false;
      const text = readFileSync(join(stack.folder, file), "utf8");
      assert.match(
        text,
        language === "YAML" ? /# shown to everybody/ : /hour = 11; \/\/ in the morning/,
      );
    });

    it("is kept by pulumi up once the program has the values", async () => {
      const [weekly] = platform.state.schedules;
      const [analysts] = platform.state.groups;
      assert.ok(weekly && analysts);
      weekly.schedule.timezone = "UTC";
      analysts.description = language === "YAML" ? "program" : "Analysts";
      const merged = await drift("--open-pr");
      assert.equal(merged.code, 1, merged.out + merged.err);
      assert.match(merged.out, /^2 differences[^]*The program already has some of these values/);
      assert.match(
        merged.out,
        /hourOfDay \(pulumi up keeps it\)[^]*hourOfDay: pulumi up keeps the value of the instance/,
      );
    });

    it("is not known if the instance cannot be asked, and then no issue is closed", async () => {
      const { PLATFORM_TOKEN } = stack.env;
      stack.env.PLATFORM_TOKEN = "wrong";
      const { code, err } = await drift("--issue");
      stack.env.PLATFORM_TOKEN = PLATFORM_TOKEN;
      assert.equal(code, 2);
      assert.match(err, /Could not compare stack test with its instance/);
      assert.ok(forge.store.issues.some(({ branch, isOpen }) => branch === undefined && isOpen));
    });

    it("is gone after a refresh, and closes the issue", async () => {
      const before = writes();
      await stack.ok("up", "--refresh", ...apply);
      assert.equal(writes(), before);
      const { code, out, err } = await drift("--issue");
      assert.equal(code, 0, out + err);
      assert.match(out, /Issue closed: /);
      assert.equal(forge.store.issues.find(({ branch }) => branch === undefined)?.isOpen, false);
      await stack.ok("preview", "--refresh", "--expect-no-changes");
    });

    it("is not known while the instance shows no schedule, which makes nothing equal", async () => {
      const fetch = "GET /api/content/v1/reportschedules/{scheduleId}";
      platform.useVariants("forbidden-evidence", `no-extended:${fetch}`);
      const { code, out, err } = await drift();
      platform.useVariants();
      assert.equal(code, 2, out + err);
      assert.doesNotMatch(out, /are equal/);
      assert.match(err, /Could not compare stack test with its instance:/);
    });

    if (language === "YAML") {
      onlyWhole(
        "closes its pull request if somebody undoes the changes on the instance",
        async () => {
          const [weekly] = platform.state.schedules;
          assert.ok(weekly);
          weekly.schedule.minOfHour = 45;
          const { out, err } = await drift("--open-pr");
          assert.match(out, /Pull request created: /, out + err);
          weekly.schedule.minOfHour = 0;
          const gone = await drift("--open-pr");
          assert.equal(gone.code, 0, gone.out + gone.err);
          assert.match(gone.out, /are equal\.[^]*Pull request closed: /);
          assert.ok(forge.store.issues.every(({ isOpen }) => !isOpen));
        },
      );

      it("does not replace commits of other people on its branch", async () => {
        git("commit", "--quiet", "--allow-empty", "-m", "By hand");
        git("push", "--quiet", "--force", "origin", "HEAD:drift/test");
        git("reset", "--quiet", "--hard", "HEAD~1");
        const [weekly] = platform.state.schedules;
        assert.ok(weekly);
        weekly.schedule.minOfHour = 45;
        const { code, out, err } = await drift("--open-pr");
        assert.equal(code, 2);
        assert.match(out, /minOfHour +0 +45/);
        assert.match(err, /Branch drift\/test has commits that this command did not write/);
      });

      onlyWhole("does not edit files with changes that are not committed", async () => {
        stack.write(file, `${readFileSync(join(stack.folder, file), "utf8")}\n`);
        const { code, out, err } = await drift("--open-pr", "--dry-run", "--json");
        assert.equal(code, 2);
        const told = new RegExp(`${file} has changes that are not committed`);
        assert.match(err, told);
        const result = JSON.parse(out) as { differences: object[]; problems: string[] };
        assert.equal(result.differences.length, 1);
        assert.match(result.problems.join(), told);
        git("checkout", "--quiet", "--", ".");
      });
    }

    it("of a deleted object tells where the resource is", async () => {
      const [analysts] = platform.state.groups;
      assert.ok(analysts);
      // Another group shows that the token still sees groups.
      platform.state.groups = [
        { ...analysts, id: Number(analysts.id) + 1, name: "Of somebody else" },
      ];
      const { code, out, err } = await drift("--open-pr", "--dry-run");
      assert.equal(code, 1, out + err);
      assert.match(out, /group "\w+" +exists +deleted/);
      assert.match(
        out,
        /group "\w+": (to accept the deletion, remove the resource|the program computes)/,
      );
    });
  });
}

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cliHere } from "../cliHere";
import { emptyFolder } from "../command";
import { tellsEvents } from "../engineStub";
import { StubForge, token } from "../forge/stubForge";
import { engineLines } from "./engineLines";
import type { Entry, Situation } from "./engineLines";
import { createdSchedule, weekly } from "./parts";

/** An engine that prints what a situation says, and notes how it was called. */
const engine = `#!/bin/sh
here=$(dirname "$0")
if [ "$1 $2" = "stack export" ]; then cat "$here/state"; exit 0; fi
${tellsEvents('"$here/events"')}echo "$@" >> "$here/called"
echo "$PULUMI_EXPERIMENTAL" >> "$here/called"
case "$1" in stack) cat "$here/selected" || exit 1; exit 0;; esac
cat "$here/impossible" 2>/dev/null > "$PLATFORM_COLLECT"
ls -ld "$(dirname "$PLATFORM_COLLECT")" >> "$here/called"
cat "$here/said" >&2
exit $(cat "$here/code")
`;

const created: Situation = { title: "one create", steps: [createdSchedule("Weekly sales")] };

describe("pulumi-platform comment", () => {
  let folder: string;
  const bin = (file: string) => join(folder, "bin", file);
  beforeEach(() => {
    folder = emptyFolder();
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "Pulumi.yaml"), "name: reports\nruntime: nodejs\n");
    writeFileSync(bin("pulumi"), engine);
    chmodSync(bin("pulumi"), 0o755);
    writeFileSync(bin("state"), '{"version":3}');
    told(created);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Sets what the engine says. */
  function told(situation: Situation, entry: Entry = "plugin", { code = 0, said = "" } = {}): void {
    writeFileSync(bin("events"), `${engineLines(situation, entry).join("\n")}\n`);
    writeFileSync(bin("code"), String(code));
    writeFileSync(bin("said"), said);
  }
  const comment = (args: readonly string[], settings: Record<string, string> = {}) => {
    const PATH = `${join(folder, "bin")}${delimiter}${process.env.PATH}`;
    const environment = { PATH, PLATFORM_BASE_URL: "https://prod.example.com", ...settings };
    return cliHere(environment, folder, "comment", ...args);
  };
  const called = () => readFileSync(bin("called"), "utf8").split("\n");

  it("runs a preview that looks at the instance, and prints what it means", async () => {
    const { code, out, err } = await comment(["--stack", "dev"]);
    assert.deepEqual([code, err], [0, "Previewing stack dev.\n"]);
    assert.match(out, /^<p><strong>1 to create<\/strong>: stack <code>reports\/dev<\/code>/);
    assert.match(out, /### Who will get mail/);
    const [first, variables, collected] = called();
    assert.match(first ?? "", /^preview --refresh .*--stack dev /);
    assert.equal(variables, "");
    assert.match(collected ?? "", /^drwx------/);
  });

  it("saves the plan, leaves the instance alone and asks for the selected stack where it is told to", async () => {
    writeFileSync(bin("selected"), "prod\n");
    const { code, out } = await comment(["--no-drift", "--save-plan", "plan.json"]);
    assert.equal(code, 0);
    assert.match(out, /reports\/prod/);
    const [asked, , preview, variables] = called();
    assert.equal(asked, "stack --show-name --non-interactive");
    const plan = join(folder, "plan.json");
    assert.ok(preview?.startsWith(`preview --save-plan ${plan} --exec-kind`), preview);
    assert.match(preview ?? "", /--stack prod /);
    assert.equal(variables, "true");
    await comment([], { PULUMI_STACK: "team/reports/staging" });
    assert.match(called().join("\n"), /--stack team\/reports\/staging/);
  });

  it("says what providers found to be impossible, of dynamic resources too, and fails only if it is strict", async () => {
    const steps = [
      {
        ...{ op: "update", type: "ReportSchedule", name: "weekly", id: "1" },
        ...{ old: weekly(), next: weekly({}, "Other") },
      },
    ];
    const reason = "This change is not possible. Do it by hand.";
    const line = {
      ...{ kind: "impossible", type: "ReportSchedule", identity: "r0123456789" },
      ...{ object: "report schedule", property: "title", reason, code: "impossible" },
    };
    told({ title: "impossible", steps, warnings: [`${reason}\n`] }, "dynamic");
    writeFileSync(bin("impossible"), `${JSON.stringify(line)}\n${JSON.stringify(line)}\n`);
    const { code, out } = await comment(["--stack", "dev"]);
    assert.equal(code, 0);
    assert.match(out, /<strong>of these 1 not possible<\/strong>/);
    assert.match(out, /update \(not possible\)/);
    assert.doesNotMatch(out, /### Warnings|will e-mail/);
    assert.equal((await comment(["--stack", "dev", "--strict"])).code, 1);
  });

  it("says why a preview fails, also where the engine could not begin", async () => {
    const errors = ["Could not list groups: 401. [unauthorized]\n", "preview failed\n"];
    told({ title: "failed", errors }, "plugin", { code: 1 });
    const failed = await comment(["--stack", "dev"]);
    assert.equal(failed.code, 0);
    assert.match(failed.out, /The preview failed<\/strong>.*: 1 problem\./);
    assert.match(failed.out, /401\. &#91;unauthorized&#93;/);
    assert.equal((await comment(["--stack", "dev", "--strict"])).code, 1);
    told(created, "plugin", {
      code: 1,
      said: "error: getting secrets manager: incorrect passphrase\n",
    });
    writeFileSync(bin("events"), "");
    const { code, out } = await comment(["--stack", "dev"]);
    assert.equal(code, 0);
    assert.match(out, /<li><code>getting secrets manager&#58; incorrect passphrase<\/code><\/li>/);
  });

  it("warns of a run that ended in the middle, of which the preview of the engine says nothing", async () => {
    const resource = {
      urn: "urn:pulumi:dev::reports::platform:index:ReportSend::send",
      inputs: {},
    };
    const deployment = { pending_operations: [{ type: "creating", resource }] };
    writeFileSync(bin("state"), JSON.stringify({ version: 3, deployment }));
    const { out } = await comment(["--stack", "dev"]);
    assert.match(out, /A run of stack dev ended in the middle.* state has 1 pending operation/);
  });

  it("fails for a stack that does not exist", async () => {
    told(created, "plugin", { code: 255, said: "error: no stack named 'nope' found\n" });
    writeFileSync(bin("events"), "");
    const { code, out, err } = await comment(["--stack", "nope"]);
    assert.deepEqual([code, out], [2, ""]);
    assert.match(err, /no stack named 'nope' found\. The stacks there are: pulumi stack ls\n$/);
  });

  it("says that a preview failed whose events are cut off", async () => {
    const events = engineLines(created, "plugin").slice(0, -1);
    writeFileSync(bin("events"), `${events.join("\n")}\n`);
    const { out } = await comment(["--stack", "dev"]);
    assert.match(out, /The preview failed<\/strong>.*: 1 problem\./);
    assert.match(out, /Pulumi did not report the whole preview/);
  });

  it("writes files, and cuts the comment at a limit", async () => {
    const steps = Array.from({ length: 100 }, (_, at) => createdSchedule(`Report ${at}`));
    told({ title: "many", steps });
    const args = ["--stack", "dev", "--out", "a.md", "--full", "full.md", "--limit", "4000"];
    const { code, out } = await comment(args);
    assert.deepEqual([code, out], [0, ""]);
    const [cut, full] = ["a.md", "full.md"].map((file) => readFileSync(join(folder, file), "utf8"));
    assert.ok((cut?.length ?? 0) <= 4_000);
    assert.match(cut ?? "", /The full text is in the file <code>full\.md<\/code>/);
    assert.match(full ?? "", /Report 99/);
  });

  it("prints JSON with masked addresses", async () => {
    const { out } = await comment(["--stack", "dev", "--json"]);
    const { project, changes, mail } = JSON.parse(out) as Record<string, unknown[]>;
    assert.equal(project, "reports");
    assert.equal(changes?.length, 1);
    assert.deepEqual((mail?.[0] as { people: string[] }).people, ["s…@example.com"]);
    assert.match((await comment(["--stack", "dev", "--json", "--show-addresses"])).out, /sales@/);
  });

  it("updates its own comment on the pull request, one for each stack", async () => {
    const forge = await new StubForge("Gitea").start();
    try {
      forge.store.issues.push({
        ...{ number: 5, author: "dev", title: "A change", text: "", isOpen: true },
        ...{ branch: "change", base: "main" },
      });
      const settings = forge.environment(5);
      for (const stack of ["dev", "prod", "dev"]) {
        const { code, out, err } = await comment(["--stack", stack, "--post"], settings);
        assert.deepEqual([code, out], [0, ""]);
        assert.match(
          err,
          /^Previewing stack (dev|prod)\.\nThe comment is (created|unchanged): http/,
        );
        assert.doesNotMatch(err, new RegExp(token));
      }
      told({ title: "nothing" });
      await comment(["--stack", "dev", "--post"], settings);
      assert.deepEqual(forge.store.violations, []);
      const texts = forge.store.comments.map(({ text }) => text.split("\n"));
      assert.deepEqual(
        texts.map(([marker]) => marker),
        ["dev", "prod"].map((stack) => `<!-- pulumi-platform comment reports/${stack} -->`),
      );
      assert.match(texts[0]?.[1] ?? "", /No changes/);
    } finally {
      forge.stop();
    }
  });

  it("says what is missing before it runs a preview", async () => {
    const noForge = await comment(["--stack", "dev", "--post"]);
    assert.equal(noForge.code, 2);
    assert.match(noForge.err, /No variable names a forge/);
    assert.equal((await comment(["--stack", "dev", "--limit", "10"])).code, 2);
    assert.ok(!existsSync(bin("called")));
    const noStack = await comment([]);
    assert.deepEqual(
      [noStack.code, noStack.err.trim()],
      [
        2,
        "pulumi-platform: Which stack? Name one: --stack dev. Or select one: pulumi stack select dev. If there is none yet: pulumi stack init dev",
      ],
    );
    rmSync(join(folder, "Pulumi.yaml"));
    assert.match((await comment(["--stack", "dev"])).err, /has a Pulumi\.yaml/);
  });
});

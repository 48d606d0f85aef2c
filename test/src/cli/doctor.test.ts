import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { seedIds, startSimulator, variants } from "pulumi-platform-simulator";
import type { Simulator, VariantName } from "pulumi-platform-simulator";
import { journalPrefixes } from "pulumi-platform-provider/contract";
import { selfSigned } from "../trust/certificate";
import { cliHere } from "./cliHere";
import { emptyFolder } from "./command";
import { group } from "./twoInstances";
import { fakeEngine } from "./fakeEngine";

interface Report {
  groups: {
    name: string;
    findings: { what: string; why: string; run: string }[];
    notChecked: string[];
    facts: { said: string }[];
  }[];
  operations: Record<string, { operation: string; offered: string; why: string }[]>;
}

describe("pulumi-platform doctor", () => {
  let platform: Simulator;
  let folder = "";
  let env: Record<string, string> = {};
  const engine = (script: string) => void (env.PATH = fakeEngine(folder, script));
  const doctor = async () => {
    const { code, out, err } = await cliHere(env, folder, "doctor", "--json");
    assert.doesNotMatch(out + err, /canary/);
    const report = JSON.parse(out) as Report;
    const findings = report.groups.flatMap((group) => group.findings.map(({ what }) => what));
    return { code, report, findings: findings.join("\n") };
  };

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => {
    platform.reset();
    folder = emptyFolder();
    env = {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
      PULUMI_HOME: join(folder, "home"),
      CI: "",
    };
    engine("echo v3.259.0");
  });

  it("finds nothing on a sound instance, without a project, and writes nothing", async () => {
    const { code, report, findings } = await doctor();
    assert.equal(findings, "");
    assert.equal(code, 0);
    const [rows = []] = Object.values(report.operations);
    const offered = (name: string) => rows.find(({ operation }) => operation === name)?.offered;
    assert.equal(offered("List groups"), "yes");
    assert.equal(offered("Create a group"), "not known");
    assert.ok(platform.calls.every(({ method }) => method === "GET"));
  });

  it("names a token that the platform refuses, and a port where nothing listens", async () => {
    env.PLATFORM_TOKEN = "canary-token";
    const refused = await doctor();
    assert.equal(refused.code, 1);
    assert.match(refused.findings, /answered 401/);
    env.PLATFORM_BASE_URL = "http://127.0.0.1:9";
    const dead = await doctor();
    assert.equal(dead.code, 1);
    assert.match(dead.findings, /Could not connect to the instance/);
  });

  it("names an old engine, and a variable that stops every write", async () => {
    engine("echo v3.100.0");
    env.PLATFORM_COLLECT = join(folder, "impossible.jsonl");
    const { code, findings } = await doctor();
    assert.equal(code, 1);
    assert.match(findings, /The engine is 3\.100\.0/);
    assert.match(findings, /PLATFORM_COLLECT is set/);
  });

  it("names a state that is cut off, a token in clear text, and a backend without compression", async () => {
    writeFileSync(join(folder, "Pulumi.yaml"), "name: reports\nruntime: yaml\n");
    writeFileSync(
      join(folder, "Pulumi.dev.yaml"),
      "config:\n  platform:token: canary-clear\n  reports:mail: muted\n",
    );
    engine(
      '[ "$1" = version ] && echo v3.259.0 && exit\necho "error: failed to load checkpoint: EOF" >&2; exit 1',
    );
    Object.assign(env, { PULUMI_STACK: "dev", PULUMI_BACKEND_URL: "s3://bucket" });
    const { code, report, findings } = await doctor();
    assert.equal(code, 1);
    assert.match(findings, /platform:token of stack dev is in clear text/);
    assert.match(findings, /The state of stack dev is cut off/);
    assert.match(findings, /The state is not compressed/);
    assert.match(findings, /The setting reports:mail has the name of a setting of the provider/);
    const state = report.groups.find(({ name }) => name === "state");
    assert.equal(state?.findings[0]?.run, "pulumi-platform recover --stack dev");
  });

  it("ends with 2 where it could not look", async () => {
    writeFileSync(join(folder, "Pulumi.yaml"), "name: reports\nruntime: yaml\n");
    engine('[ "$1" = version ] && echo v3.259.0 && exit\necho "error: no access" >&2; exit 1');
    env.PULUMI_STACK = "dev";
    const { code, report } = await doctor();
    assert.equal(code, 2);
    assert.match(
      report.groups.flatMap(({ notChecked }) => notChecked).join(),
      /could not be read: .*no access/,
    );
  });

  it("names each read that the user of the token may not make, and what is needed", async () => {
    platform.fault({ kind: "status", status: 403, path: "/reportschedules", times: 0 });
    const { code, report, findings } = await doctor();
    assert.equal(code, 1);
    assert.match(findings, /^The user of the token may not: List report schedules/im);
    const [rows = []] = Object.values(report.operations);
    const offered = (name: RegExp) => rows.find(({ operation }) => name.test(operation))?.offered;
    assert.equal(offered(/list report schedules/i), "refused");
    assert.equal(offered(/list groups/i), "yes");
  });

  it("has nothing to do where the instance lacks one extended read", async () => {
    env.PLATFORM_OPERATIONS = "extended";
    platform.fault({ kind: "status", status: 405, path: "/permissions$", times: 0 });
    platform.state.groups = [group(7, "Analysts")];
    const { code, report, findings } = await doctor();
    assert.equal(findings, "");
    assert.equal(code, 0);
    const facts = report.groups.flatMap((group) => group.facts.map(({ said }) => said));
    assert.ok(
      facts.some((said) => said.startsWith("not offered: nothing to do")),
      facts.join("\n"),
    );
  });

  it("says that an address answers a page instead of data", async () => {
    platform.fault({ kind: "html", times: 0 });
    const { code, findings } = await doctor();
    assert.equal(code, 1);
    assert.match(findings, /answered 200 with an HTML page/);
  });

  it("names a certificate that nobody vouches for, and how to trust it", async () => {
    const day = 86_400_000;
    const server = createServer(selfSigned(new Date(Date.now() - day), new Date(Date.now() + day)));
    await once(server.listen(0, "127.0.0.1"), "listening");
    try {
      env.PLATFORM_BASE_URL = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { code, report } = await doctor();
      assert.equal(code, 1);
      const [found] = report.groups.flatMap((group) => group.findings);
      assert.match(found?.what ?? "", /is not trusted \(self-signed certificate\)/);
      assert.match(found?.run ?? "", /NODE_EXTRA_CA_CERTS/);
    } finally {
      server.close();
    }
  });

  it("ends in order on an instance with any variant, and writes nothing there", async () => {
    const names = Object.entries(variants).flatMap(([name, { argument }]) =>
      argument === undefined ? [name as VariantName] : [],
    );
    platform.useVariants(...names, "no-extended:GET /api/content/v2/groups/grouplist");
    const { report } = await doctor();
    assert.ok(Object.values(report.operations).every((rows) => rows.length > 0));
    assert.ok(platform.calls.every(({ method }) => method === "GET"));
  });

  it("tells of requests, damaged lines and runs in the journal", async () => {
    const folder = join(env.PULUMI_HOME ?? "", "platform", "journal");
    mkdirSync(folder, { recursive: true });
    const entry = {
      key: "a",
      n: 1,
      entry: { phase: "sending", content: "c", sentAt: Date.UTC(2026, 0, 2) },
    };
    const lines = [JSON.stringify(entry), "cut", JSON.stringify({ ...entry, key: "b", n: 2 }), ""];
    writeFileSync(join(folder, "0123456789abcdef-1-0.jsonl"), lines.join("\n"));
    const owner = { host: "runner-7 x", hostname: "runner-7", pid: 1, started: "1", engine: "e" };
    writeFileSync(join(folder, "0123456789abcdef-1.lock"), JSON.stringify(owner));
    const { code, findings, report } = await doctor();
    assert.equal(code, 1);
    assert.doesNotMatch(findings, /got no answer/);
    assert.match(findings, /Line 2 of \S+0123456789abcdef-1-0\.jsonl cannot be read/);
    assert.match(findings, /Process 1 on host runner-7 works on a stack of this journal/);
    const runs = report.groups.flatMap((group) => group.findings.map(({ run }) => run));
    assert.ok(runs.every((run) => run.length > 0));
    rmSync(join(folder, "0123456789abcdef-1.lock"));
    assert.match(
      (await doctor()).findings,
      /2 requests of earlier runs got no answer that this machine knows of, the oldest from 2026-01-02/,
    );
  });

  it("names files of the journal in a folder to which others can write now, and the part that is used", async () => {
    const shared = join(env.PULUMI_HOME ?? "", "platform", "journal");
    mkdirSync(shared, { recursive: true });
    chmodSync(shared, 0o777);
    assert.match(
      JSON.stringify((await doctor()).report),
      /other users can write to \S+journal, so you use the subfolder user-\d+\. Each other user id/,
    );
    writeFileSync(join(shared, "0123456789abcdef-1-0.jsonl"), "");
    const { code, findings, report } = await doctor();
    assert.equal(code, 1);
    assert.match(
      findings,
      /1 file of earlier runs is in \S+journal, but this run uses \S+user-\d+/,
    );
    const { run } = report.groups.flatMap((group) => group.findings)[0] ?? {};
    assert.match(run ?? "", /chmod 700 [^]*mv \S+0123456789abcdef-\* /);
  });

  describe("with a journal", () => {
    const journal = () => join(env.PULUMI_HOME ?? "", "platform", "journal");
    const line = (key: string, entry: unknown) => JSON.stringify({ key, n: 1, entry });
    const sent = { phase: "sending", content: "c", sentAt: Date.UTC(2026, 0, 2) };
    const leave = (name: string, text: string) => {
      mkdirSync(journal(), { recursive: true });
      writeFileSync(join(journal(), `0123456789abcdef-${name}`), text);
    };
    const first = async () => {
      const { report } = await doctor();
      return report.groups.flatMap((group) => group.findings)[0];
    };

    it("says of an empty lock that no process may be behind it, and tells of the requests", async () => {
      leave("1.lock", "");
      leave("1-0.jsonl", `${line("a", sent)}\n`);
      const { findings } = await doctor();
      assert.match(findings, /lock \S+1\.lock is empty or cut off, and names no process/);
      assert.match(findings, /1 request of earlier runs got no answer/);
      assert.doesNotMatch(findings, /works on a stack/);
    });

    it("has one command for all damaged lines of a file, and says what happens then", async () => {
      leave("1-0.jsonl", ["cut", line("a", sent), "cut", line("b", sent), ""].join("\n"));
      const { findings } = await doctor();
      assert.match(findings, /^Lines 1, 3 of /m);
      const { report } = await doctor();
      const found = report.groups.flatMap((group) => group.findings);
      const { why, run } = found.find(({ what }) => what.startsWith("Lines")) ?? {};
      assert.match(why ?? "", /it repeats that request\. .*set platform:mail to muted/);
      execFileSync("sh", ["-c", run ?? ""]);
      assert.doesNotMatch((await doctor()).findings, /cannot be read/);
      const text = readFileSync(join(journal(), "0123456789abcdef-1-0.jsonl"), "utf8");
      assert.equal(text, `${line("a", sent)}\n${line("b", sent)}\n`);
    });

    it("names a line that is no entry, also the last one, as the next run stops there", async () => {
      leave("1-0.jsonl", `${line("a", { ...sent, phase: "sendXng" })}\n`);
      assert.match((await first())?.what ?? "", /^Line 1 of .* cannot be read/);
    });

    it("finds nothing in a last line that a kill cut off, as the next run does", async () => {
      const done = { ...sent, phase: "done" };
      leave("1-0.jsonl", `${line("a", done)}\n{"key":"b","n":1,"ent`);
      leave("2-0.jsonl", `${line("c", done)}\n{"key":"d","n":1,"ent\n`);
      assert.equal((await doctor()).findings, "");
    });
  });

  it("finds nothing in the journal of a run that ended in order", async () => {
    const folder = join(env.PULUMI_HOME ?? "", "platform", "journal");
    mkdirSync(folder, { recursive: true });
    const line = {
      key: "a",
      n: 1,
      entry: { phase: "done", content: "c", sentAt: Date.UTC(2026, 0, 2), id: "7" },
    };
    writeFileSync(join(folder, "0123456789abcdef-1-0.jsonl"), `${JSON.stringify(line)}\n`);
    const { code, report } = await doctor();
    assert.equal(code, 0);
    assert.match(JSON.stringify(report), /1 answered, 0 without an answer/);
  });

  describe("in a project", () => {
    const state = (deployment: object) => {
      writeFileSync(join(folder, "state.json"), JSON.stringify({ version: 3, deployment }));
      engine(
        `[ "$1" = whoami ] && echo '{"url":"file://${folder}"}'\n[ "$1" = version ] && echo v3.259.0 && exit\n[ "$1" = stack ] && cat ${join(folder, "state.json")}\nexit 0`,
      );
    };
    beforeEach(() => {
      writeFileSync(join(folder, "Pulumi.yaml"), "name: reports\nruntime: yaml\n");
      env.PULUMI_STACK = "dev";
    });

    it("names pending operations and the command for them", async () => {
      const urn = "urn:pulumi:dev::reports::platform:index:Group::analysts";
      state({ pending_operations: [{ type: "creating", resource: { urn } }] });
      const { code, report, findings } = await doctor();
      assert.equal(code, 1);
      assert.match(findings, /1 pending operation in the state of stack dev: creating analysts/);
      const group = report.groups.find(({ name }) => name === "state");
      assert.equal(group?.findings[0]?.run, "pulumi-platform recover --stack dev");
    });

    it("takes a create for open whose old object Pulumi deleted, and not one that a later run finished", async () => {
      const urn = "urn:pulumi:dev::reports::platform:index:Group::analysts";
      const resource = { urn, type: "platform:index:Group", id: "1", inputs: { name: "Analysts" } };
      const pending_operations = [{ type: "creating", resource }];
      state({ pending_operations, resources: [resource] });
      const finished = await doctor();
      assert.doesNotMatch(finished.findings, /pending operation/);
      const facts = finished.report.groups.find(({ name }) => name === "state")?.facts;
      assert.match(JSON.stringify(facts), /pending operations.*0 open, 1 finished by a later run/);
      for (const mark of [{ pendingReplacement: true }, { delete: true }]) {
        state({ pending_operations, resources: [{ ...resource, ...mark }] });
        assert.match((await doctor()).findings, /1 pending operation in the state of stack dev/);
      }
    });

    it("names a passphrase that a pipeline lacks", async () => {
      writeFileSync(join(folder, "Pulumi.dev.yaml"), "encryptionsalt: v1:x\n");
      state({});
      assert.equal((await doctor()).code, 0);
      env.CI = "true";
      assert.match((await doctor()).findings, /The passphrase of stack dev is not set/);
      env.PULUMI_CONFIG_PASSPHRASE_FILE = "/run/secrets/passphrase";
      assert.equal((await doctor()).code, 0);
    });

    it("names a passphrase of another stack, with which the engine cannot read the secret in the salt", async () => {
      const salt = "v1:c2FsdA==:v1:bm9uY2U=:dGV4dA==";
      writeFileSync(join(folder, "Pulumi.dev.yaml"), `encryptionsalt: ${salt}\n`);
      state({});
      const script = readFileSync(join(folder, "bin", "pulumi"), "utf8").replace("#!/bin/sh\n", "");
      // As the engine, this one tries the passphrase only where it reads a secret.
      engine(`if [ "$1" = config ] && [ "$PULUMI_CONFIG_PASSPHRASE" != right ]; then
  for given in "$@"; do
    if [ "$before" = --config-file ] && grep -q 'secure":"v1:bm9uY2U=:dGV4dA==' "$given"; then
      echo "error: incorrect passphrase" >&2; exit 1
    fi
    before=$given
  done
fi
${script}`);
      env.PULUMI_CONFIG_PASSPHRASE = "right";
      assert.equal((await doctor()).findings, "");
      env.PULUMI_CONFIG_PASSPHRASE = "canary";
      const { code, findings } = await doctor();
      assert.equal(code, 1);
      assert.equal(
        findings,
        "The passphrase in the environment does not work for stack dev: incorrect passphrase.",
      );
    });

    it("tells requests of this stack from those of others", async () => {
      state({});
      const folder = join(env.PULUMI_HOME ?? "", "platform", "journal");
      mkdirSync(folder, { recursive: true });
      const name = { organization: "organization", project: "reports", stack: "dev" };
      const [prefix = ""] = journalPrefixes(name, platform.url);
      const line = { key: "a", n: 1, entry: { phase: "sending", content: "c", sentAt: 0 } };
      for (const start of [prefix, "0123456789abcdef-"]) {
        writeFileSync(join(folder, `${start}1-0.jsonl`), `${JSON.stringify(line)}\n`);
      }
      const { report, findings } = await doctor();
      assert.match(findings, /^1 request of earlier runs got no answer/);
      const urn = "urn:pulumi:dev::reports::platform:index:Group::analysts";
      state({ pending_operations: [{ type: "creating", resource: { urn } }] });
      const remedies = (await doctor()).report.groups.flatMap((group) => group.findings);
      assert.deepEqual(
        remedies.map(({ run }) => run),
        ["pulumi up --stack dev", "pulumi up --stack dev   # or the next apply of your pipeline"],
      );
      state({});
      assert.match(JSON.stringify(report), /1 without an answer, and 1 without an answer of other/);
      rmSync(join(folder, `${prefix}1-0.jsonl`));
      assert.equal((await doctor()).findings, "");
    });

    it("names a folder of the journal that does not exist", async () => {
      state({});
      env.PLATFORM_JOURNAL = join(folder, "volume");
      assert.match((await doctor()).findings, /^The folder of the journal does not exist: /);
    });

    it("names who holds the lock of the stack", async () => {
      state({});
      const locks = join(folder, ".pulumi", "locks", "organization", "reports", "dev");
      mkdirSync(locks, { recursive: true });
      const lock = { pid: 7, username: "ci", hostname: "runner-7", timestamp: "2026-01-02" };
      writeFileSync(join(locks, "a.json"), JSON.stringify(lock));
      const { code, findings } = await doctor();
      assert.equal(code, 1);
      assert.equal(
        findings,
        "Process 7 of ci on runner-7 holds the lock of stack dev since 2026-01-02.",
      );
    });

    it("uses ids of the state for reads that need one", async () => {
      state({
        resources: [
          { urn: "x", type: "platform:index:DatasetShare", id: seedIds.dataset, inputs: {} },
        ],
      });
      const { report } = await doctor();
      const [rows = []] = Object.values(report.operations);
      const grants = rows.find(({ operation }) => /who has access to a dataset/i.test(operation));
      assert.deepEqual([grants?.offered, grants?.why], ["yes", "it answered"]);
    });

    it("names a list that shows nothing of what the state has", async () => {
      platform.fault({ kind: "empty-list", path: "/reportschedules$", times: 0 });
      const schedule = { urn: "x", type: "platform:index:ReportSchedule", id: "42", inputs: {} };
      state({ resources: [schedule] });
      assert.match((await doctor()).findings, /the list shows none, although the state has some/);
      state({ resources: [] });
      assert.doesNotMatch((await doctor()).findings, /the list shows none/);
    });

    it("uses the id of an object that Pulumi still has to delete, and none of a deleted object", async () => {
      const type = "platform:index:DatasetShare";
      const share = { urn: "x", type, id: seedIds.dataset, inputs: {} };
      const called = () =>
        platform.calls.filter(({ path }) => path.includes(seedIds.dataset)).length;
      state({ resources: [{ ...share, pendingReplacement: true }] });
      await doctor();
      assert.equal(called(), 0);
      state({ resources: [{ ...share, delete: true }] });
      await doctor();
      assert.notEqual(called(), 0);
    });

    it("uses no id of another provider's resource", async () => {
      state({ resources: [{ urn: "x", type: "aws:iam/group:Group", id: "admins", inputs: {} }] });
      await doctor();
      assert.deepEqual(
        platform.calls.filter(({ path }) => path.includes("admins")),
        [],
      );
    });

    it("names a token in the settings of a pipeline, whose saved plans depend on it", async () => {
      writeFileSync(
        join(folder, "Pulumi.dev.yaml"),
        "config:\n  platform:token:\n    secure: canary-cipher\n",
      );
      state({});
      assert.equal((await doctor()).code, 0);
      env.CI = "true";
      const { code, findings } = await doctor();
      assert.equal(code, 1);
      assert.match(findings, /platform:token is in the settings of stack dev/);
    });

    it("reads the encrypted tokens of all instances at once, and says so once where it cannot", async () => {
      const secure = { secure: "canary-cipher" };
      const instances = { north: { baseUrl: platform.url, token: secure } };
      const config = { "platform:token": secure, "platform:instances": instances };
      writeFileSync(join(folder, "Pulumi.dev.yaml"), JSON.stringify({ config }));
      const plain = {
        "platform:token": { value: platform.token },
        "platform:instances": {
          objectValue: { north: { ...instances.north, token: platform.token } },
        },
      };
      writeFileSync(join(folder, "plain.json"), JSON.stringify(plain));
      state({});
      delete env.PLATFORM_TOKEN;
      const deciphering = `[ "$1 $3" = "config --show-secrets" ] && exec cat "${folder}/plain.json"`;
      const script = readFileSync(join(folder, "bin", "pulumi"), "utf8").replace("#!/bin/sh\n", "");
      engine(`${deciphering}\n${script}`);
      const found = await doctor();
      assert.equal(Object.keys(found.report.operations).length, 2, found.findings);
      engine(`[ "$1 $3" = "config --show-secrets" ] && exit 1\n${script}`);
      const { report } = await doctor();
      const left = report.groups
        .flatMap(({ notChecked }) => notChecked)
        .filter((one) => /decrypt/.test(one));
      assert.match(
        left.join("|"),
        /^The secrets of stack dev .*: platform:token, platform:instances[^|]*$/,
      );
    });

    it("names a PostgreSQL backend whose list can hang", async () => {
      state({});
      Object.assign(env, {
        PULUMI_BACKEND_URL: "postgres://user:canary@db/x",
        PULUMI_DIY_BACKEND_ZSTD: "true",
      });
      const { findings } = await doctor();
      const isSmall = 2 * availableParallelism() <= 10;
      assert.equal(/`pulumi stack ls` can hang/.test(findings), isSmall);
      env.PULUMI_DIY_BACKEND_PARALLEL = "2";
      assert.equal((await doctor()).findings, "");
    });
  });
});

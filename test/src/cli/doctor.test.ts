import assert from "node:assert/strict";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { cliWith, emptyFolder } from "./command";

interface Report {
  groups: {
    name: string;
    findings: { what: string; why: string; run: string }[];
    unseen: string[];
  }[];
  operations: Record<string, { operation: string; offered: string }[]>;
}

describe("pulumi-platform doctor", () => {
  let platform: Simulator;
  let folder = "";
  let env: Record<string, string> = {};
  const engine = (script: string) => {
    const bin = join(folder, "bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "pulumi"), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, "pulumi"), 0o755);
    env.PATH = `${bin}${delimiter}${process.env.PATH}`;
  };
  const doctor = async () => {
    const { code, out, err } = await cliWith(env, folder, "doctor", "--json");
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
    writeFileSync(join(folder, "Pulumi.dev.yaml"), "config:\n  platform:token: canary-clear\n");
    engine(
      '[ "$1" = version ] && echo v3.259.0 && exit\necho "error: failed to load checkpoint: EOF" >&2; exit 1',
    );
    Object.assign(env, { PULUMI_STACK: "dev", PULUMI_BACKEND_URL: "s3://bucket" });
    const { code, report, findings } = await doctor();
    assert.equal(code, 1);
    assert.match(findings, /platform:token of stack dev is in clear text/);
    assert.match(findings, /The state of stack dev is cut off/);
    assert.match(findings, /The state is not compressed/);
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
      report.groups.flatMap(({ unseen }) => unseen).join(),
      /could not be read: .*no access/,
    );
  });
});

import assert from "node:assert/strict";
import {
  mkdirSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { identityOf } from "../../../../provider/dist/plugin/urn";
import { identityFrom } from "../../../../provider/dist/state/identity";
import { Journal } from "../../../../provider/dist/journal/journal";
import { StubbedProject, urn } from "./stubEngine";

describe("pulumi-platform plan and apply", () => {
  let project: StubbedProject;
  beforeEach(async () => {
    project = await StubbedProject.start();
  });
  afterEach(() => project.remove());

  const planned = async (...args: string[]) => {
    const { code, out, err } = await project.makePlan(...args);
    assert.equal(code, 0, err);
    return out;
  };
  const refused = async (pattern: RegExp) => {
    const { code, err } = await project.apply();
    assert.equal(code, 2);
    assert.match(err, pattern);
    assert.equal(project.applied(), undefined, "nothing was applied");
  };

  it("apply exactly what was planned, and say on what", async () => {
    const out = await planned();
    assert.match(
      out,
      /^Plan of stack organization\/reports\/test on https:\/\/dev\.example\.com, documented operations, commit [0-9a-f]{12}: 1 to update\.$/m,
    );
    const { code, err } = await project.apply();
    assert.equal(code, 0, err);
    assert.equal(project.applied(), '{"hour":8}');
    assert.match(
      project.called().at(-1) ?? "",
      /^up --stack test --refresh --yes --skip-preview --plan \S+ --non-interactive$/,
    );
  });

  it("begin with who loses what, without names in addresses", async () => {
    project.willDelete(2);
    const people = (name: string, other: string) =>
      new RegExp(
        `^2 schedules stop e-mailing: .*"Report 0", .*"Report 1"\n2 recipients no longer get a report: ${name}@example\\.com \\(.*"Report 0"\\), ${other}@example\\.com \\(.*"Report 1"\\)\nPlan of`,
      );
    assert.match(await planned(), people("p…", String.raw`p…\(2\)`));
    assert.match(await planned("--show-addresses"), people("person-0", "person-1"));
  });

  it("refuse more deletes than --max-deletes allows, and say whom they affect", async () => {
    project.willDelete(11);
    const { code, err } = await project.makePlan();
    assert.equal(code, 2);
    assert.match(
      err,
      /deletes 11 objects, and --max-deletes allows 10\.\nIt deletes: report schedule "Report 0", [^]*"Report 9" and 1 more\.\n11 schedules stop [^]*11 recipients no longer get a report: [^]*--max-deletes 11/,
    );
    assert.ok(!existsSync(join(project.plan, "plan.json")));
    project.willDelete(2, { title: "Index" });
    assert.match(
      (await project.makePlan("--max-deletes", "1")).err,
      /\nIt deletes: report schedule "Index" \(resource report-0\), report schedule "Index" \(resource report-1\)\.\n2 schedules stop e-mailing: report schedule "Index" \(2\)\n/,
    );
    project.willDelete(11);
    await planned("--max-deletes", "11");
    project.env.PLATFORM_MAX_DELETES = "11";
    await planned();
    project.env.PLATFORM_MAX_DELETES = "";
    project.willDelete(11, { retainOnDelete: true });
    await planned();
  });

  it("accept a merge commit with the same files", async () => {
    await planned();
    await project.commit("A merge of the same files");
    assert.equal((await project.apply()).code, 0);
  });

  it("refuse other files, and name them", async () => {
    await planned();
    project.write("index.ts", "// more");
    await project.commit("More");
    await refused(
      /commit: \w{12}, and now \w{12} with other files \(index\.ts\)\n\nPreview again: pulumi-platform plan/,
    );
  });

  it("refuse a clone with changes that no commit has", async () => {
    project.write("index.ts", "// more");
    const { code, err } = await project.makePlan();
    assert.equal(code, 2);
    assert.match(err, /no commit contains:\n\n {2}\?\? index\.ts/);
  });

  it("keep a plan in the clone, and still refuse other files", async () => {
    assert.equal((await project.run("plan", "--out", "plan")).code, 0);
    assert.equal((await project.run("apply", "--plan", "plan")).code, 0);
    project.write("plan.txt", "more");
    const { code, err } = await project.run("apply", "--plan", "plan");
    assert.equal(code, 2);
    assert.match(err, /no commit contains:\n\n {2}\?\? plan\.txt\n\n/);
  });

  it("refuse another instance", async () => {
    await planned();
    project.env.PLATFORM_BASE_URL = "https://prod.example.com";
    await refused(/instance: https:\/\/dev\.example\.com, and now https:\/\/prod\.example\.com/);
  });

  it("refuse other operations", async () => {
    await planned();
    project.env.PLATFORM_OPERATIONS = "extended";
    await refused(/operations: documented, and now extended/);
  });

  it("refuse another stack", async () => {
    await planned();
    project.env.PULUMI_STACK = "prod";
    await refused(/stack: organization\/reports\/test, and now organization\/reports\/prod/);
  });

  it("refuse changed settings of the stack", async () => {
    await planned();
    project.write("Pulumi.test.yaml", "config:\n  platform:mail: muted\n");
    await refused(/settings of the stack: the file has changed/);
  });

  it("refuse a state that another run has changed", async () => {
    await planned();
    project.state({ manifest: { time: "2026-01-02" } });
    await refused(/state of the stack: another command has changed it/);
  });

  it("refuse another version of the engine", async () => {
    await planned();
    project.answer("version", { out: "v3.260.0\n" });
    await refused(/pulumi: v3\.200\.0, and now v3\.260\.0/);
  });

  it("refuse an instance that somebody changed, which no plan of the engine contains", async () => {
    await planned();
    project.willDo(8, 17);
    await refused(/ReportSchedule "weekly": update, with other values/);
  });

  const ofDynamic = identityFrom(["organization", "reports", "test"], ["weekly"]);
  for (const [what, inputs, identity] of [
    ["the dynamic resources", { __identity: ofDynamic }, ofDynamic],
    ["the plugin", {}, identityOf(urn) ?? ""],
  ] as const) {
    describe(`of a stack with pending operations of ${what}`, () => {
      const interrupted = () =>
        project.state({ pending_operations: [{ type: "creating", resource: { urn, inputs } }] });
      const note = async (entry: object) => {
        const limits = { writeDeadlineSeconds: 1, textDeadlineSeconds: 1 };
        const chosen = join(project.outside, "journal");
        project.env.PLATFORM_JOURNAL = chosen;
        const baseUrl = "https://dev.example.com";
        const journal = new Journal({ baseUrl, token: "t", journal: chosen, ...limits });
        const request = { phase: "sending", content: "", sentAt: Date.now(), ...entry } as const;
        await journal.withLock(identity, () => journal.note(identity, request));
        await journal.stackOf(identity).end();
      };

      it("refuse, and name recover", async () => {
        await planned();
        interrupted();
        await refused(/1 pending operation\. .*pulumi-platform recover --stack test/);
        assert.match((await project.makePlan()).err, /pulumi-platform recover --stack test/);
      });

      it("continue the run whose requests are in the journal", async () => {
        await note({});
        interrupted();
        await planned();
        const { code, err } = await project.apply();
        assert.equal(code, 0, err);
        assert.equal(project.applied(), '{"hour":8}');
      });

      it("refuse if the journal only has a request of an earlier run", async () => {
        await note({ phase: "done", savedBy: "an earlier engine" });
        interrupted();
        assert.match((await project.makePlan()).err, /pulumi-platform recover --stack test/);
      });
    });
  }

  for (const [what, names] of [
    ["the dynamic resources", ["organization", "reports", "test"]],
    ["the plugin", ["urn:pulumi:test", "reports"]],
  ] as const) {
    it(`refuse while another run of ${what} holds the journal of the stack, and name recover`, async () => {
      await planned();
      const chosen = join(project.outside, "journal");
      project.env.PLATFORM_JOURNAL = chosen;
      const limits = { writeDeadlineSeconds: 1, textDeadlineSeconds: 1 };
      const journal = new Journal({
        baseUrl: "https://dev.example.com",
        token: "t",
        journal: chosen,
        ...limits,
      });
      mkdirSync(chosen, { mode: 0o700 });
      const file = `${journal.stackOf(identityFrom(names, ["weekly"])).stack}1.lock`;
      const other = { pid: 4711, started: "", engine: "other" };
      const owner = { host: "elsewhere boot", hostname: "elsewhere", ...other };
      writeFileSync(join(chosen, file), JSON.stringify(owner));
      const beat = () => utimesSync(join(chosen, file), new Date(), new Date());
      const beating = setInterval(beat, 200);
      await refused(/process 4711 on host elsewhere\..*pulumi cancel --stack test/).finally(() =>
        clearInterval(beating),
      );
    });
  }

  it("refuse while another run holds the lock of the stack, and say what to do after a killed run", async () => {
    await planned();
    const err = "error: the stack is currently locked by 1 lock(s). Either wait\n";
    project.answer("up", { err, code: 255 });
    const run = await project.apply();
    assert.equal(run.code, 2);
    assert.match(run.err, /nothing was applied\. .* pulumi-platform recover/);
    project.env.PLATFORM_JOURNAL = join(project.outside, "journal");
    assert.match((await project.apply()).err, /killed: pulumi cancel --stack test, then run/);
    delete project.env.PLATFORM_JOURNAL;
  });

  it("say so where the engine did not apply everything", async () => {
    await planned();
    project.answer("up", { err: "error: update failed\n", code: 255 });
    const run = await project.apply();
    assert.equal(run.code, 2);
    assert.match(run.err, /error: update failed\n[^]*not applied completely/);
  });

  it("show the errors of a preview that fails, and leave no earlier plan", async () => {
    await planned();
    const diagnosticEvent = { severity: "error", message: "hourOfDay must be 0-23" };
    project.preview([{ diagnosticEvent }], 255);
    const { code, err } = await project.makePlan();
    assert.equal(code, 2);
    assert.match(err, /The preview of stack test failed: hourOfDay must be 0-23/);
    assert.deepEqual(readdirSync(project.plan), []);
  });

  it("are for this user only", async () => {
    await planned();
    for (const name of readdirSync(project.plan)) {
      assert.equal(statSync(join(project.plan, name)).mode & 0o777, 0o600);
    }
  });

  it("refuse a plan that is not the one that plan.json describes", async () => {
    await planned();
    writeFileSync(join(project.plan, "pulumi-plan.json"), '{"hour":9}');
    await refused(/is not the plan that \S+plan\.json describes/);
  });

  for (const [what, text] of [
    ["no JSON", "x"],
    ["no plan", "null"],
    ["a plan of another version", '{"format":1}'],
  ] as const) {
    it(`refuse a plan.json that is ${what}`, async () => {
      await planned();
      writeFileSync(join(project.plan, "plan.json"), text);
      await refused(/is not a plan of this version/);
    });
  }

  describe("keep tokens out of plans", () => {
    it("of the environment", async () => {
      await planned();
      for (const name of readdirSync(project.plan)) {
        assert.ok(!project.file(name).includes("canary-token"), name);
      }
    });

    it("also where the program put one into a value", async () => {
      project.willDo(8, 7, '{"title":"canary-token"}');
      const { code, err } = await project.makePlan();
      assert.equal(code, 2);
      assert.match(err, /would contain the value of PLATFORM_TOKEN\./);
      assert.ok(!existsSync(project.plan) || readdirSync(project.plan).length === 0);
    });

    it("of the settings, and say how to remove it", async () => {
      const secure = "config:\n  platform:token:\n    secure: v1:abc\n";
      project.write("Pulumi.test.yaml", secure);
      const { code, err } = await project.makePlan();
      assert.equal(code, 2);
      assert.match(err, /pulumi config rm platform:token --stack test {3}# and set PLATFORM_TOKEN/);
    });

    it("of several instances, and say what to do", async () => {
      const instances = "{ dev: { baseUrl: https://dev.example.com, token: { secure: v1:abc } } }";
      project.write("Pulumi.test.yaml", `config:\n  platform:instances: ${instances}\n`);
      assert.match((await project.makePlan()).err, /the tokens of dev\. .* one stack per instance/);
    });
  });

  describe("with --encrypt", () => {
    const passphrase = "a long passphrase of a test";
    beforeEach(() => {
      project.env.PLATFORM_PLAN_PASSPHRASE = passphrase;
    });

    it("write no value in the clear, and apply", async () => {
      await planned("--encrypt");
      assert.deepEqual(readdirSync(project.plan).sort(), ["plan.json", "pulumi-plan.enc"]);
      assert.ok(!readFileSync(join(project.plan, "pulumi-plan.enc")).includes("hour"));
      assert.equal((await project.apply()).code, 0);
      assert.equal(project.applied(), '{"hour":8}');
    });

    it("refuse another passphrase", async () => {
      await planned("--encrypt");
      project.env.PLATFORM_PLAN_PASSPHRASE = "another passphrase";
      await refused(/cannot be decrypted: PLATFORM_PLAN_PASSPHRASE has another value/);
    });

    it("refuse a plan whose metadata somebody changed", async () => {
      await planned("--encrypt");
      const changed = project.file("plan.json").replace("dev.example", "prod.example");
      writeFileSync(join(project.plan, "plan.json"), changed);
      await refused(/somebody changed the plan or its plan\.json/);
    });

    it("refuse a plan that somebody cut or changed", async () => {
      await planned("--encrypt");
      const path = join(project.plan, "pulumi-plan.enc");
      const data = readFileSync(path);
      for (const bad of [data.subarray(0, 20), Buffer.alloc(0), data.fill(0, 50)]) {
        writeFileSync(path, bad);
        await refused(/cannot be decrypted/);
      }
    });

    it("encrypt wherever there is a passphrase, and refuse a plan in the clear", async () => {
      await planned();
      assert.deepEqual(readdirSync(project.plan).sort(), ["plan.json", "pulumi-plan.enc"]);
      project.env.PLATFORM_PLAN_PASSPHRASE = "";
      await planned();
      assert.deepEqual(readdirSync(project.plan).sort(), ["plan.json", "pulumi-plan.json"]);
      project.env.PLATFORM_PLAN_PASSPHRASE = passphrase;
      await refused(/has a plan in the clear, although PLATFORM_PLAN_PASSPHRASE is set/);
    });

    it("hash no value that somebody could guess from plan.json", async () => {
      await planned();
      const first = project.file("plan.json");
      await planned();
      const hashes = (text: string) =>
        Object.values((JSON.parse(text) as { steps: Record<string, { hash: string }> }).steps).map(
          ({ hash }) => hash,
        );
      for (const hash of hashes(project.file("plan.json"))) assert.ok(!first.includes(hash));
    });

    it("need a passphrase", async () => {
      delete project.env.PLATFORM_PLAN_PASSPHRASE;
      assert.match(
        (await project.makePlan("--encrypt")).err,
        /PLATFORM_PLAN_PASSPHRASE, which is not set/,
      );
      project.env.PLATFORM_PLAN_PASSPHRASE = "short";
      assert.match((await project.makePlan("--encrypt")).err, /at least 12 characters/);
    });
  });
});

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { sentinel } from "pulumi-platform-provider/contract";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { cliHere } from "../cliHere";
import { tellsEvents } from "../engineStub";
import { group } from "../twoInstances";

const created = (type: string, name: string, inputs: object) => {
  const token = `platform:index:${type}`;
  const urn = `urn:pulumi:prod::reports::${token}::${name}`;
  return { resourcePreEvent: { metadata: { op: "create", urn, type: token, new: { inputs } } } };
};

describe("export --imports-only --declared-by", () => {
  let prod: Simulator;
  let folder: string;
  /** Puts a command before the real one that tells the events of a preview, and notes how it was called. */
  const previews = (events: readonly object[], code = 0) => {
    mkdirSync(join(folder, "bin"), { recursive: true });
    const lines = [...events, { summaryEvent: {} }].map((event) => `${JSON.stringify(event)}\n`);
    writeFileSync(join(folder, "events"), lines.join(""));
    const script = `#!/bin/sh
${tellsEvents(`"${folder}/events"`)}
echo "$@" > "${folder}/called"
echo "$PLATFORM_COLLECT" > "${folder}/collected"
exit ${code}
`;
    writeFileSync(join(folder, "bin/pulumi"), script);
    chmodSync(join(folder, "bin/pulumi"), 0o755);
  };
  const exported = (...more: string[]) => {
    const env = {
      PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}`,
      PLATFORM_TOKEN_PROD: prod.token,
    };
    const args = ["export", "prod", "--imports-only", "--declared-by", ".", "--out", "imports"];
    return cliHere(env, folder, ...args, "--only", "groups", ...more);
  };
  beforeEach(async () => {
    prod = await startSimulator({ profile: "extended" });
    folder = mkdtempSync(join(tmpdir(), "pulumi-platform-declared-"));
    const file = `prod: { baseUrl: "${prod.url}", operations: extended }\n`;
    writeFileSync(join(folder, "instances.yaml"), file);
    prod.state.groups = [group(7001, "Finance"), group(7002, "Sales"), group(7003, "Others")];
  });
  afterEach(async () => {
    await prod.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("finds the groups that the program would create again, by their names", async () => {
    const twin = { message: 'Group "Finance" cannot be created.', severity: "warning" };
    previews([
      created("Group", "finance", { name: "Finance", type: "closed", description: "Other" }),
      created("Group", "sales-team", { name: "Sales" }),
      created("ReportSchedule", "weekly", { title: "Weekly" }),
      { diagnosticEvent: twin },
    ]);
    const { code, out, err } = await exported("--stack", "prod");
    assert.equal(code, 0, out + err);
    const { resources } = JSON.parse(readFileSync(join(folder, "imports/import.json"), "utf8")) as {
      resources: unknown;
    };
    assert.deepEqual(resources, [
      { type: "platform:index:Group", name: "finance", id: "7001" },
      { type: "platform:index:Group", name: "sales-team", id: "7002" },
    ]);
    assert.match(out, /pulumi import --file \S+\/imports\/import\.json .* --stack prod$/m);
    const called = readFileSync(join(folder, "called"), "utf8").trim();
    assert.match(called, /^preview .*--stack prod /);
    // Otherwise the preview ends at the first group that the instance has.
    assert.match(readFileSync(join(folder, "collected"), "utf8"), /^\/.*impossible\.jsonl$/m);
  });

  it("names in one line what the instance does not have, and what is not known yet", async () => {
    const names = ["Legal", "Research"];
    const groups = names.map((name) => created("Group", name.toLowerCase(), { name }));
    const people = { members: [{ type: "USER", id: "42" }] };
    previews([...groups, created("GroupMembers", "people", { groupId: sentinel, ...people })]);
    const { code, out } = await exported("--stack", "prod");
    assert.equal(code, 1);
    const lines = [
      "2 of groups (legal, research): The instance has no such object",
      "1 of memberships (people): The program does not know yet what they belong to. Import the others",
    ];
    for (const line of lines) assert.ok(out.includes(line), out);
    assert.match(out, /^Wrote 0 objects to \S+\/import\.json\.\nNothing to take over\.$/m);
  });

  it("repeats the errors of a preview that fails, and nothing else", async () => {
    const message = "error: platform:token is required. [invalid_settings]\n";
    previews([{ diagnosticEvent: { message, severity: "error" } }], 1);
    const { code, err } = await exported("--stack", "prod");
    assert.equal(code, 2);
    assert.match(err, /pulumi preview failed in \.: platform:token is required\./);
  });
});

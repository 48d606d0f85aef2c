import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { journalPrefixes } from "pulumi-platform-provider/contract";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { parse, parseAllDocuments, stringify } from "yaml";
import { onlyWhole } from "../../harness/lives/sampled";
import { Workspace } from "../../roundTrip/workspace";
import { dataset } from "../../engine/stacks/declarations";
import { group, schedule, share } from "../twoInstances";

const toAll = { type: "GROUP", value: "7" };
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** Objects that somebody clicked together after the first export. */
const added = (source: Simulator) => {
  source.state.groups.push(group(8, "Boards"));
  const additionalRecipients = [toAll, { type: "GROUP", value: "8" }];
  source.state.schedules.push(
    schedule(3, "Sales", { viewId: 3003, schedule: { additionalRecipients } }),
    schedule(4, "Annual", { viewId: 3003, schedule: { additionalRecipients } }),
  );
};

describe("pulumi-platform export into a folder with a program", () => {
  let source: Simulator;
  let workspace: Workspace;
  before(async () => {
    source = await startSimulator({ profile: "extended" });
    source.state.grants.manageAllContent = true;
  });
  beforeEach(() => {
    source.state.groups = [group(7, "Analysts")];
    source.state.schedules = [
      schedule(1, "Costs", { schedule: { additionalRecipients: [toAll] } }),
      schedule(2, "Sales", { viewId: 3002 }),
    ];
    source.state.shares = [share(dataset, "GROUP", "7")];
    const other = { url: "https://other.example.com", token: "token" };
    workspace = new Workspace({ source, other }, { operations: "extended", scheduleFilter: "ALL" });
    workspace.checksTypes = false;
  });
  afterEach(() => workspace.remove());
  after(() => source.close());

  const exported = (...args: string[]) =>
    workspace.export(
      "source",
      ...(args.includes("--only") ? [] : ["--datasets", dataset]),
      ...args,
    );
  const text = (file: string) => workspace.read(`source/${file}`);
  const pulumi = async (...args: string[]) => {
    const run = await workspace.pulumi("source", source, ...args);
    assert.equal(run.code, 0, run.out + run.err);
    return run.out;
  };
  /** Runs the last line that an export printed. */
  const takeOver = (out: string) => {
    const command = /: pulumi (import .+|up .+)$/m.exec(out)?.[1];
    assert.ok(command, out);
    return pulumi(...command.split(" "), ...(command.includes("--yes") ? [] : ["--yes"]));
  };
  const unchanged = () => pulumi("preview", "--expect-no-changes");
  const files = () =>
    Object.fromEntries(
      readdirSync(join(workspace.folder, "source"), { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => [name, text(name)]),
    );
  const managed = async (...args: string[]) => {
    const { code, err } = await exported(...args);
    assert.equal(code, 0, err);
    await pulumi("stack", "init", "source");
    const isDynamic = args.includes("dynamic");
    await takeOver(
      isDynamic ? ": pulumi up --yes" : text("README.md").replace(/^\$ (?=pulumi import)/m, ": "),
    );
  };
  /** What a second export adds. Nothing that exists changes. */
  const addition = async (...args: string[]) => {
    const before = files();
    const { code, out, err } = await exported(...args);
    assert.equal(code, 0, err);
    const now = files();
    const left = Object.keys(before).map((name) => [name, now[name]]);
    assert.deepEqual(Object.fromEntries(left), before);
    return { out, files: Object.keys(now).filter((name) => !(name in before)) };
  };

  /** Adds the content of a document to a file, each part below the same names. */
  const paste = (file: string, added: unknown) => {
    const joined = (one: unknown, other: unknown): unknown =>
      isRecord(one) && isRecord(other)
        ? Object.fromEntries(
            Object.keys({ ...one, ...other }).map((key) => [key, joined(one[key], other[key])]),
          )
        : (other ?? one);
    workspace.write(`source/${file}`, stringify(joined(parse(text(file)), added)));
  };

  it("writes nothing where the stack manages everything", async () => {
    await managed();
    const { out, files } = await addition();
    assert.deepEqual(files, []);
    assert.match(out, /^Stack source manages everything that this export found\. Nothing was/m);
    for (const one of source.state.schedules) one.title += " of another name";
    assert.deepEqual((await addition()).files, []);
  });

  it("declares no object that Pulumi still has to delete, but those that the program only reads", async () => {
    await managed();
    const state = await pulumi("stack", "export");
    const marked = async (mark: object) => {
      const { deployment, ...rest } = JSON.parse(state) as { deployment: { resources: object[] } };
      const resources = deployment.resources.map((one) =>
        /:ReportSchedule$/.test((one as { type: string }).type) ? { ...one, ...mark } : one,
      );
      workspace.write(
        "source/state.json",
        JSON.stringify({ ...rest, deployment: { ...deployment, resources } }),
      );
      await pulumi("stack", "import", "--file", "state.json");
      workspace.delete("source/state.json");
    };
    await marked({ delete: true });
    assert.deepEqual((await addition()).files, []);
    await marked({ external: true });
    workspace.delete("source/import.json");
    assert.ok((await addition()).files.includes("exported-1.ts"));
  });

  it("writes no object that a killed run of the stack created, which its next run takes over", async () => {
    await managed();
    added(source);
    const [prefix = ""] = journalPrefixes(
      { organization: "organization", project: "source", stack: "source" },
      source.url,
    );
    const entry = { phase: "done", type: "ReportSchedule", id: "4", content: "c", sentAt: 0 };
    mkdirSync(join(workspace.folder, "home", "platform", "journal"), { recursive: true });
    const path = `home/platform/journal/${prefix}1-0.jsonl`;
    workspace.write(path, `${JSON.stringify({ key: "a", n: 1, entry })}\n`);
    const { code, err } = await exported();
    assert.equal(code, 2);
    assert.match(
      err,
      /A run of stack source that was killed created these objects: report schedule "Annual"\. .*: pulumi up --stack source\./s,
    );
    const saved = { key: "a", n: 2, entry: { ...entry, savedBy: "engine" } };
    workspace.write(path, `${JSON.stringify(saved)}\n`);
    assert.deepEqual((await addition()).files, ["exported-1.ts", "import-1.json"]);
  });

  it("writes new objects as one new file of the program", async () => {
    await managed();
    added(source);
    const { out, files } = await addition();
    assert.deepEqual(files, ["exported-1.ts", "import-1.json"]);
    assert.match(out, /^Exported 2 schedules, 1 group from .* that stack source does not manage/m);
    const program = text("exported-1.ts");
    assert.match(program, /ReportSchedule\(\s+"annual"[^]*ReportSchedule\(\s+"sales-2"/);
    assert.match(program, /ids\.group\("7"\)[^]*boards\.id/);
    assert.match(
      out,
      /^There, write the id of the resource instead of the id of "Analysts" \(7\):/m,
    );
    assert.doesNotMatch(out, /muted/);
    const line = /^Add this line .*: (import .*;)$/m.exec(out)?.[1];
    workspace.write("source/index.ts", `${text("index.ts")}${line}\n`);
    const before = source.calls.length;
    await takeOver(out);
    workspace.checksTypes = true;
    await unchanged();
    const writes = source.calls.slice(before).filter(({ method }) => method !== "GET");
    assert.deepEqual(writes, []);
    source.state.groups.push(group(9, "Boards 2"));
    assert.equal((await addition()).files[0], "exported-2.ts");
  });

  onlyWhole("says which schedules a muted stack would switch off", async () => {
    await managed();
    added(source);
    await workspace.pulumi("source", source, "config", "set", "platform:mail", "muted");
    const { out } = await addition();
    assert.match(
      out,
      /^Stack source is muted: the next pulumi up would switch off .*\(.*annual.*\)\. To leave them on, first run: pulumi config set platform:mail live --stack source$/m,
    );
  });

  onlyWhole("adopts new objects where the stack has dynamic resources", async () => {
    await managed("--provider", "dynamic", "--only", "groups");
    source.state.groups.push(group(8, "Boards"));
    assert.deepEqual((await addition("--only", "groups")).files, ["exported-1.ts"]);
    assert.match(text("exported-1.ts"), /from "pulumi-platform";[^]*adopt: existing\("8"\)/);
  });

  onlyWhole("writes the lines for a YAML program, and ids that its stack lacks", async () => {
    await managed("--language", "yaml");
    added(source);
    const { out, files } = await addition();
    assert.deepEqual(files, ["exported-1.yaml", "import-1.json"]);
    const [program, settings] = parseAllDocuments(text("exported-1.yaml")).map(
      (document) => document.toJS() as Record<string, object>,
    );
    assert.deepEqual(Object.keys(program?.resources ?? {}), ["annual", "boards", "sales2"]);
    assert.deepEqual(settings, {
      config: { "source:ids": { groups: { "7": "7" }, views: { "3003": 3003 } } },
    });
    paste("Pulumi.yaml", program);
    paste("Pulumi.source.yaml", settings);
    await takeOver(out);
    await unchanged();
  });

  onlyWhole("adds to a project that no export made, with plain ids", async () => {
    await managed("--only", "groups");
    workspace.delete("source/ids.ts");
    workspace.delete("source/import.json");
    assert.equal((await addition()).files[0], "exported-1.ts");
    assert.match(text("exported-1.ts"), /pageId: 1001,\n {2}viewId: 2001,/);
  });

  it("declares nothing twice that the stack does not manage yet", async () => {
    const { code } = await exported();
    assert.equal(code, 0);
    const unknown = await exported();
    assert.equal(unknown.code, 2);
    assert.match(
      unknown.err,
      /Which stack\? Name one: --stack other\..* pulumi stack init other$/m,
    );
    await pulumi("stack", "init", "source");
    const { code: refused, err } = await exported();
    assert.equal(refused, 2);
    assert.match(
      err,
      /not manage these objects of import\.json yet: .*Take them over first: pulumi/,
    );
  });

  const refused = async (message: RegExp, ...args: string[]) => {
    const before = files();
    const { code, err } = await workspace.run("export", ...args, "--out", "source");
    assert.equal(code, 2);
    assert.match(err, message);
    assert.match(err, /^pulumi-platform: [^\n]+\n$/);
    assert.deepEqual(files(), before);
  };

  it("adds nothing of another instance", async () => {
    await managed("--only", "groups");
    await refused(/source is for [\d.:]+, and this export reads https:\/\/other\./, "other");
  });

  it("adds nothing in another language", async () => {
    await exported();
    await refused(/is in typescript\. Leave out --language yaml/, "source", "--language", "yaml");
  });
});

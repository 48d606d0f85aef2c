import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Git } from "pulumi-platform-cli/dist/git/repository";
import { DriftRendering, plainInstruction } from "pulumi-platform-cli/dist/drift/render";
import { reportOf } from "pulumi-platform-cli/dist/drift/report";
import type { Instruction } from "pulumi-platform-cli/dist/drift/report";
import { notKnownYet } from "pulumi-platform-provider/contract";
import { isEditable, openProgram } from "pulumi-platform-cli/dist/edit/project";
import { email, same, weekly } from "../comment/parts";
import type { Step } from "../comment/engineLines";
import { previewOf } from "../comment/previews";
import type { Change, Drift, FieldChange, Preview } from "pulumi-platform-cli/dist/preview/types";

const about = (name: string, label = `group "${name}"`) => ({
  urn: `urn:pulumi:test::program::platform:index:Group::${name}`,
  ...{ type: "Group", name, label },
});
const field = (from: unknown, to: unknown, path = "description"): FieldChange => ({
  ...{ path, from, to },
});
const drifted = (name: string, label?: string): Drift => ({
  ...about(name, label),
  ...{ op: "update", fields: [field("Old", "New")], before: {} },
});
const reverted = (name: string, ...fields: FieldChange[]): Change => ({
  ...about(name),
  ...{ op: "update", fields },
});
const preview = (drift: Drift[], changes: Change[], warnings: string[] = []): Preview => ({
  ...{ project: "program", stack: "test", instances: [], unchanged: 0, impossible: [] },
  ...{ problems: [], drift, changes, warnings },
});
const rows = (...given: Parameters<typeof preview>) =>
  reportOf(preview(...given)).rows.map(({ object, what }) => [object, what]);

describe("a report of drift", () => {
  it("says which differences nobody made on the instance", () => {
    const added: Change = { ...about("b"), op: "create", fields: [] };
    const summary = (drift: Drift[]) =>
      new DriftRendering(reportOf(preview(drift, [added])), false).summary;
    assert.match(summary([]), /^1 difference .* All of them only because the program changed\./);
    assert.match(summary([drifted("a")]), /^2 differences .* 1 of them only because the program/);
  });

  it("is the same in whatever order the engine tells of resources", () => {
    const [a, b] = [drifted("a"), drifted("b")];
    const changes = [reverted("a", field("New", "Old")), reverted("b", field("New", "Old"))];
    assert.deepEqual(rows([b, a], changes), rows([a, b], [...changes].reverse()));
  });

  it("names the resources of objects whose title another object of the stack has, deleted ones too", () => {
    const steps: Step[] = [
      { ...same("Group", "a", "1", { name: "A" }), live: null },
      { ...same("Group", "c", "3", { name: "C" }), live: null },
      same("Group", "b", "2", { name: "A" }),
    ];
    assert.deepEqual(
      reportOf(previewOf({ title: "", steps }, "plugin")).rows.map(({ object }) => object),
      ['group "A" (resource a)', 'group "C"'],
    );
  });

  it("tells what pulumi up undoes from what it keeps, and from changes of the program", () => {
    assert.deepEqual(rows([drifted("a")], [reverted("a", field("New", "Old"))]), [
      ['group "a"', "changed"],
    ]);
    assert.deepEqual(rows([drifted("a")], []), [['group "a"', "kept"]]);
    const kept = new DriftRendering(reportOf(preview([drifted("a")], [])), false);
    assert.match(kept.lines(undefined).join("\n"), /description \(pulumi up keeps it\) +Old +New/);
    assert.match(
      kept.instructions().map(plainInstruction).join(),
      /^The program already has some of these values, or leaves/,
    );
    assert.deepEqual(rows([drifted("a")], [reverted("a", field("A", "B", "name"))]), [
      ['group "a"', "kept"],
      ['group "a"', "unapplied"],
    ]);
  });

  it("says that a deleted object comes back without what the program does not hold", () => {
    const gone = reportOf(preview([{ ...drifted("a"), op: "delete" }], []));
    assert.match(
      new DriftRendering(gone, false).lines(undefined).join("\n"),
      /creates those again that the program declares\. What the program does not hold, such as an end date, is not created again\./,
    );
  });

  it("names the way out for a deleted object that the program no longer declares", () => {
    const gone = preview([{ ...drifted("a"), op: "delete" }], []);
    const [text] = new DriftRendering(reportOf({ ...gone, declared: [] }), false).instructions();
    assert.deepEqual(text, {
      text: "Objects that the program no longer declares are gone from the instance. To remove them from the state:",
      command: "pulumi up --refresh --stack test",
    });
  });

  it("first has the command that finishes an interrupted run, which also manages what it created", () => {
    const unmanaged = [1, 2].map((n) => ({
      ...{ type: "Group", id: `${n}`, object: n === 1 ? 'group "a"' : 'group "b"' },
    }));
    const begun: Change = {
      ...reverted("a"),
      ...{ op: "create", earlier: { text: "", has: "object" } },
    };
    const report = reportOf(
      { ...preview([], [begun]), interrupted: "It ended: pulumi up" },
      { unmanaged },
    );
    assert.deepEqual(
      report.unmanaged.map(({ id }) => id),
      ["2"],
    );
    const texts = new DriftRendering(report, false).instructions().map(({ text }) => text);
    assert.deepEqual(texts, [
      "Some of this can be the work of an interrupted run. It ended: pulumi up",
    ]);
  });

  it("takes no new id of a deleted object for a change of the program", () => {
    const gone: Drift = { ...drifted("a"), op: "delete", fields: [] };
    const change = reverted("b", field("7", notKnownYet));
    assert.deepEqual(rows([gone], [change]), [['group "a"', "deleted"]]);
    assert.deepEqual(rows([], [change]), [['group "b"', "unapplied"]]);
  });

  it("names the stack that manages an object which this one does not, and no command to take it over", () => {
    const own = { type: "Group", id: "1", object: 'group "a"' };
    const other = { ...own, id: "2", managedBy: "team-b" };
    const lines = (...unmanaged: (typeof own & { managedBy?: string })[]) =>
      new DriftRendering(reportOf(preview([], []), { unmanaged }), false)
        .lines(undefined)
        .join("\n");
    assert.match(lines(other), /- group "a" \(id 2\), which stack team-b manages$/m);
    assert.doesNotMatch(lines(other), /export/);
    assert.match(lines(own, other), /- group "a" \(id 1\)$/m);
    assert.match(lines(own, other), /pulumi-platform export --out \. --stack test/);
  });

  it("shows what the state and the program have, where the program changed", () => {
    const report = reportOf(preview([], [reverted("a", field("Old", "New"))]));
    const [, , , row = ""] = new DriftRendering(report, false).lines(undefined);
    assert.match(row, /description +Old, in the program New$/);
  });

  it("does not name pulumi up as a way where documented operations have none", () => {
    const [a, b] = [drifted("a"), drifted("b")];
    const changes = [reverted("a", field("New", "Old")), reverted("b", field("New", "Old"))];
    const undo = (...urns: string[]) => {
      const impossible = urns.map((urn) => ({
        ...{ kind: "impossible" as const, type: "Group", object: "", property: "description" },
        ...{ urn, reason: "", code: "change-not-possible" },
      }));
      const given = { ...preview([a, b], changes), impossible };
      return new DriftRendering(reportOf(given), false).instructions().map(plainInstruction)[1];
    };
    assert.equal(undo(), "To undo the changes on the instance: pulumi up --refresh --stack test");
    assert.match(
      undo(a.urn) ?? "",
      /changes of 1 object .* To undo the other .* up --refresh --stack test$/,
    );
    assert.match(undo(a.urn, b.urn) ?? "", /changes of 2 objects .* on the instance itself\.$/);
  });

  it("names the types that the operations in use never show", () => {
    const steps: Step[] = [
      same("Group", "a", "1", { name: "A" }),
      same("GroupMembers", "b", "1", { groupId: "1", members: [] }),
      same("DatasetShare", "c", "x", { datasetId: "x", permissions: [] }),
    ];
    const of = (operations: string) =>
      reportOf(
        previewOf({ title: "", steps, environment: { PLATFORM_OPERATIONS: operations } }, "plugin"),
      ).notCompared;
    assert.deepEqual(of("documented"), [
      "recipients",
      "attachments",
      "DatasetShare",
      "GroupMembers",
    ]);
    assert.deepEqual(of("extended"), ["recipients", "attachments"]);
  });

  it("names commands that read details if it read them", () => {
    const given = preview([drifted("a")], [reverted("a", field("New", "Old"))]);
    const commandsOf = (hasDetails?: boolean) =>
      new DriftRendering(reportOf(given, { hasDetails }), false)
        .instructions()
        .map(({ command }) => command);
    assert.deepEqual(commandsOf(), [
      "pulumi-platform drift --stack test --open-pr",
      "pulumi up --refresh --stack test",
    ]);
    assert.deepEqual(commandsOf(true), [
      "pulumi-platform drift --stack test --details --open-pr",
      "PLATFORM_READ_DETAILS=refresh pulumi up --refresh --stack test",
    ]);
  });

  it("names --open-pr only for languages that it edits", () => {
    const given = preview([drifted("a")], [reverted("a", field("New", "Old"))]);
    const keeping = (runtime: string) => {
      const report = reportOf(given, {
        isEditable: isEditable({ folder: ".", name: "program", runtime }),
      });
      return plainInstruction(new DriftRendering(report, false).instructions()[0] as Instruction);
    };
    for (const runtime of ["nodejs", "yaml"]) assert.match(keeping(runtime), /--open-pr$/);
    assert.match(keeping("python"), /To keep these values, write them into the program\.$/);
  });

  it("has the warnings of the preview, without names in addresses, also where nothing differs", () => {
    const warning = "Its recipients changed: ann@example.com <b>";
    const rendering = new DriftRendering(reportOf(preview([], [], [warning])), false);
    assert.match(
      rendering.lines(undefined).join("\n"),
      /are equal\. Not compared: recipients, attachments\. .*\n\nWarning: Its .* a…@example\.com <b>$/,
    );
    assert.match(
      rendering.markdown(),
      /are equal\. Not compared: .*\n\n\*\*Warnings\*\*\n\n- <code>Its /,
    );
    assert.doesNotMatch(rendering.markdown(), /<b>|ann/);
  });
});

describe("a list in a report of drift", () => {
  const emails = (...values: string[]) => values.map((value) => ({ type: "EMAIL", value }));
  const lines = (from: unknown, to: unknown, width = 80, showAddresses = false) => {
    const path = "schedule.additionalRecipients";
    const fields = [field(from, to, path)];
    const drift = [{ ...drifted("a"), fields }];
    const given = preview(drift, [reverted("a", field(to, from, path))]);
    return new DriftRendering(reportOf(given), showAddresses).lines(width).join("\n");
  };

  it("has only what somebody added and removed, however narrow the terminal is", () => {
    const before = emails("ann@example.com", "bob@example.com", "cem@example.com");
    const text = lines(before, [...before, ...emails("dan@example.com")]);
    assert.match(text, /additionalRecipients +EMAIL d…@example\.com\n +3 as before\n/);
    assert.doesNotMatch(text, /[abc]…@|\[/);
  });

  it("never has two equal cells: the names in addresses are hidden", () => {
    const [before, after] = [emails("ann@example.com"), emails("amy@example.com")];
    const kept = emails("dan@example.com");
    for (const others of [[], kept])
      assert.match(
        lines([...before, ...others], [...after, ...others], 120),
        /EMAIL a…@example\.com +EMAIL a…\(2\)@example\.com/,
      );
    const shown = lines(before, after, 160, true);
    assert.match(shown, /EMAIL ann@example\.com +EMAIL amy@example\.com\n/);
  });
});

describe("objects that no resource manages", () => {
  const unmanaged = Array.from({ length: 12 }, (_, at) => ({
    ...{ type: "Group", id: `${at}`, object: `group "By hand ${at}"` },
  }));
  const rendering = new DriftRendering(reportOf(preview([], []), { unmanaged }), false);

  it("are in a report of drift, with the command that takes them over, and are no difference", () => {
    assert.deepEqual(rendering.report.rows, []);
    for (const text of [rendering.lines(undefined).join("\n"), rendering.markdown()]) {
      assert.match(text, /^Stack .* are equal/);
      assert.match(text, /The instance also has 12 objects that stack .* does not manage:/);
      assert.match(text, /By hand 9[^]*and 2 more[^]*pulumi-platform export --out \. --stack test/);
    }
    assert.equal((rendering.json() as { unmanaged: object[] }).unmanaged.length, 12);
  });
});

describe("e-mail of a pulumi up that undoes drift", () => {
  it("is in the report, with what the program e-mails besides", () => {
    const both = weekly({ additionalRecipients: email("a@example.com", "b@example.com") });
    const live = weekly({ additionalRecipients: email("a@example.com") });
    const steps: Step[] = [
      { ...same("ReportSchedule", "weekly", "1", both), ...{ op: "update", live } },
    ];
    const lastFor = (all: Step[]) => {
      const report = reportOf(previewOf({ title: "", steps: all }, "plugin"));
      return new DriftRendering(report, false).instructions().at(-1);
    };
    const command = "pulumi preview --refresh --stack dev";
    assert.deepEqual(lastFor(steps), {
      ...{
        text: "pulumi up --refresh e-mails at least 1 recipient, at once or on later runs. To see who they are:",
        command,
      },
    });
    const recipients = email("b@example.com", "c@example.com");
    const send: Step = {
      ...{ op: "create", type: "ReportSend", name: "send" },
      next: { scheduleId: "1", recipients },
    };
    assert.match(
      lastFor([...steps, send])?.text ?? "",
      /^pulumi up --refresh e-mails at least 2 recipients/,
    );
    assert.doesNotMatch(lastFor([send])?.text ?? "", /e-mails/);
  });
});

describe("recipients of whom only the number is known", () => {
  it("are a difference, with the command that shows them", () => {
    const given = { ...preview([], []), recounted: [about("a")] };
    const text = new DriftRendering(reportOf(given), false).lines(undefined).join("\n");
    assert.match(
      text,
      /^1 difference[^]*another number of recipients[^]*drift --stack \w+ --details$/m,
    );
  });
});

describe("the program that drift edits", () => {
  it("has no links, and no files of another project in a folder below", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-drift-"));
    const write = (file: string) => writeFileSync(join(folder, file), "name: program\n");
    for (const name of ["Other", "texts"]) mkdirSync(join(folder, name));
    for (const name of ["Pulumi.yaml", "Other/Pulumi.yaml", "texts/Main.yaml"]) write(name);
    symlinkSync("Pulumi.yaml", join(folder, "Main.yaml"));
    for (const args of [
      ["init", "--quiet"],
      ["add", "."],
    ]) {
      execFileSync("git", args, { cwd: folder });
    }
    const project = { folder, name: "program", runtime: "yaml" };
    const edits = await openProgram(new Git(folder), project);
    assert.deepEqual([...(edits?.files.keys() ?? [])], ["Pulumi.yaml", "texts/Main.yaml"]);
    rmSync(folder, { recursive: true });
  });

  it("says what to do where the program is in no Git repository", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-test-"));
    await assert.rejects(new Git(folder).files(), /git said.*\nOutside of a Git repository, write/);
    rmSync(folder, { recursive: true });
  });
});

import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock } from "node:test";
import { thisProcess } from "../../../../provider/dist/process/processes";
import { RunMemory } from "../../../../provider/dist/process/runMemory";
import { Notices } from "../../../../provider/dist/report/notices";
import type { Notice } from "../../../../provider/dist/report/notices";
import type { Values } from "../../../../provider/dist/definition/values";
import { reportSchedule } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import { weekly } from "../../engine/stacks/declarations";
import { offline } from "../provider";

const line = (kind: string, first: string, people?: number): Notice => ({
  kind,
  first,
  several: (resources, counted) => `${resources} will e-mail ${counted}.`,
  people,
});

/** What is shown for so many resources, each asked about twice. */
function shownFor(count: number, people: (index: number) => number | undefined): string[] {
  const notices = new Notices();
  return Array.from({ length: count }, (_, index) => index).flatMap((index) =>
    [1, 2].flatMap(
      () => notices.tell(line("mail", `resource ${index}`, people(index)), `r${index}`).text ?? [],
    ),
  );
}

describe("notices about many resources", () => {
  it("are shown for the first resource, then counted at 2, 10, 100 and 1,000", () => {
    assert.deepEqual(
      shownFor(1200, () => 2),
      [
        "resource 0",
        "2 resources so far will e-mail 4 recipients. Further counts follow at 10, 100 and 1,000.",
        "10 resources so far will e-mail 20 recipients.",
        "100 resources so far will e-mail 200 recipients.",
        "1,000 resources so far will e-mail 2,000 recipients.",
      ],
    );
  });

  it("are shown again for a resource of which something else is true by now", () => {
    const notices = new Notices();
    const told = ["one", "one", "one and two"].map(
      (first) => notices.tell(line("mail", first, 1), "r").text,
    );
    assert.deepEqual(told, ["one", undefined, "one and two"]);
  });

  it("say so where the recipients of some resources are not known yet", () => {
    const [, , ten] = shownFor(10, (index) => (index === 3 ? undefined : 1));
    assert.equal(ten, "10 resources so far will e-mail at least 9 recipients.");
  });

  it("name each of nine resources that e-mail, whether or not they name recipients", () => {
    const notices = new Notices();
    const told = [1, 0, 2, undefined, 0, 0, 1, 0, 0, 3].map((people, at) => {
      const mails = line("mail", `resource ${at}`, people);
      return notices.tell({ ...mails, mails: { when: "once" } }, `r${at}`).text;
    });
    const named = told.slice(0, 9);
    assert.deepEqual(
      named,
      named.map((_, at) => `resource ${at}`),
    );
    assert.match(told[9] ?? "", /^10 resources so far will e-mail at least 7 recipients\./);
  });

  it("are counted by their kind", () => {
    const notices = new Notices();
    assert.equal(notices.tell(line("mail", "mail of a"), "a").text, "mail of a");
    assert.equal(notices.tell(line("muted", "a is muted"), "a").text, "a is muted");
    assert.equal(notices.tell("about one resource only", "a").text, "about one resource only");
    assert.equal(notices.tell("about one resource only", "b").text, "about one resource only");
  });
});

describe("notices of the processes that serve one command", () => {
  let folder: string;
  const { pid, started } = thisProcess();
  const ofCommand = (engine: { pid: number; started: string } | undefined) =>
    new Notices(
      new RunMemory(
        () => engine,
        () => folder,
      ),
    );
  const preview = () => ofCommand({ pid, started });
  const update = preview;
  const mail = (first: string) => line("mail", first, 1);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "pulumi-platform-runs-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it("are shown once, by the preview", () => {
    const first = preview();
    assert.equal(first.tell(mail("mail of a"), "a").text, "mail of a");
    assert.equal(first.tell("a warning", "a").text, "a warning");
    const second = update();
    assert.equal(second.tell(mail("mail of a"), "a").text, undefined);
    assert.equal(second.tell("a warning", "a").text, undefined);
  });

  it("are shown once, by the process that is a moment earlier than another", () => {
    const [program, provider] = [preview(), preview()];
    for (const one of [program, provider]) one.tell("a line that begins the file", "b");
    assert.equal(program.tell("a warning", "a").text, "a warning");
    assert.equal(provider.tell("a warning", "a").text, undefined);
  });

  it("are shown by the update for a resource of which there is something else to say", () => {
    const first = preview();
    for (const name of ["a", "b", "c"]) first.tell(mail(`mail of ${name}`), name);
    const second = update();
    assert.equal(second.tell(mail("mail of a"), "a").text, undefined);
    assert.equal(second.tell(mail("other mail of b"), "b").text, "other mail of b");
    assert.match(second.tell(mail("mail of d"), "d").text ?? "", /^2 resources so far/);
  });

  it("are repeated by another command", () => {
    preview().tell("a warning", "a");
    const another = ofCommand({ pid: process.ppid, started: "" });
    assert.equal(another.tell("a warning", "a").text, "a warning");
  });

  it("are repeated where the engine is unknown, or the folder cannot be used", () => {
    const unknown = () => ofCommand(undefined);
    unknown().tell("a warning", "a");
    assert.equal(unknown().tell("a warning", "a").text, "a warning");
    const file = join(folder, "file");
    writeFileSync(file, "");
    const unusable = new Notices(
      new RunMemory(
        () => ({ pid, started }),
        () => file,
      ),
    );
    assert.equal(unusable.tell("a warning", "a").text, "a warning");
  });

  it("leave a file of hashes that goes with the first command after it", () => {
    writeFileSync(join(folder, `${2 ** 22 + 1} 1`), "");
    preview().tell("a warning about sales@example.com", "a");
    const [own = "", ...others] = readdirSync(folder);
    assert.deepEqual([own.startsWith(`${pid} `), others], [true, []]);
    assert.match(readFileSync(join(folder, own), "utf8"), /^[0-9a-f]{16} \+ \n$/);
  });
});

describe("the notices of a lifecycle", () => {
  // A Friday.
  const now = Date.parse("2026-11-20T12:00:00Z");
  before(() => mock.timers.enable({ apis: ["Date"], now }));
  after(() => mock.timers.reset());
  const schedules = Array.from({ length: 30 }, (_, index) => ({
    identity: `schedule-${index}`,
    inputs: { ...weekly().args, title: `Weekly ${index}` },
  }));
  const noticesOf = async (config: Values = {}) => {
    const lifecycle = offline(config);
    const all: string[] = [];
    for (const each of [...schedules, ...schedules]) {
      all.push(...(await lifecycle.check({ resource: reportSchedule, ...each })).notices);
    }
    return all;
  };

  const nine = (line: (index: number) => string) => Array.from({ length: 9 }, (_, at) => line(at));

  it("name nine of 30 schedules with recipients, and count the others", async () => {
    assert.deepEqual(await noticesOf(), [
      ...nine(
        (index) =>
          `ReportSchedule "Weekly ${index}" will e-mail 1 recipient (sales@example.com) and its subscribers on every run, expected from Monday 2026-11-23 08:30 America/New_York on.`,
      ),
      "10 resources so far will e-mail 10 recipients and their subscribers on every run, expected from Monday 2026-11-23 08:30 America/New_York on. Further counts follow at 100 and 1,000.",
    ]);
  });

  it("about several schedules name the earliest run, and say where one of them is not known", async () => {
    const lifecycle = offline();
    const times = [
      { hourOfDay: 9, timezone: "Europe/Berlin" },
      // Earlier, although the hour is later.
      { hourOfDay: 15, timezone: "Asia/Tokyo" },
      ...Array.from({ length: 8 }, () => ({ timezone: undefined })),
    ];
    const lines: string[] = [];
    for (const [index, time] of times.entries()) {
      const args = weekly().args;
      const inputs = { ...args, title: String(index), schedule: { ...args.schedule, ...time } };
      const identity = `schedule-${index}`;
      lines.push(
        ...(await lifecycle.check({ resource: reportSchedule, identity, inputs })).notices,
      );
    }
    assert.deepEqual(
      lines.map((text) => /on every run(.*? on)?\./.exec(text)?.[1]),
      [
        ", expected from Monday 2026-11-23 09:30 Europe/Berlin on",
        ", expected from Monday 2026-11-23 15:30 Asia/Tokyo on",
        ...times.slice(3).map(() => undefined),
        ", expected at the latest from Monday 2026-11-23 15:30 Asia/Tokyo on",
      ],
    );
  });

  it("about 30 muted schedules are three lines", async () => {
    const [first, ...counts] = await noticesOf({ mail: "muted" });
    assert.match(
      first ?? "",
      /"Weekly 0" will be created switched off and will e-mail nobody, because platform:mail is "muted"\. /,
    );
    assert.equal(counts.length, 2);
  });

  it("name nine of 30 updates with a new address, and count the others and the former ones", async () => {
    const lifecycle = offline({ operations: "extended" });
    const changed = (inputs: Values, index: number) => {
      const { schedule } = weekly().args;
      const additionalRecipients = [{ type: "EMAIL", value: `new-${index}@example.com` }];
      return { ...inputs, schedule: { ...schedule, additionalRecipients } };
    };
    const lines: string[] = [];
    for (const [index, { inputs: state }] of schedules.entries()) {
      const inputs = changed(state, index);
      lines.push(...(await lifecycle.diff({ resource: reportSchedule, state, inputs })).notices);
    }
    assert.match(lines[0] ?? "", /will e-mail 1 recipient \(new-0@example\.com\)/);
    assert.match(lines[1] ?? "", /will no longer e-mail 1 recipient \(sales@example\.com\)/);
    assert.equal(lines.length, 20);
    assert.match(lines[17] ?? "", /"Weekly 8" will no longer e-mail 1 recipient/);
    assert.deepEqual(lines.slice(18), [
      "10 resources so far will e-mail 10 recipients and their subscribers on every run, expected from Monday 2026-11-23 08:30 America/New_York on. Further counts follow at 100 and 1,000.",
      "10 resources so far will no longer e-mail 10 recipients. Further counts follow at 100 and 1,000.",
    ]);
  });

  it("about an update say who gets the report too, once the program has the resource", async () => {
    const lifecycle = offline({ operations: "extended" });
    const state = weekly().args;
    const inputs = structuredClone(state);
    inputs.schedule.additionalRecipients.push({ type: "EMAIL", value: "bob@example.com" });
    const request = { resource: reportSchedule, identity: "one", inputs };
    // The same question about what a refresh found.
    assert.deepEqual((await lifecycle.diff({ ...request, id: "7", state })).notices, []);
    await lifecycle.check({ ...request, old: state });
    const [line = ""] = (await lifecycle.diff({ ...request, id: "7", state })).notices;
    assert.match(line, /will also e-mail 1 recipient \(bob@example\.com\) on every run/);
  });

  it("about an open value of 30 schedules are warnings that are counted", async () => {
    const lifecycle = offline();
    const said =
      'schedule.frequency "FORTNIGHTLY" is not a known value (DAILY, WEEKLY, MONTHLY). It is sent unchanged.';
    const warnings: string[] = [];
    for (const { identity, inputs } of schedules) {
      const open = { ...inputs, schedule: { ...inputs.schedule, frequency: "FORTNIGHTLY" } };
      const request = { resource: reportSchedule, identity, inputs: open };
      const checked = await lifecycle.check(request);
      warnings.push(...checked.warnings.filter((text) => text.includes(said)));
    }
    assert.deepEqual(
      [warnings[0], warnings[2], warnings.length],
      [`ReportSchedule "Weekly 0": ${said}`, `10 resources so far: ${said}`, 3],
    );
  });
});

import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { journalLeftOvers } from "pulumi-platform-provider/contract";
import { entryKinds } from "../../../provider/dist/journal/entries";
import { cliHere } from "../cli/cliHere";
import { datasets } from "./programs";
import { mustStay } from "./promise";
import { readRecording, recordedVersions, stackFolders } from "./recording";
import { Replay } from "./replay";
import { StoppedProject } from "./stoppedProject";

const apply = ["--yes", "--skip-preview"];

/** The requests that were under way at the kills: three creates, of which one is an e-mail, and a delete. */
const unanswered = 4;

interface Findings {
  findings?: { name: string; object?: { id: string } }[];
}

interface Line {
  entry: unknown;
}

/** Whether this build reads everything that an entry says. A translated form needs a case of its own. */
const isRead = (entry: unknown) =>
  entry === null ||
  Object.values(entryKinds).some((form) => isDeepStrictEqual(form.safeParse(entry).data, entry));

/** What a command of `pulumi-platform` reports about the project of a killed run. */
async function report(replay: Replay, command: string): Promise<unknown> {
  const project = new StoppedProject(replay);
  try {
    const { out, err } = await cliHere(project.env, project.folder, command, "--json");
    return JSON.parse(out || JSON.stringify(err));
  } finally {
    project.remove();
  }
}

/** How many objects there are of each type that a second create makes twice. */
const countsOf = ({ instances }: Replay) =>
  Object.values(instances).map(({ state }) => {
    const { schedules, groups, executions, indexes, texts } = state;
    return [schedules, groups, executions, indexes, texts].map(({ length }) => length);
  });

for (const version of recordedVersions())
  for (const folder of stackFolders(version)) {
    const name = basename(folder);
    const isKilled = name.includes("killed");
    const { pending_operations: pending } = readRecording(folder).state.deployment;

    describe(`the journal of version ${version} (${name})`, () => {
      let replay: Replay;
      before(async () => {
        replay = await Replay.open(folder);
      });
      after(() => replay.close());

      it("has only lines that this version can read", async () => {
        const lines = Object.values(replay.recording.journal).join("").trim().split("\n");
        const unread = lines.filter((line) => !isRead((JSON.parse(line) as Line).entry));
        const { damaged, entries } = await journalLeftOvers(join(replay.home, "platform/journal"));
        const why = mustStay(version, "these lines of a journal");
        assert.deepEqual([unread, damaged], [[], []], why);
        const open = entries.filter(({ isAnswered }) => !isAnswered);
        const expected = isKilled ? unanswered : 0;
        assert.equal(open.length, expected, mustStay(version, "the journal"));
      });

      if (isKilled) {
        it("tells `doctor` which requests got no answer", async () => {
          const text = JSON.stringify(await report(replay, "doctor"));
          const expected = new RegExp(`${unanswered} requests of earlier runs got no answer`);
          assert.match(text, expected, `${mustStay(version, "the journal")}\n${text}`);
        });

        it("lets the next run finish, without a second object or e-mail", async () => {
          const { main } = replay.instances;
          const { resources } = replay.recording.program;
          const made = new Set(main.state.schedules.map(({ id }) => String(id)));
          const stack = await replay.stack();
          const told = await stack.told("up", ...apply);
          const why = `${mustStay(version, "the journal")}\n${told.text}`;
          assert.equal(told.code, 0, why);
          const wanted = (type: string, key: string) =>
            resources.flatMap((one) => (one.type === type ? [String(one.args[key])] : [])).sort();
          const titles = main.state.schedules.map(({ title }) => title).sort();
          const names = main.state.groups.map((group) => group.name);
          assert.deepEqual(
            [titles, names, main.outbox],
            [wanted("ReportSchedule", "title"), wanted("Group", "name"), []],
            why,
          );
          const stored = Object.values(await stack.state()).flatMap(({ type, id = "" }) =>
            type.endsWith(":ReportSchedule") ? [id] : [],
          );
          assert.deepEqual(new Set(stored), made, why);
        });
      }

      if (pending !== undefined) {
        it("and its state lead `recover` to the object of the killed create", async () => {
          const fresh = await Replay.open(folder);
          try {
            const { schedules } = fresh.instances.main.state;
            const made = schedules.find(({ title }) => title === "Created at the kill");
            const { findings } = (await report(fresh, "recover")) as Findings;
            const found = findings?.find((one) => one.name === "lost")?.object?.id;
            const why = mustStay(version, "the pending operations of a state");
            assert.equal(found, String(made?.id), why);
          } finally {
            await fresh.close();
          }
        });
      }

      // A move creates nothing, so it leaves no entries of the plugin.
      if (!isKilled && name !== "moved") {
        it("keeps a run without the state from a second object or e-mail", async () => {
          replay.recording.state.deployment.resources = [];
          const counts = countsOf(replay);
          const stack = await replay.stack();
          const { text } = await stack.told("up", ...apply, "--continue-on-error");
          const why = `${mustStay(version, "the journal")}\n${text}`;
          assert.deepEqual(countsOf(replay), counts, why);
          const { waited } = await stack.state();
          assert.equal(waited?.outputs?.outcome, "done", why);
          const { main, elsewhere } = replay.instances;
          // This share was muted, so its e-mail is sent now.
          const mails = [...main.outbox, ...elsewhere.outbox].filter(
            ({ subject }) => subject !== datasets.muted,
          );
          assert.deepEqual(mails, [], why);
        });
      }
    });
  }

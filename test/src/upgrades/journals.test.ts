import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { journalLeftOvers } from "pulumi-platform-provider/contract";
import { cliHere } from "../cli/cliHere";
import { StoppedProject } from "./stoppedProject";
import { mustStay } from "./promise";
import { readRecording, recordedVersions, stackFolders } from "./recording";
import { Replay } from "./replay";

/** The requests that were under way at the kill: three creates, of which one is an e-mail, and a delete. */
const unanswered = 4;

interface Findings {
  findings?: { name: string; object?: { id: string } }[];
}

for (const version of recordedVersions())
  for (const folder of stackFolders(version)) {
    const name = basename(folder);
    describe(`the journal of version ${version} (${name})`, () => {
      let replay: Replay;
      before(async () => {
        replay = await Replay.open(folder);
      });
      after(() => replay.close());

      it("has only lines that this version can read", () => {
        const { damaged, entries } = journalLeftOvers(join(replay.home, "platform/journal"));
        assert.deepEqual(damaged, [], mustStay(version, "these lines of a journal"));
        const open = entries.filter(({ isAnswered }) => !isAnswered);
        const expected = name.includes("killed") ? unanswered : 0;
        assert.equal(open.length, expected, mustStay(version, "the journal"));
      });

      if (!name.includes("killed")) return;

      const command = async (...args: string[]) => {
        const project = new StoppedProject(replay);
        try {
          const { out, err } = await cliHere(project.env, project.folder, ...args, "--json");
          return JSON.parse(out || JSON.stringify(err)) as unknown;
        } finally {
          project.remove();
        }
      };

      it("tells `doctor` which requests got no answer", async () => {
        const report = JSON.stringify(await command("doctor"));
        const expected = new RegExp(`${unanswered} requests of earlier runs got no answer`);
        assert.match(report, expected, `${mustStay(version, "the journal")}\n${report}`);
      });

      const { pending_operations: pending } = readRecording(folder).state.deployment;
      if (pending !== undefined) {
        it("leaves a state in which `recover` finds the object of the killed create", async () => {
          const { main } = replay.instances;
          const made = main.state.schedules.find(({ title }) => title === "Created at the kill");
          const { findings } = (await command("recover")) as Findings;
          assert.equal(
            findings?.find((one) => one.name === "lost")?.object?.id,
            String(made?.id),
            mustStay(version, "the pending operations of a state"),
          );
        });
      }

      it("lets the next run finish, without a second object or e-mail", async () => {
        const { main } = replay.instances;
        const { resources } = replay.recording.program;
        const made = new Set(main.state.schedules.map(({ id }) => String(id)));
        const stack = await replay.stack();
        const told = await stack.told("up", "--yes", "--skip-preview");
        assert.equal(told.code, 0, `${mustStay(version, "the journal")}\n${told.text}`);
        const wanted = (type: string, key: string) =>
          resources.flatMap((one) => (one.type === type ? [String(one.args[key])] : [])).sort();
        assert.deepEqual(
          [
            main.state.schedules.map(({ title }) => title).sort(),
            main.state.groups.map((group) => group.name),
            main.outbox,
          ],
          [wanted("ReportSchedule", "title"), wanted("Group", "name"), []],
          mustStay(version, "the journal"),
        );
        const state = Object.values(await stack.state());
        const ids = state.flatMap(({ type, id = "" }) =>
          /:ReportSchedule$/.test(type) ? [id] : [],
        );
        assert.deepEqual(new Set(ids), made, mustStay(version, "the journal"));
      });
    });
  }

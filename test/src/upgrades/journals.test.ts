import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { journalLeftOvers } from "pulumi-platform-provider/contract";
import { mustStay } from "./promise";
import { recordedVersions, stackFolders } from "./recording";
import { Replay } from "./replay";

const apply = ["--yes", "--skip-preview"];

for (const version of recordedVersions())
  for (const folder of stackFolders(version)) {
    describe(`the journal of version ${version} (${basename(folder)})`, () => {
      let replay: Replay;
      before(async () => {
        replay = await Replay.open(folder);
      });
      after(() => replay.close());

      it("can be read line by line", () => {
        const { damaged, entries } = journalLeftOvers(join(replay.home, "platform/journal"));
        assert.deepEqual(damaged, [], mustStay(version, "these lines of a journal"));
        assert.notEqual(entries.length, 0);
        console.log(entries.filter((one) => !one.isAnswered).length, entries.length);
      });

      if (!basename(folder).includes("killed")) return;
      it("lets the next run finish, without a second object or e-mail", async () => {
        const stack = await replay.stack();
        const { main } = replay.instances;
        const told = await stack.told("up", ...apply);
        assert.equal(told.code, 0, told.text);
        console.log(
          told.text,
          replay.writes(),
          main.state.schedules.map((x) => x.title),
          main.state.groups.map((x) => x.name),
          main.outbox,
        );
      });
    });
  }

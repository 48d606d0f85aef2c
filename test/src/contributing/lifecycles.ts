// mocha runs this file in the copy of the tree.
import process from "node:process";
import { rows } from "../fixtures/index";
import { entries } from "../harness/session";
import { inProcess } from "../lifecycle/inProcess";
import { lifecycleTable } from "../lifecycle/table";

const own = rows.filter(({ resource }) => resource === process.env.PLATFORM_TEST_RESOURCE);
for (const entry of entries) {
  describe(`the lifecycles of ${own.map(({ resource }) => resource).join()}, ${entry}`, () =>
    lifecycleTable("extended", entry, { ...inProcess, only: own }));
}

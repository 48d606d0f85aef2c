import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { analysts, weekly } from "../../engine/stacks/declarations";
import type { Declared } from "../../engine/stacks/pulumiStack";
import { InProcessStack } from "../../harness/inProcessStack";
import { ownHome } from "../home";

const twin =
  /Another resource of this program(?: \(weekly\S*\))? declares report schedule "Weekly sales" with the same content, so its recipients get each e-mail twice\. Remove one of them from the program\. To keep both without this warning, write `allowDuplicate: true` in the program\./;
const namesake =
  /ReportSchedule "Weekly sales": another resource of this program(?: \(weekly\S*\))? has the same title and pageId\./;

const again = (more: object = {}): Declared => {
  const declared = weekly();
  return { ...declared, name: "weekly-again", args: { ...declared.args, ...more } };
};
const later = (): Declared => again({ schedule: { ...weekly().args.schedule, hourOfDay: 17 } });

for (const entry of ["dynamic", "plugin"] as const) {
  describe(`a program that declares the same object twice, ${entry}`, () => {
    let platform: Simulator;
    let stack: InProcessStack;
    ownHome();
    const preview = async (...declared: Declared[]) => {
      stack.declare(declared);
      platform.calls.length = 0;
      const { code, text } = await stack.told("preview");
      assert.equal(code, 0, text);
      return text;
    };
    const callsOf = async (...declared: Declared[]) => {
      await preview(...declared);
      return platform.calls.length;
    };

    before(async () => {
      platform = await startSimulator({ profile: "extended" });
      stack = new InProcessStack(entry, {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
      });
    });
    after(async () => {
      await platform.close();
      stack.remove();
    });

    it("is warned before the first of them exists", async () => {
      assert.match(await preview(weekly(), again()), twin);
    });

    it("gets a hint where only title and page are the same", async () => {
      const text = await preview(weekly(), later());
      assert.match(text, namesake);
      assert.doesNotMatch(text, twin);
    });

    it("hears that `up` fails where only one object can have the name", async () => {
      const { args } = analysts();
      const twice = { ...analysts(), name: "again", args: { ...args, description: "Other" } };
      const fails =
        /another resource of this program(?: \(analysts\S*\))? has the same name, and `pulumi up` fails: the platform allows only one group of a name\./;
      assert.match(await preview(analysts(), twice), fails);
    });

    it("hears nothing where it allows the copy, or declares another title", async () => {
      for (const other of [again({ allowDuplicate: true }), again({ title: "Other" })]) {
        const text = await preview(weekly(), other);
        assert.doesNotMatch(text, /Another resource|another resource/);
      }
    });

    it("costs no call", async () => {
      const alone = await callsOf(weekly(), again({ title: "Other" }));
      assert.equal(await callsOf(weekly(), again()), alone);
    });

    it("is warned where one of them exists, and no more once both do", async () => {
      stack.declare([weekly(), analysts()]);
      await stack.ok("up", "--yes", "--skip-preview");
      assert.match(await preview(weekly(), again(), analysts()), twin);
      await stack.ok("up", "--yes", "--skip-preview");
      assert.equal(platform.state.schedules.length, 2);
      assert.doesNotMatch(await preview(weekly(), again(), analysts()), twin);
    });
  });
}

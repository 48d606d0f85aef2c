import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { inTurns } from "../harness/lives/sampled";
import { entries, entryNames } from "../harness/sessions/session";
import { analysts, certified, monthly, orders, weekly } from "./stacks/declarations";
import { sampledEngine, sampledStack } from "./stacks/sampledStack";
import type { Declared, PulumiStack } from "./stacks/pulumiStack";

const up = ["up", "--yes", "--skip-preview"];
const forever = 3_600_000;

/** The schedule under another name. */
const renamed = (hourOfDay = weekly().args.schedule.hourOfDay): Declared => {
  const { type, args } = weekly();
  return { type, name: "renamed", args: { ...args, schedule: { ...args.schedule, hourOfDay } } };
};

for (const entry of entries)
  describe(`what is created and what is gone, ${sampledEngine}, through ${entryNames[entry]}`, () => {
    const turn = inTurns(entry);
    let platform: Simulator;
    let stack: PulumiStack;
    const open = async (settings: Record<string, string>) => {
      stack = await sampledStack(entry, {
        PLATFORM_BASE_URL: platform.url,
        PLATFORM_TOKEN: platform.token,
        ...settings,
      });
    };
    const apply = async (...declared: Declared[]) => {
      stack.declare(declared);
      return stack.pulumi(...up);
    };
    const preview = async (...declared: Declared[]) => {
      stack.declare(declared);
      return stack.pulumi("preview");
    };
    const titles = () => platform.state.schedules.map(({ title }) => title);
    /** A schedule that somebody made by hand, so that the list is never empty. */
    const other = () =>
      platform.state.schedules.push({
        ...structuredClone(platform.state.schedules[0] ?? assert.fail("no schedule")),
        ...{ id: 7, title: "By hand" },
      });

    beforeEach(async () => {
      platform = await startSimulator({ profile: "extended" });
    });
    afterEach(async () => {
      await platform.close();
      stack.remove();
    });

    for (const operations of ["documented", "extended"] as const) {
      turn(
        `keeps a schedule that the instance shows late, with ${operations} operations`,
        async () => {
          await open({ PLATFORM_OPERATIONS: operations, PLATFORM_VISIBILITY_DELAY_SECONDS: "600" });
          await stack.ok("preview");
          platform.fault({ method: "GET", kind: "stale", delayMs: forever, times: 0 });
          assert.equal((await apply(weekly())).code, 0);
          other();
          const { id } = (await stack.state()).weekly ?? assert.fail("not in the state");
          for (const command of [["preview"], ["refresh", "--yes"], up, ["up", "--yes"]]) {
            const { code, text } = await stack.pulumi(...command);
            assert.equal(code, 0, text);
            assert.doesNotMatch(text, /was deleted|\+ create/);
            assert.equal((await stack.state()).weekly?.id, id);
          }
          const { text } = await stack.pulumi("refresh", "--yes");
          assert.match(
            text,
            new RegExp(
              `report schedule ${id} "Weekly sales" keeps its state: Pulumi wrote it \\d+ s ago, and the instance does not show it yet`,
            ),
          );
          assert.deepEqual(titles(), ["Weekly sales", "By hand"]);

          platform.clearFaults();
          await stack.ok("refresh", "--yes");
          assert.deepEqual(await stack.steps("preview"), []);
          platform.state.schedules.splice(0, 1);
          await stack.ok("refresh", "--yes");
          assert.equal((await stack.state()).weekly, undefined);
        },
      );
    }

    turn(
      "keeps a group, its members, a share and a certification that the instance shows late",
      async () => {
        await open({ PLATFORM_OPERATIONS: "extended", PLATFORM_VISIBILITY_DELAY_SECONDS: "600" });
        assert.equal((await apply(analysts())).code, 0);
        await stack.ok("refresh", "--yes");
        const { id: groupId } = (await stack.state()).analysts ?? assert.fail("no group");
        platform.fault({ method: "GET", kind: "stale", delayMs: forever, times: 0 });
        const members = [{ type: "USER", id: "42" }];
        const declared: Declared[] = [
          analysts(),
          { ...analysts(), name: "readers", args: { name: "Readers", type: "open" } },
          { type: "GroupMembers", name: "members", args: { groupId, members } },
          orders(),
          certified(),
        ];
        assert.equal((await apply(...declared)).code, 0);
        const ids = async () =>
          Object.entries(await stack.state())
            .map(([name, { id }]) => `${name} ${id}`)
            .sort();
        const before = await ids();
        const writes = () => platform.calls.filter(({ method }) => method !== "GET").length;
        const written = writes();
        for (const command of [["refresh", "--yes"], up, ["up", "--yes", "--refresh"]]) {
          const { code, text } = await stack.pulumi(...command);
          assert.equal(code, 0, text);
          assert.deepEqual(await ids(), before);
          assert.equal(writes(), written, text);
        }
        platform.clearFaults();
        await stack.ok("refresh", "--yes");
        assert.deepEqual(await stack.steps("preview"), []);
      },
    );

    turn("does not take its own update for a manual change", async () => {
      await open({ PLATFORM_OPERATIONS: "extended", PLATFORM_VISIBILITY_DELAY_SECONDS: "600" });
      assert.equal((await apply(weekly())).code, 0);
      await stack.ok("refresh", "--yes");
      platform.fault({ method: "GET", kind: "stale", delayMs: forever, times: 0 });
      const later = { ...renamed(17), name: "weekly" };
      assert.equal((await apply(later)).code, 0);
      const writes = platform.calls.filter(({ method }) => method !== "GET").length;
      assert.match(
        await stack.ok("refresh", "--yes"),
        /keeps its state: Pulumi wrote schedule\.hourOfDay \d+ s ago, and the instance shows the values from before/,
      );
      assert.equal((await apply(later)).code, 0);
      assert.equal(platform.calls.filter(({ method }) => method !== "GET").length, writes);
      const [schedule] = platform.state.schedules;
      assert.equal(schedule?.schedule.hourOfDay, 17);
    });

    turn("sees a manual change of what its own update did not write", async () => {
      await open({
        PLATFORM_OPERATIONS: "extended",
        PLATFORM_VISIBILITY_DELAY_SECONDS: "600",
        PLATFORM_READ_DETAILS: "refresh",
      });
      assert.equal((await apply(weekly())).code, 0);
      await stack.ok("refresh", "--yes");
      assert.equal((await apply({ ...renamed(17), name: "weekly" })).code, 0);
      const [schedule] = platform.state.schedules;
      schedule?.schedule.additionalRecipients.pop();
      stack.declare([{ ...renamed(17), name: "weekly" }]);
      assert.deepEqual(await stack.steps("preview", "--refresh"), ["update weekly"]);
    });

    turn(
      "waits for an object that it must change or delete, and that the instance shows late",
      async () => {
        await open({ PLATFORM_OPERATIONS: "extended", PLATFORM_VISIBILITY_DELAY_SECONDS: "600" });
        await stack.ok("preview");
        const path = "/reportschedules/\\d+$";
        const missing = { kind: "status", status: 404, body: { message: "Not found" } } as const;
        const list = "/reportschedules$";
        platform.fault({ method: "GET", path: list, kind: "stale", delayMs: forever, times: 0 });
        assert.equal((await apply(weekly())).code, 0);
        // The plugin reads the object twice before the program runs.
        platform.fault({ ...missing, path, times: 3 });
        const { code, text } = await apply({ ...renamed(17), name: "weekly" });
        assert.equal(code, 0, text);
        assert.equal(platform.state.schedules[0]?.schedule.hourOfDay, 17);
        platform.fault({ ...missing, path, times: 3 });
        await stack.ok("destroy", "--yes");
        assert.deepEqual(titles(), []);
      },
    );

    turn(
      "makes no second schedule where the state lost one that the instance shows late",
      async () => {
        await open({ PLATFORM_OPERATIONS: "extended", PLATFORM_VISIBILITY_DELAY_SECONDS: "600" });
        await stack.ok("config", "set", "platform:writeDeadlineSeconds", "1");
        platform.fault({ method: "GET", kind: "stale", delayMs: forever, times: 0 });
        assert.equal((await apply(weekly())).code, 0);
        other();
        const { id, urn } = (await stack.state()).weekly ?? assert.fail("not in the state");
        await stack.ok("state", "delete", urn, "--yes");
        const { code, text } = await apply(weekly());
        assert.notEqual(code, 0);
        assert.match(
          text,
          new RegExp(`created report schedule ${id}.* the instance does not show it`),
        );
        assert.deepEqual(titles(), ["Weekly sales", "By hand"]);
        platform.clearFaults();
        const shown = await apply(weekly());
        assert.match(shown.text, new RegExp(`${id}`));
        assert.deepEqual(titles(), ["Weekly sales", "By hand"]);
      },
    );

    turn("refuses a renamed and changed schedule that the instance shows late", async () => {
      await open({ PLATFORM_VISIBILITY_DELAY_SECONDS: "600" });
      platform.fault({ method: "GET", kind: "stale", delayMs: forever, times: 0 });
      assert.equal((await apply(weekly())).code, 0);
      other();
      const { code, text } = await apply(renamed(17));
      assert.notEqual(code, 0);
      assert.match(text, /Could not create .* set its resource option `aliases`/s);
      assert.deepEqual(titles(), ["Weekly sales", "By hand"]);
    });

    turn("refuses a renamed and changed schedule with documented operations", async () => {
      await open({});
      assert.equal((await apply(weekly())).code, 0);
      const [previewed, applied] = [await preview(renamed(17)), await apply(renamed(17))];
      assert.equal(previewed.code === 0, entry === "dynamic", previewed.text);
      for (const { text } of [previewed, applied]) {
        assert.match(text, /`pulumi up` will fail|Could not create/);
        assert.match(text, /set its resource option `aliases`/);
      }
      if (entry === "plugin")
        assert.match(
          previewed.text,
          /`\[\{ name: "weekly", parent: pulumi\.rootStackResource \}\]`/,
        );
      assert.notEqual(applied.code, 0);
      assert.deepEqual(titles(), ["Weekly sales"]);
    });

    turn(
      "names the whole old name of a renamed schedule, also with characters that a URN has between its parts",
      async () => {
        await open({});
        const name = 'sales::weekly$"A"';
        assert.equal((await apply({ ...weekly(), name })).code, 0);
        const { text } = await preview(weekly());
        const old = entry === "dynamic" ? "OLD-NAME" : name;
        const alias = `[{ name: ${JSON.stringify(old)}, parent: pulumi.rootStackResource }]`;
        assert.ok(text.includes(`\`${alias}\``), text);
        const followed = await apply({ ...weekly(), opts: { aliases: [{ name }] } });
        assert.equal(followed.code, 0, followed.text);
        assert.deepEqual(titles(), ["Weekly sales"]);
      },
    );

    turn(
      "makes no second schedule where a renamed and changed one leaves its name to another",
      async () => {
        await open({});
        stack.env.PULUMI_SKIP_CHECKPOINTS = "true";
        assert.equal((await apply(weekly())).code, 0);
        const successor = { ...monthly(), name: weekly().name };
        const { code, text } = await apply(renamed(17), successor);
        assert.notEqual(code, 0);
        assert.match(text, /This change is not possible with the documented API: title/);
        assert.deepEqual(titles(), ["Weekly sales"]);
      },
    );

    turn(
      "makes no second schedule where the old name of a renamed one is another's and tainted",
      async () => {
        await open({});
        assert.equal((await apply(weekly())).code, 0);
        const { urn } = Object.values(await stack.state())[0] ?? {};
        await stack.ok("state", "taint", String(urn), "--yes");
        const heir = { ...weekly(), name: "renamed" };
        const { code } = await apply({ ...monthly(), name: weekly().name }, heir);
        assert.notEqual(code, 0);
        assert.deepEqual(titles(), ["Weekly sales"]);
      },
    );

    turn(
      "neither loses nor doubles a schedule whose name in the program is swapped with another one",
      async () => {
        await open({});
        const [one, other] = [weekly(), monthly()];
        const swapped = [
          { ...one, name: other.name },
          { ...other, name: one.name },
        ];
        assert.equal((await apply(one, other)).code, 0);
        for (const { code, text } of [await preview(...swapped), await apply(...swapped)]) {
          assert.notEqual(code, 0);
          assert.match(text, /This change is not possible with the documented API: title/);
        }
        stack.env.PLATFORM_OPERATIONS = "extended";
        assert.equal((await apply(...swapped)).code, 0);
        assert.deepEqual(titles().sort(), ["Monthly review", "Weekly sales"]);
      },
    );

    turn("stops at a schedule that moved into a component, and names it", async () => {
      await open({});
      assert.equal((await apply(weekly())).code, 0);
      const moved = { ...renamed(17), opts: { parent: "reports" } };
      const { code, text } = await apply(moved);
      assert.notEqual(code, 0);
      assert.match(text, /set its resource option `aliases`/);
      assert.deepEqual(titles(), ["Weekly sales"]);
    });

    turn(
      "names each of ten schedules that moved into a component, with the alias that keeps it",
      async () => {
        await open({});
        const all = Array.from({ length: 10 }, (_, at) => {
          const one = weekly();
          return { ...one, name: `weekly-${at}`, args: { ...one.args, title: `Weekly ${at}` } };
        });
        assert.equal((await apply(...all)).code, 0);
        const moved = all.map((one) => ({ ...one, opts: { parent: "reports" } }));
        stack.declare(moved);
        // The engine stops after the first failure, so it shows only those that it previews at the same time.
        const { text } = await stack.pulumi("preview", "--parallel", "16");
        for (const { id } of platform.state.schedules) assert.match(text, new RegExp(`${id}`));
        const followed = moved.map((one) => {
          // The plugin is told the URNs of the state.
          const old = entry === "dynamic" ? "OLD-NAME" : one.name;
          const alias = `[{ name: "${old}", parent: pulumi.rootStackResource }]`;
          assert.ok(text.includes(`\`${alias}\``), text);
          return { ...one, opts: { ...one.opts, aliases: [{ name: one.name, parent: null }] } };
        });
        const { code, text: applied } = await apply(...followed);
        assert.equal(code, 0, applied);
        assert.equal(titles().length, 10);
        assert.deepEqual(await stack.steps("preview", "--refresh"), []);
        // No short form names the component.
        stack.declare(all);
        const { text: back } = await stack.pulumi("preview");
        if (entry === "plugin")
          assert.match(back, /`\["urn:[^"]*\$[^"]*::weekly-\d"\]`\. Each stack has its own URN\./);
      },
    );

    turn(
      "says with extended operations that a renamed and changed schedule gets a new id, and how to keep it",
      async () => {
        await open({ PLATFORM_OPERATIONS: "extended" });
        assert.equal((await apply(weekly())).code, 0);
        const { code, text } = await preview(renamed(17));
        assert.equal(code, 0, text);
        assert.match(
          text,
          entry === "plugin" ? /warning: .*gets a new id: .*`aliases`/ : /`aliases`/,
        );
        const applied = await apply(renamed(17));
        assert.equal(applied.code, 0, applied.text);
        assert.doesNotMatch(applied.text, /no longer e-mails/);
        assert.deepEqual(titles(), ["Weekly sales"]);
      },
    );

    turn(
      "names aliases for a schedule that was renamed in the program and changed by hand",
      async () => {
        await open({});
        assert.equal((await apply(weekly())).code, 0);
        const [schedule] = platform.state.schedules;
        assert.ok(schedule);
        schedule.schedule.hourOfDay = 17;
        assert.match((await preview(renamed())).text, /`aliases`/);
        assert.notEqual((await apply(renamed())).code, 0);
        assert.deepEqual(titles(), ["Weekly sales"]);
      },
    );

    for (const [what, title, changed, isTaken] of [
      ["squeezes the blanks of", "Weekly  sales", "Weekly sales", true],
      ["cuts off", "Weekly sales of all regions", "Weekly sales of", false],
    ] as const)
      turn(
        `makes no second schedule where the platform ${what} a title and the answer is lost`,
        async () => {
          await open({});
          await stack.ok("config", "set", "platform:writeDeadlineSeconds", "2");
          platform.fault({
            method: "POST",
            path: "/reportschedules$",
            kind: "status",
            status: 504,
            moment: "after",
          });
          const changing = setInterval(() => {
            for (const one of platform.state.schedules) one.title = changed;
          }, 1);
          const { args, ...rest } = weekly();
          const declared = { ...rest, args: { ...args, title } };
          const first = await apply(declared);
          const second = await apply(declared);
          clearInterval(changing);
          assert.equal(first.code === 0, isTaken, first.text);
          if (!isTaken) assert.equal(second.code === 0, false);
          if (!isTaken) assert.match(second.text, /write `adopt: "\d+"` in the program/);
          assert.equal(platform.state.schedules.length, 1);
        },
      );

    if (entry === "plugin")
      it("creates in one run what two providers of one instance declare", async () => {
        await open({});
        const { url: baseUrl, token } = platform;
        stack.provide({ second: { baseUrl, token } });
        const second = { ...weekly(), name: "again", opts: { provider: "second" } };
        const { code, text } = await apply(weekly(), second);
        assert.equal(code, 0, text);
        assert.deepEqual(titles(), ["Weekly sales", "Weekly sales"]);
        assert.deepEqual(await stack.steps("preview"), []);
      });

    if (entry === "plugin")
      it("refuses a schedule that is renamed, changed and given to another provider", async () => {
        await open({});
        const { url: baseUrl, token } = platform;
        stack.provide({ second: { baseUrl, token } });
        assert.equal((await apply(weekly())).code, 0);
        const moved = { ...renamed(17), opts: { provider: "second" } };
        for (const { code, text } of [await preview(moved), await apply(moved)]) {
          assert.notEqual(code, 0);
          assert.match(text, /set its resource option `aliases`/);
        }
        assert.deepEqual(titles(), ["Weekly sales"]);
      });

    if (entry === "dynamic")
      it("names aliases for a schedule that has another name in the state", async () => {
        await open({});
        assert.equal((await apply(weekly())).code, 0);
        const { urn } = (await stack.state()).weekly ?? assert.fail("not in the state");
        await stack.ok("state", "rename", urn, "other", "--yes");
        for (const { text } of [await preview(weekly()), await apply(weekly())])
          assert.match(text, /renamed the resource, set its resource option `aliases`/);
        assert.deepEqual(titles(), ["Weekly sales"]);
        // A refresh reports it as the resource that the program declares, so the create looks like a replacement.
        for (const [operations, told] of [
          ["extended", /gets a new id.*set its resource option `aliases`/s],
          ["documented", /will fail.*renamed the resource, set its resource option `aliases`/s],
        ] as const) {
          stack.env.PLATFORM_OPERATIONS = operations;
          assert.match(await stack.ok("preview", "--refresh"), told);
        }
      });
  });

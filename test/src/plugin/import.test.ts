import assert from "node:assert/strict";
import { seedIds, startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { analysts, schedules, weekly } from "../engine/stacks/declarations";
import type { Stack } from "../engine/stacks/stack";
import type { Declared, PulumiStack } from "../engine/stacks/pulumiStack";
import { sampledEngine, sampledStack } from "../engine/stacks/sampledStack";
import { accessTo, apply } from "./stack";
import { stackOn } from "../engine/stacks/hosted";

const list = "GET /api/content/v1/reportschedules";
const fetchOne = `${list}/{scheduleId}`;
const imports = ["--yes", "--generate-code=false", "--protect=false"];

/** Does something on the instance as somebody does who uses no Pulumi. */
function call({ url, token }: Simulator, method: string, path: string, body?: unknown) {
  return fetch(url + path, {
    method,
    headers: { "X-SERVICE-Developer-Token": token, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Makes an object there, and gives its id. */
async function make(platform: Simulator, path: string, { args }: Declared): Promise<string> {
  const answer = await call(platform, "POST", path, args);
  return String(((await answer.json()) as { id: unknown }).id);
}

const makeSchedule = (platform: Simulator, declared: Declared) =>
  make(platform, "/api/content/v1/reportschedules", declared);
const makeGroup = (platform: Simulator, declared: Declared) =>
  make(platform, "/api/content/v2/groups", declared);

const unseen =
  /ReportSchedule: attachmentInclude, schedule\.additionalRecipients, viewId cannot be read\. Your program's values are recorded as current/;

const weeklyOf = (title: string): Declared => {
  const { type, args } = weekly();
  return { type, name: title, args: { ...args, title } };
};

for (const operations of ["documented", "extended"] as const) {
  describe(`an import, ${sampledEngine}, in ${operations} operations`, () => {
    let platform: Simulator;
    let stack: PulumiStack;
    let id: string;
    let group: string;
    const routes = () => platform.calls.map(({ route }) => route);
    const importing = (type: string, name: string, key: string) => [
      "import",
      `platform:index:${type}`,
      name,
      key,
      ...imports,
    ];

    before(async () => {
      platform = await startSimulator({ profile: "extended" });
      stack = await sampledStack("plugin", {
        ...accessTo(platform),
        PLATFORM_OPERATIONS: operations,
      });
      id = await makeSchedule(platform, weekly());
      group = await makeGroup(platform, analysts());
    });
    after(async () => {
      await platform.close();
      stack.remove();
    });
    beforeEach(() => {
      platform.calls.length = 0;
    });

    it("takes a schedule by its id, and says what the platform does not show of it", async () => {
      const said = await stack.ok(...importing("ReportSchedule", "weekly", id));
      assert.doesNotMatch(said, /failed to validate/);
      const { weekly: state } = await stack.state();
      assert.equal(state?.id, id);
      assert.equal(state.inputs?.title, weekly().args.title);
      if (operations === "documented") {
        assert.match(said, unseen);
      } else {
        assert.doesNotMatch(said, /cannot be read/);
        const shown = Object.entries(state.inputs ?? {}).filter(([key]) => !key.startsWith("__"));
        assert.deepEqual(Object.fromEntries(shown), weekly().args);
      }
    });

    it("takes a group", async () => {
      const key = operations === "extended" ? String(analysts().args.name) : group;
      await stack.ok(...importing("Group", "analysts", key));
      assert.equal((await stack.state()).analysts?.id, group);
    });

    it("leaves nothing to do for the program that says what is there", async () => {
      stack.declare([weekly(), analysts()]);
      assert.deepEqual(await stack.steps("preview"), []);
      assert.deepEqual(await stack.steps("up", ...apply), []);
      assert.deepEqual(
        platform.calls.filter(({ method }) => method !== "GET"),
        [],
      );
      const { weekly: state } = await stack.state();
      assert.equal("__notShown" in { ...state?.inputs, ...state?.outputs }, false);
      assert.equal(state?.inputs?.attachmentInclude, weekly().args.attachmentInclude);
    });

    it("manages from then on also what the platform did not show", async () => {
      const changed = weekly();
      changed.args.attachmentInclude = !changed.args.attachmentInclude;
      stack.declare([changed, analysts()]);
      if (operations === "extended") {
        assert.deepEqual(await stack.steps("preview"), ["update weekly"]);
      } else {
        const { errors } = await stack.told("preview");
        assert.match(errors.get("weekly") ?? "", /documented API: attachmentInclude of/);
      }
    });

    it("is also what the resource option `import` does, with the same program as ever after", async () => {
      stack.declare([
        weekly(),
        analysts(),
        {
          ...weeklyOf("Imported"),
          opts: { import: await makeSchedule(platform, weeklyOf("Imported")) },
        },
      ]);
      assert.deepEqual(await stack.steps("up", ...apply), ["import Imported"]);
      stack.declare([weekly(), analysts(), weeklyOf("Imported")]);
      assert.deepEqual(await stack.steps("preview"), []);
    });

    if (operations === "extended") {
      it("says in the preview of the first update what it writes that nobody has seen, and who gets mail", async () => {
        const hidden = await makeSchedule(platform, weeklyOf("Hidden"));
        const timing = () => {
          const found = platform.state.schedules.find((one) => String(one.id) === hidden);
          assert.ok(found);
          return found.schedule;
        };
        const path = "/reportschedules/\\d+$";
        platform.fault({ method: "GET", path, kind: "status", status: 403, times: 0 });
        assert.match(await stack.ok(...importing("ReportSchedule", "Hidden", hidden)), unseen);
        platform.clearFaults();
        timing().additionalRecipients = [{ type: "EMAIL", value: "hidden@example.com" }];
        const changed = weeklyOf("Hidden") as ReturnType<typeof weekly>;
        changed.args.schedule.hourOfDay = 9;
        stack.declare([weekly(), analysts(), weeklyOf("Imported"), changed]);
        const { text, differences } = await stack.told("preview");
        assert.deepEqual(differences.get("Hidden"), ["update schedule.hourOfDay"]);
        assert.match(text, /will e-mail 1 recipient \(sales@example\.com\)/);
        assert.match(
          text,
          /was imported or adopted: this update overwrites attachmentInclude, schedule\.additionalRecipients, viewId, which could not be read/,
        );
        // There is a call for this alone, but it would not write what the preview said.
        changed.args.schedule.hourOfDay = 8;
        changed.args.schedule.enabled = false;
        stack.declare([weekly(), analysts(), weeklyOf("Imported"), changed]);
        assert.deepEqual(await stack.steps("up", ...apply), ["update Hidden"]);
        assert.deepEqual(
          timing().additionalRecipients,
          weekly().args.schedule.additionalRecipients,
        );
        changed.args.schedule.hourOfDay = 10;
        stack.declare([weekly(), analysts(), weeklyOf("Imported"), changed]);
        const next = await stack.told("up", ...apply);
        assert.doesNotMatch(next.text, /was imported/);
      });
    }

    it("names what is nearest where the list has no such object", async () => {
      const said = await stack.fails(...importing("ReportSchedule", "other", "Weekly saless"));
      assert.match(
        said,
        new RegExp(
          `Could not find report schedule "Weekly saless": none of the ${operations === "extended" ? 3 : 2} .* has that id or title\\. Did you mean ${id} "Weekly sales", `,
        ),
      );
    });

    it("does not choose between two of one title", async () => {
      const other = await makeSchedule(platform, weekly());
      const said = await stack.fails(...importing("ReportSchedule", "other", "Weekly sales"));
      assert.match(
        said,
        new RegExp(`2 have that title \\(ids ${id}, ${other}\\)\\. Import it by its id`),
      );
    });

    it("refuses what the platform shows nobody, before any call, and says what to do", async () => {
      const refused: [type: string, key: string, todo: RegExp][] = [
        [
          "ScheduledReportEmails",
          "scheduled-report-emails",
          /Declare it in the program instead\. Creating/,
        ],
        ["ReportSend", "1", /Declare it in the program instead\. It runs when it is created/],
      ];
      if (operations === "documented") {
        const todo = /To import it, set PLATFORM_OPERATIONS to extended\.[^]*Declare it/;
        refused.push(["Certification", "CARD/12", todo], ["DatasetShare", seedIds.dataset, todo]);
      }
      for (const [type, key, todo] of refused) {
        assert.match(await stack.fails(...importing(type, "other", key)), todo);
      }
      assert.deepEqual(routes(), []);
    });

    if (operations === "extended") {
      it("takes the access of all but the owner to a dataset, and the program can take it away", async () => {
        await call(platform, "POST", `/api/data/v3/datasources/${seedIds.dataset}/share`, {
          permissions: [{ type: "USER", id: "7", accessLevel: "CAN_VIEW" }],
          sendEmail: false,
        });
        await stack.ok(...importing("DatasetShare", "orders", seedIds.dataset));
        const { orders } = await stack.state();
        assert.equal(orders?.id, seedIds.dataset);
        const permissions = orders.inputs?.permissions as { id: string; accessLevel: string }[];
        assert.ok(permissions.some((one) => one.id === "7"));
        assert.ok(permissions.every((one) => one.accessLevel !== "OWNER"));
      });

      it("takes a certification by the kind and the id of what is certified", async () => {
        assert.match(
          await stack.fails(...importing("Certification", "card", "12")),
          /it does not exist.* Import it by CARD\/<cardId> or DATA_SOURCE\/<datasetId>/,
        );
        assert.match(
          await stack.fails(...importing("Certification", "card", "CARD/12")),
          /it does not exist, or the user of the token cannot see it\. \[not_found\]/,
        );
        await call(platform, "PUT", "/api/tags/v3/CARD/12/system/CERTIFIED/state/ACTIVE");
        await stack.ok(...importing("Certification", "card", "CARD/12"));
        const args = { entityType: "CARD", entityId: "12", triggers: ["first"] };
        stack.declare([{ type: "Certification", name: "card", args }]);
        assert.deepEqual(await stack.steps("up", "--target", "**card", ...apply), []);
        assert.deepEqual((await stack.state()).card?.inputs, args);
      });
    }
  });
}

describe("an object that was imported as two resources", () => {
  it("is warned of, and is deleted only with the last of them", async () => {
    const platform = await startSimulator({ profile: "extended" });
    const stack = await sampledStack("plugin", {
      ...accessTo(platform),
      PLATFORM_OPERATIONS: "extended",
    });
    try {
      const id = await makeGroup(platform, analysts());
      for (const name of ["first", "second"]) {
        await stack.ok("import", "platform:index:Group", name, id, ...imports);
      }
      const [first, second] = ["first", "second"].map((name) => ({ ...analysts(), name }));
      assert.ok(first && second);
      stack.declare([first, second]);
      const { notices } = await stack.told("preview");
      assert.match(
        [...notices.values()].join(""),
        new RegExp(`Another resource of this program is group ${id} "Analysts" too`),
      );
      stack.declare([first]);
      assert.deepEqual(await stack.steps("up", ...apply), ["delete second"]);
      assert.deepEqual(
        platform.state.groups.map((group) => String(group.id)),
        [id],
      );
      await stack.ok("destroy", ...apply);
      assert.deepEqual(platform.state.groups, []);
    } finally {
      await platform.close();
      stack.remove();
    }
  });
});

describe("an import of many", () => {
  const pageCap = 50;
  const many = 3 * pageCap;
  let platform: Simulator;
  let stack: Stack;
  const routes = () => platform.calls.map(({ route }) => route);

  before(async () => {
    platform = await startSimulator({ profile: "extended", pageCap });
    stack = await stackOn("plugin", { ...accessTo(platform), PLATFORM_OPERATIONS: "extended" });
    const ids = new Map<string, string>();
    for (const declared of schedules(many)) {
      ids.set(declared.name, await makeSchedule(platform, declared));
    }
    const resources = [...ids].map(([name, id]) => ({
      type: "platform:index:ReportSchedule",
      name,
      id,
    }));
    stack.write("import.json", JSON.stringify({ resources }));
    platform.calls.length = 0;
  });
  after(async () => {
    await platform.close();
    stack.remove();
  });
  beforeEach(() => {
    platform.calls.length = 0;
  });

  it(`takes ${many} schedules behind a page cap of ${pageCap} with one file and 8 lists at most, and reads each once in the preview and once in the import`, async () => {
    await stack.ok("import", "--file", "import.json", ...imports);
    assert.equal(Object.keys(await stack.state()).length, many);
    assert.deepEqual(new Set(routes()), new Set([list, fetchOne]));
    const lists = routes().filter((route) => route === list).length;
    assert.ok(lists <= 8, `${lists} lists`);
    assert.equal(routes().length - lists, 2 * many);
  });

  it("leaves nothing to do for the program that declares them, and 4 lists say so", async () => {
    stack.declare(schedules(many));
    assert.deepEqual(await stack.steps("preview"), []);
    assert.deepEqual(routes(), Array(4).fill(list));
  });

  it("refuses to take one object as two resources", async () => {
    const type = "platform:index:ReportSchedule";
    const id = await makeSchedule(platform, weeklyOf("Imported twice"));
    const resources = ["one", "two"].map((name) => ({ type, name, id }));
    stack.write("twice.json", JSON.stringify({ resources }));
    assert.match(
      await stack.fails("import", "--file", "twice.json", ...imports),
      new RegExp(`Could not import report schedule ${id}: another resource of this program`),
    );
  });
});

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSimulator, type Simulator } from "pulumi-platform-simulator";
import { addSchedules, calendar, dataOf, writeInstances } from "./calendarInstances";
import { emptyFolder } from "../command";

const out = ["--out", "calendar.html", "--zone", "Europe/Berlin", "--from", "2026-11-01"];
const hostile = "</script><script>alert(1)</script><!--";

for (const operations of ["documented", "extended"] as const) {
  describe(`pulumi-platform calendar, ${operations} operations`, () => {
    let folder: string;
    let dev: Simulator;
    let prod: Simulator;
    const run = (...args: string[]) => calendar(folder, { dev, prod }, ...args);

    beforeEach(async () => {
      folder = emptyFolder();
      [dev, prod] = [
        await startSimulator({ profile: operations, token: "token-of-dev" }),
        await startSimulator({ profile: operations, token: "token-of-prod" }),
      ];
      writeInstances(folder, { dev, prod }, operations);
      addSchedules(dev, [
        { title: "Sales", to: ["ann@example.com", "BOB@example.org"] },
        { title: hostile, schedule: { frequency: "WEEKLY", daysToRun: "MON" } },
        { title: "Paused", schedule: { enabled: false } },
        { title: "Each hour", schedule: { frequency: "HOURLY" } },
      ]);
      addSchedules(prod, [{ title: "Sales" }]);
    });
    afterEach(async () => {
      await Promise.all([dev.close(), prod.close()]);
      rmSync(folder, { recursive: true, force: true });
    });

    const assertOnlyRead = () => {
      const calls = [...dev.calls, ...prod.calls];
      assert.ok(calls.length > 0);
      assert.deepEqual(new Set(calls.map(({ method }) => method)), new Set(["GET"]));
      assert.deepEqual([...dev.outbox, ...prod.outbox], []);
    };

    it("writes a page with every schedule, and only reads", async () => {
      const { code, out: printed, err } = await run("dev", ...out);
      assert.deepEqual([code, err], [0, ""]);
      assert.match(printed, /^dev: 4 schedules, 1 disabled, 1 cannot be placed\.\n/);
      assert.match(printed, /Wrote .*calendar\.html\.\n$/);
      const data = dataOf(folder);
      assert.deepEqual(
        [data.zone, data.first, data.last],
        ["Europe/Berlin", "2026-10-26", "2027-11-06"],
      );
      const [{ schedules } = assert.fail()] = data.instances;
      const shown = schedules.toSorted((one, other) => Number(one.id) - Number(other.id));
      assert.deepEqual(
        shown.map(({ title, isEnabled, people, reason }) => [title, isEnabled, people, reason]),
        [
          ["Sales", true, 2, undefined],
          [hostile, true, 1, undefined],
          ["Paused", false, 1, undefined],
          ["Each hour", true, 1, 'The frequency "HOURLY" is not known.'],
        ],
      );
      assertOnlyRead();
    });

    it("names recipients only where the instance tells them", async () => {
      const { out: printed } = await run("dev", ...out);
      const [instance] = dataOf(folder).instances;
      assert.ok(instance);
      const sales = instance.schedules.find(({ title }) => title === "Sales");
      const names = sales?.recipients?.map((place) => instance.recipients[place]?.name);
      if (operations === "documented") {
        assert.equal(names, undefined);
        assert.deepEqual(instance.recipients, []);
      } else {
        assert.deepEqual(names, ["ann@example.com", "bob@example.org"]);
        assert.match(printed, /The file contains the names of recipients\./);
        // Others on this computer cannot read it.
        if (process.platform !== "win32") {
          assert.equal(statSync(join(folder, "calendar.html")).mode & 0o77, 0);
        }
      }
    });

    it("puts two instances into one page", async () => {
      const { code, out: printed } = await run("dev", "prod", "--json", ...out);
      assert.equal(code, 0);
      assert.deepEqual(
        dataOf(folder).instances.map(({ name, schedules }) => [name, schedules.length]),
        [
          ["dev", 4],
          ["prod", 1],
        ],
      );
      const { instances } = JSON.parse(printed) as { instances: Record<string, unknown>[] };
      assert.deepEqual(instances, [
        {
          instance: "dev",
          schedules: 4,
          disabled: 1,
          unplaced: 1,
          recipientCountUnknown: 0,
          gaps: [],
        },
        {
          instance: "prod",
          schedules: 1,
          disabled: 0,
          unplaced: 0,
          recipientCountUnknown: 0,
          gaps: [],
        },
      ]);
      assertOnlyRead();
    });

    it("writes a page that runs its own script only, and calls nobody", async () => {
      await run("dev", ...out);
      const page = readFileSync(join(folder, "calendar.html"), "utf8");
      const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
      assert.match(policy, /^default-src 'none'; /);
      assert.doesNotMatch(policy, /unsafe|https?:|\*/);
      const elements = [...page.matchAll(/<(script|style)>([^]*?)<\/\1>/g)];
      assert.deepEqual(new Set(elements.map(([, name]) => name)), new Set(["script", "style"]));
      for (const [, name, text = ""] of elements) {
        const hash = createHash("sha256").update(text).digest("base64");
        const sources = policy.split("; ").find((part) => part.startsWith(`${name}-src `));
        assert.ok(sources?.includes(`'sha256-${hash}'`), `${name} is allowed`);
      }
      assert.doesNotMatch(page, /(?:src|href)="(?!#|data:,)/, "nothing is loaded");
      assert.equal(page.match(/<script/g)?.length, 2, "a title ends no element");
    });

    it("takes only what it wrote itself as a file to write again", async () => {
      assert.equal((await run("dev", ...out)).code, 0);
      assert.equal((await run("prod", ...out)).code, 0);
      assert.equal(dataOf(folder).instances[0]?.name, "prod");
      writeFileSync(join(folder, "index.html"), "<p>mine</p>");
      const { code, err } = await run("dev", "--out", "index.html");
      assert.equal(code, 2);
      assert.match(err, /index\.html exists, but is not a calendar\. Choose another file\.\n$/);
      assert.equal(readFileSync(join(folder, "index.html"), "utf8"), "<p>mine</p>");
      const other = "BEGIN:VCALENDAR\r\nPRODID:-//Other//EN\r\nEND:VCALENDAR\r\n";
      writeFileSync(join(folder, "other.ics"), other);
      assert.match((await run("dev", "--out", "other.ics")).err, /other\.ics exists, but is not a/);
      assert.equal(readFileSync(join(folder, "other.ics"), "utf8"), other);
    });

    it("writes an iCalendar file, which names recipients only with --recipients", async () => {
      const file = ["dev", "--out", "reports.ics", "--from", "2026-11-01"];
      const { code, out: printed } = await run(...file);
      assert.equal(code, 0);
      assert.match(
        printed,
        /^dev: 4 schedules, 1 disabled, 1 cannot be placed\.\nWrote .*\.ics\.\n$/,
      );
      const text = () => readFileSync(join(folder, "reports.ics"), "utf8").replaceAll("\r\n ", "");
      assert.equal(text().match(/^BEGIN:VEVENT/gm)?.length, 2);
      assert.match(text(), /^SUMMARY:Sales\r$/m);
      assert.doesNotMatch(text(), /example\.(com|org)/);
      const { out: named } = await run(...file, "--recipients");
      const isShown = operations === "extended";
      assert.equal(named.includes("The file contains the names of recipients."), isShown);
      assert.equal(text().includes("\\nann@example.com\\nbob@example.org"), isShown);
      assertOnlyRead();
    });

    if (operations === "extended") {
      it("says what it could not read, and exits with 1", async () => {
        dev.fault({
          method: "GET",
          path: "/api/content/v1/reportschedules/100",
          kind: "status",
          status: 403,
        });
        const { code, out: printed } = await run("dev", ...out);
        assert.equal(code, 1);
        assert.match(printed, /dev, missing:\n {2}1 of schedules \(100\): .*403/);
        const [instance] = dataOf(folder).instances;
        assert.match(instance?.gaps[0] ?? "", /403/);
        const schedule = instance?.schedules.find(({ id }) => id === "100");
        assert.deepEqual(
          [schedule?.people, schedule?.recipients],
          [2, undefined],
          "the list still tells the number",
        );
      });
    }
  });
}

describe("pulumi-platform calendar", () => {
  let folder: string;
  let dev: Simulator;
  before(async () => {
    folder = emptyFolder();
    dev = await startSimulator({ token: "token-of-dev" });
    writeInstances(folder, { dev }, "documented");
  });
  after(async () => {
    await dev.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [what, args, message] of [
    ["an unknown instance", ["dve", ...out], /no instance "dve"\. Did you mean "dev"/],
    ["the same instance twice", ["dev", "dev", ...out], /"dev" is named twice\./],
    [
      "an unknown time zone",
      ["dev", "--out", "c.html", "--zone", "Berlin"],
      /"Berlin" is not a time zone/,
    ],
    [
      "a date that does not exist",
      ["dev", ...out, "--from", "2026-02-30"],
      /"2026-02-30" is not a date/,
    ],
    ["no number of months", ["dev", ...out, "--months", "0"], /"0" is not a number from 1 to 24/],
    ["a file that is no calendar", ["dev", "--out", "c.json"], /must end with \.html or \.ics/],
    ["--recipients for a page", ["dev", ...out, "--recipients"], /--recipients is only for \.ics/],
    ["no file", ["dev"], /required option '--out <file>' not specified/],
  ] as const) {
    it(`refuses ${what} before any call`, async () => {
      const calls = dev.calls.length;
      const { code, out: printed, err } = await calendar(folder, { dev }, ...args);
      assert.deepEqual([code, printed], [2, ""]);
      assert.match(err, /^pulumi-platform: [^\n]+\n$/, "one line, and no stack trace");
      assert.match(err, message);
      assert.equal(dev.calls.length, calls);
      assert.ok(!existsSync(join(folder, "calendar.html")));
    });
  }

  it("writes nothing if the instance refuses the token, and does not show it", async () => {
    const wrong = { ...dev, token: "token-of-nobody" };
    const { code, out: printed, err } = await calendar(folder, { dev: wrong }, "dev", ...out);
    assert.deepEqual([code, printed], [2, ""]);
    assert.match(err, /401/);
    assert.ok(!err.includes("token-of-nobody"));
    assert.ok(!existsSync(join(folder, "calendar.html")));
  });

  it("explains itself", async () => {
    const { code, out: printed } = await calendar(folder, { dev }, "--help");
    assert.equal(code, 0);
    assert.match(printed, /Example:\n {2}\$ pulumi-platform calendar dev --out calendar\.html/);
  });
});

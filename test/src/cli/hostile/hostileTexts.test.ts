import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import fc from "fast-check";
import ICAL from "ical.js";
import { jsonText, passOn, print, printRemarks } from "pulumi-platform-cli/dist/print";
import type { Simulator } from "pulumi-platform-simulator";
import { startSimulator } from "pulumi-platform-simulator";
import { parse, stringify } from "yaml";
import { createdSchedule, weekly } from "../comment/parts";
import { engineLines, tokenOf, urnOf } from "../comment/engineLines";
import type { Situation } from "../comment/engineLines";
import { StubbedProject } from "../apply/stubEngine";
import { cliHere, runsHere } from "../cliHere";
import { emptyFolder } from "../command";
import type { Run } from "../command";
import { storingEngine } from "../engineStub";
import { long, table } from "./hostileTable";
import type { HostileText } from "./hostileTable";
import { group, schedule } from "../twoInstances";
import { isWhole, runs } from "../../harness/lives/sampled";
import { Workspace } from "../../roundTrip/workspace";
import { fakeEngine } from "../fakeEngine";

/** What no output has, whatever made it visible: this is not the code of the commands. */
const unsafe = new RegExp(
  String.raw`[\0-\t\v-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ue000-\uf8ff\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]|##(?:vso|teamcity)?\[|(?:^|[\n\s])::[a-z]`,
  "iu",
);

type Form = "text" | "json" | "markdown";

/** Each text in one field of one reader is a cell. Fields of the same output end with other letters. */
const fieldEnds = { title: "zzT", name: "zzN", value: "zzV" } as const;
type Field = keyof typeof fieldEnds;
const all = (field: Field): HostileText[] =>
  table.map(({ text, shown, lines }) => ({
    text: text + fieldEnds[field],
    shown: shown + fieldEnds[field],
    ...(lines && { lines: [...lines.slice(0, -1), `${lines.at(-1)}${fieldEnds[field]}`] }),
  }));
const texts = (field: Field) => all(field).map(({ text }) => text);

let cells = 0;
/** A table breaks lines at spaces. */
const wordsOf = (text: string) => text.split(" ").filter((word) => word !== "");

/** Markdown as it is read: our code is HTML, with a number for each sign. */
const read = (markdown: string) =>
  markdown
    .replace(/<\/?code>/g, "")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

/** All texts of a value. */
const leavesOf = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, one]) => [key, ...leavesOf(one)])
      : [];

/** The cells of an output that differ from what the table says. */
function differences(
  form: Form,
  output: string,
  expected: readonly HostileText[],
  { hasLines = false } = {},
): string[] {
  cells += expected.length;
  const [found] = unsafe.exec(output) ?? [];
  const differing = found === undefined ? [] : [`unsafe: ${JSON.stringify(found)}`];
  const leaves = form === "json" ? leavesOf(JSON.parse(output)) : [];
  const plain = form === "markdown" ? read(output) : output;
  const has = (text: string) => wordsOf(text).every((word) => plain.includes(word));
  for (const { text, shown, lines } of expected) {
    // Half of a sign is replaced where it enters a program. The ends of what the engine says go.
    const values = [text, text.replace(/\p{Cs}/u, "\ufffd"), text.trim()];
    const others = [shown.replace("\\u{d800}", "\ufffd"), shown.replace("\\u{feff}", "")];
    const isShown =
      form === "json"
        ? values.some((value) => leaves.some((leaf) => leaf.includes(value)))
        : (hasLines && lines ? lines : [shown]).every(has) || others.some(has);
    if (!isShown) differing.push(shown);
  }
  return differing;
}

function assertShown(form: Form, output: string, fields: readonly Field[], options = {}): void {
  for (const field of fields)
    assert.deepEqual(differences(form, output, all(field), options), [], field);
}

/** Of cells that need a run each, `npm test` takes one in so many, another one for each reader. */
const oneIn = 12;
let reader = 0;
const some = <One>(items: readonly One[]): One[] => {
  reader += 1;
  return items.filter((_, at) => isWhole || (at + reader) % oneIn === 0);
};

describe("hostile texts in the outputs of the commands", () => {
  let dev: Simulator;
  let prod: Simulator;
  let workspace: Workspace;
  const ok = ({ code, out, err }: Run) => {
    assert.ok(code <= 1, err);
    assert.doesNotMatch(err, unsafe);
    return out;
  };
  before(async () => {
    const start = () => startSimulator({ profile: "extended" });
    [dev, prod] = [await start(), await start()];
    workspace = new Workspace({ dev, prod }, { operations: "extended", scheduleFilter: "ALL" });
  });
  beforeEach(() => {
    for (const one of [dev, prod]) {
      one.reset();
      one.state.grants.manageAllContent = true;
    }
    dev.state.groups = table.map((_, n) => ({
      ...group(7_000_000_001 + n, texts("name")[n] ?? ""),
      ...{ description: texts("value")[n] ?? "", userIds: [1000001] },
    }));
    dev.state.schedules = table.map((_, n) =>
      schedule(100 + n, texts("title")[n] ?? "", {
        ...{ pageId: 5000 + n, viewId: 6000 + n, viewName: texts("value")[n] ?? "" },
        schedule: { additionalRecipients: [{ type: "EMAIL", value: texts("value")[n] ?? "" }] },
      }),
    );
    prod.state.groups = dev.state.groups.map((one, n) => ({
      ...{ ...one, id: 8_000_000_001 + n, description: "other" },
    }));
    prod.state.schedules = [];
  });
  after(async () => {
    await Promise.all([dev.close(), prod.close()]);
    workspace.remove();
    assert.ok(cells >= (isWhole ? 4_800 : 3_100), `only ${cells} cells`);
  });

  it("are on one line and visible in diff", async () => {
    const fields = ["title", "name", "value"] as const;
    const diff = async (...args: string[]) =>
      ok(await workspace.run("diff", "dev", "prod", "--only", "schedules,groups", ...args));
    assertShown("text", await diff(), fields);
    assertShown("markdown", await diff("--markdown"), fields);
    assertShown("json", await diff("--json"), fields);
  });

  it("are on one line and visible in map, and in its file", async () => {
    const map = async (...args: string[]) =>
      ok(await workspace.run("map", "dev", "prod", "--out", "map.json", ...args));
    assertShown("text", await map(), ["title"]);
    assertShown("json", await map("--json"), ["title"]);
    assertShown("json", workspace.read("map.json"), ["title"]);
  });

  it("are on one line and visible in find", async () => {
    const find = async (...args: string[]) =>
      ok(await workspace.run("find", "--instance", "dev", ...args));
    for (const field of ["title", "name", "value"] as const) {
      const out = await find(fieldEnds[field], "--lists-only");
      // A view also shows the title of its schedule, and 200 rows are enough for one field.
      assertShown("text", out, [field]);
      assertShown("json", await find(fieldEnds[field], "--lists-only", "--json"), [field]);
    }
    assertShown("text", await find("1000001"), ["name"]);
    assertShown("json", await find("1000001", "--json"), ["name"]);
  });

  it("are data in the files of export", async () => {
    for (const language of ["typescript", "yaml"]) {
      rmSync(join(workspace.folder, "dev"), { recursive: true, force: true });
      const run = await workspace.export("dev", "--language", language, "--only", "groups");
      assert.doesNotMatch(ok(run), unsafe);
      const lines = workspace.read("dev/README.md").split("\n");
      assert.doesNotMatch(lines.filter((line) => !line.startsWith("## ")).join("\n"), unsafe);
      if (language !== "yaml") continue;
      const { resources } = parse(workspace.read("dev/Pulumi.yaml")) as {
        resources: Record<string, { properties: { name: string; description: string } }>;
      };
      const told = Object.values(resources).map(({ properties }) => properties);
      for (const [field, of] of [
        ["name", "name"],
        ["value", "description"],
      ] as const) {
        const wanted = texts(field).map((text) =>
          text.replace(/\p{Cs}/u, "\ufffd").replace("${", () => "$${"),
        );
        assert.deepEqual(told.map((one) => one[of]).sort(), wanted.sort());
        cells += wanted.length;
      }
    }
  });

  it("are data in the files of calendar", async () => {
    const calendar = async (file: string) => {
      const args = ["--zone", "UTC", "--from", "2026-11-01"];
      return ok(await workspace.run("calendar", "dev", "--out", file, "--recipients", ...args));
    };
    await workspace.run("calendar", "dev", "--out", "page.html", "--zone", "UTC");
    const [, data = ""] = /id="data">(.*?)<\/script>/s.exec(workspace.read("page.html")) ?? [];
    const shown = all("title")
      .map((one) => one.shown.replace("\\u{d800}", "\ufffd"))
      .sort();
    const { instances } = JSON.parse(data) as { instances: { schedules: { title: string }[] }[] };
    assert.deepEqual(instances[0]?.schedules.map(({ title }) => title).sort(), shown);
    assert.doesNotMatch(await calendar("dev.ics"), unsafe);
    const events = ICAL.Component.fromString(workspace.read("dev.ics")).getAllSubcomponents(
      "vevent",
    );
    assert.deepEqual(
      events.map((one) => String(one.getFirstPropertyValue("summary"))).sort(),
      shown,
    );
    cells += 2 * shown.length;
  });

  const commands: Readonly<Record<string, readonly string[]>> = {
    find: ["find", "zz", "--instance", "dev"],
    diff: ["diff", "dev", "prod"],
    export: ["export", "dev", "--out", "none", "--imports-only"],
    map: ["map", "dev", "prod", "--out", "other.json"],
    calendar: ["calendar", "dev", "--out", "other.html", "--zone", "UTC"],
    doctor: ["doctor", "dev"],
  };
  for (const [name, args] of Object.entries(commands)) {
    it(`are on one line and visible in the gaps and errors that ${name} shows of an instance`, async () => {
      // Nobody waits for the answers of tests.
      const cases = some(
        all("value").flatMap((one) => ["groups", "."].map((path) => ({ one, path }))),
      );
      for (const { one, path } of cases) {
        for (const json of [[], ["--json"]]) {
          for (const instance of [dev, prod]) {
            instance.reset();
            const body = { message: one.text, statusReason: one.text };
            instance.fault({ method: "GET", path, kind: "status", status: 403, body, times: 0 });
          }
          const { out, err } = await workspace.run(...args, ...json);
          rmSync(join(workspace.folder, "none"), { recursive: true, force: true });
          cells += 1;
          assert.doesNotMatch(out + err, unsafe, one.shown);
          if (json.length > 0 && out !== "") JSON.parse(out);
        }
      }
    });
  }

  it("are on one line and visible in what instances.yaml and options are refused for", async () => {
    for (const one of some(all("value"))) {
      const folder = emptyFolder();
      const run = (...args: string[]) => cliHere({}, folder, ...args);
      const baseUrl = "https://dev.example.com";
      const files = [{ [one.text]: { baseUrl } }, { dev: { baseUrl, [one.text]: 1 } }];
      const results = [
        await run("calendar", "--out", "a.html", "--zone", one.text),
        await run("export", "--out", "a", "--only", one.text),
        await run(`--${one.text}`),
        await run("find", "a", `--${one.text}`),
      ];
      for (const content of files) {
        writeFileSync(join(folder, "instances.yaml"), stringify(content));
        results.push(await run("find", "a"));
      }
      for (const { code, out, err } of results) {
        assert.deepEqual([code, out], [2, ""]);
        assert.doesNotMatch(err, unsafe, one.shown);
        cells += 1;
      }
      assert.deepEqual(differences("text", results[0]?.err ?? "", [one]), []);
      rmSync(folder, { recursive: true });
    }
  });

  describe("of programs and the engine", () => {
    let folder = "";
    const file = (name: string) => join(folder, "bin", name);
    const env = () => ({
      PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}`,
      ...{ PLATFORM_BASE_URL: dev.url, PLATFORM_TOKEN: dev.token, PULUMI_STACK: "dev" },
      ...{ PLATFORM_OPERATIONS: "extended", GITHUB_ACTIONS: "", CI: "" },
    });
    const run = (...args: string[]) => cliHere(env(), folder, ...args);
    beforeEach(() => {
      folder = emptyFolder();
      writeFileSync(join(folder, "Pulumi.yaml"), "name: reports\nruntime: nodejs\n");
      fakeEngine(folder, storingEngine);
      writeFileSync(file("stacks"), JSON.stringify([{ name: "organization/reports/dev" }]));
      writeFileSync(file("state.dev"), JSON.stringify({ version: 3, deployment: {} }));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    const tells = (situation: Situation) =>
      writeFileSync(file("events"), `${engineLines(situation, "plugin").join("\n")}\n`);
    const changes = (warnings: readonly string[] = []): Situation => ({
      ...{ title: "", warnings },
      steps: [
        ...texts("name").map((name, n) => ({
          ...{ op: "create", type: "Group", name: `group-${n}`, next: { name, type: "open" } },
        })),
        ...texts("value").map((text, n) => ({
          ...{ op: "update", type: "ReportSchedule", name: `schedule-${n}`, id: `${n}` },
          ...{ old: weekly({}, "Before"), live: weekly({}, text), next: weekly({}, "After") },
        })),
      ],
    });

    it("are on one line and visible in drift", async () => {
      tells(changes(texts("title")));
      const fields = ["name", "value"] as const;
      assertShown("text", ok(await run("drift")), [...fields, "title"]);
      assertShown("json", ok(await run("drift", "--json")), [...fields, "title"]);
      assertShown("markdown", ok(await run("drift", "--markdown")), fields, { hasLines: true });
    });

    it("are on one line and visible in comment, and in its file", async () => {
      tells(changes(texts("title")));
      const fields = ["name", "value", "title"] as const;
      const args = ["comment", "--full", "full.md"];
      assert.doesNotMatch(ok(await run(...args)), unsafe);
      const full = readFileSync(join(folder, "full.md"), "utf8");
      assertShown("markdown", full.replaceAll("<br>", "\n"), fields, { hasLines: true });
      assertShown("json", ok(await run(...args, "--json")), fields);
    });

    it("are on one line and visible in recover", async () => {
      const steps = table.map((_, n) => ({
        ...{ ...createdSchedule("a"), name: texts("name")[n] ?? "" },
        next: { ...weekly({}, texts("title")[n] ?? ""), pageId: 5000 + n },
      }));
      tells({
        title: "",
        config: { "platform:baseUrl": dev.url, "platform:operations": "extended" },
        steps,
      });
      const pending = steps.map(({ type, name, next }) => ({
        type: "creating",
        resource: {
          ...{ urn: urnOf(tokenOf(type, "plugin"), name), type: tokenOf(type, "plugin") },
          ...{ inputs: next, provider: `${urnOf("pulumi:providers:platform", "default")}::1` },
        },
      }));
      const deployment = { pending_operations: pending };
      writeFileSync(file("state.dev"), JSON.stringify({ version: 3, deployment }));
      assertShown("text", ok(await run("recover")), ["name", "title"]);
      assertShown("json", ok(await run("recover", "--json")), ["name"]);
    });

    it("are on one line and visible in doctor", async () => {
      const settings = texts("name").map((name) => [`platform:${name}`, "a"]);
      writeFileSync(
        join(folder, "Pulumi.dev.yaml"),
        stringify({ config: Object.fromEntries(settings) as object }),
      );
      // In a word, `::` is no command.
      const inWords = all("name").map((one) => ({
        ...one,
        shown: one.shown.replace(/^\\u\{3a\}/, ":"),
      }));
      const text = await run("doctor");
      assert.deepEqual(differences("text", text.out, inWords), []);
      const json = await run("doctor", "--json");
      assert.deepEqual(differences("json", json.out, inWords), []);
    });

    for (const [command, ...args] of [
      ["drift"],
      ["comment", "--strict"],
      ["recover"],
      ["drift", "--json"],
      ["recover", "--json"],
    ] as [string, ...string[]][]) {
      it(`are visible in the errors that ${[command, ...args].join(" ")} shows of the engine`, async () => {
        tells({ title: "", errors: texts("value") });
        const { out, err } = await run(command, ...args);
        assert.doesNotMatch(err, unsafe);
        const form = args.includes("--json") ? "json" : command === "comment" ? "markdown" : "text";
        const output = form === "text" ? out + err : out.replaceAll("<br>", "\n");
        assertShown(form, output, ["value"], { hasLines: true });
      });
    }

    it("are visible in what the engine says where it fails", async () => {
      writeFileSync(file("said"), `${texts("value").join("\n")}\n`);
      writeFileSync(file("pulumi"), `#!/bin/sh\ncat "$(dirname "$0")/said" >&2; exit 1\n`);
      for (const args of [
        ["find", "zz", "--stack", "dev"],
        ["recover"],
        ["diff", "stack:dev", "stack:dev"],
      ]) {
        const { err } = await run(...args);
        // The end of a line is no carriage return alone.
        const ends = all("value").filter(({ text }) => !text.includes("\r"));
        assert.deepEqual(differences("text", err, ends, { hasLines: true }), []);
      }
    });

    it("are visible in what plan and apply show", async () => {
      const project = await StubbedProject.start();
      try {
        // A refused plan names ten resources.
        const tens = table.flatMap((_, at) => (at % 10 === 0 ? [at] : []));
        for (const at of isWhole ? tens : tens.slice(0, 3)) {
          const names = all("name").slice(at, at + 10);
          const preview = (title: string) =>
            project.preview(
              names.map(({ text }) => {
                const type = "platform:index:Group";
                const urn = urnOf(type, text);
                const [old, next] = ["Before", title].map((name) => ({ inputs: { name } }));
                const metadata = { op: "update", urn, type, old, new: next };
                return { resourcePreEvent: { metadata } };
              }),
            );
          preview("After");
          const planned = await project.makePlan();
          assert.deepEqual([planned.code, unsafe.test(planned.out)], [0, false], planned.err);
          preview("Other");
          const { err } = await project.apply();
          assert.deepEqual(differences("text", err, names), []);
        }
        project.willDo(8);
        await project.makePlan();
        const said = `${texts("value").join("\n")}\n`;
        project.answer("up", { out: said, err: said, code: 1 });
        const { out, err } = await project.apply();
        const ends = all("value").filter(
          ({ text }) => !text.includes("\r") && !text.includes("\x1b[31m"),
        );
        for (const output of [out, err])
          assert.deepEqual(differences("text", output, ends, { hasLines: true }), []);
      } finally {
        project.remove();
      }
    });
  });

  it("keep only colors where a terminal shows another command", async () => {
    const said = [
      ...texts("value"),
      "\x1b[1;38;5;9mred\x1b[0m",
      "\x1b[8mhid\x1b[08mden",
      "last",
    ].join("\n");
    const shownOn = async (isTTY: boolean) => {
      const { out } = await runsHere({}, ".", () => {
        Object.assign(process.stdout, { isTTY });
        const show = passOn("stdout");
        // In parts, as a pipe gives them.
        for (let at = 0; at < said.length; at += 7) show(said.slice(at, at + 7));
        show("", true);
        return Promise.resolve();
      });
      return out;
    };
    const [plain, colored] = [await shownOn(false), await shownOn(true)];
    assert.doesNotMatch(plain, unsafe);
    assert.match(plain, /^red\n\\u\{1b\}\[8mhid\\u\{1b\}\[08mden\nlast\n$/m);
    assert.ok(colored.includes("\x1b[1;38;5;9mred\x1b[0m\x1b[0m\n"));
    const colors = new RegExp(String.raw`\x1b\[[\d;]*m`, "g");
    assert.doesNotMatch(colored.replace(colors, ""), unsafe);
    assert.doesNotMatch((colored.match(colors) ?? []).join(), /\[0?8m/);
  });

  it("are cut where nobody would read them, and the end of a line stays", async () => {
    dev.state.groups = [
      group(7_000_000_001, long),
      group(7_000_000_002, `${"L ".repeat(100_000)}b`),
    ];
    const out = ok(await workspace.run("diff", "dev", "prod", "--only", "groups"));
    assert.ok(out.length < 20_000, `${out.length} characters`);
    const json = ok(await workspace.run("diff", "dev", "prod", "--only", "groups", "--json"));
    assert.ok(json.includes(long));
    const { err } = await runsHere({}, ".", () => {
      printRemarks(`first ${long} last`);
      return Promise.resolve();
    });
    assert.match(err, /^first L+… \(190,011 characters left out\) …L+ last\n$/);
    assert.ok(err.length < 10_100);
  });

  it("are visible in any mix", async () => {
    const part = fc.oneof(
      fc.constantFrom(...table.map(({ text }) => text)),
      fc.constantFrom(
        "#",
        "##",
        "[",
        "]",
        ":",
        "::",
        " ",
        "\n",
        "\r",
        "\x1b",
        "[31m",
        '"',
        "\\",
        "a",
      ),
      fc.string({ unit: "binary", maxLength: 5 }),
    );
    const mix = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(fc.array(mix, { minLength: 10, maxLength: 20 }), async (mixes) => {
        const { out } = await runsHere({}, ".", () => {
          print(mixes);
          return Promise.resolve();
        });
        assert.doesNotMatch(out, unsafe);
        assert.equal(out.split("\n").length, mixes.length + 1);
        assert.doesNotMatch(jsonText(mixes), unsafe);
        assert.deepEqual(JSON.parse(jsonText(mixes)), mixes);
        dev.state.groups = mixes.map((name, n) => group(7_000_000_001 + n, `${name}zz`));
        for (const args of [
          ["find", "zz", "--instance", "dev", "--lists-only"],
          ["diff", "dev", "prod", "--only", "groups"],
        ])
          for (const form of [[], ["--json"]])
            assert.doesNotMatch(ok(await workspace.run(...args, ...form)), unsafe);
      }),
      { numRuns: runs(2, 100) },
    );
  });
});

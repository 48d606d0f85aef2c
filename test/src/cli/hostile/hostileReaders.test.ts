import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import type { DefaultTreeAdapterTypes as Html } from "parse5" with { "resolution-mode": "import" };
import { markdownTable } from "pulumi-platform-cli/dist/output/markdown";
import { printable } from "pulumi-platform-cli/dist/print";
import { DriftRendering } from "pulumi-platform-cli/dist/drift/render";
import { reportOf } from "pulumi-platform-cli/dist/drift/report";
import { shellWord } from "../../../../provider/dist/messages/commands";
import { visible } from "../../../../provider/dist/messages/visible";
import { pageOf } from "../calendar/calendarPages";
import { startSimulator } from "pulumi-platform-simulator";
import { analysts } from "../../engine/stacks/declarations";
import { InProcessStack } from "../../harness/inProcessStack";
import type { Situation } from "../comment/engineLines";
import { weekly } from "../comment/parts";
import { commentOn, previewOf } from "../comment/previews";
import { hidden, hostile } from "./hostileTexts";

/** The nodes of a page, in order. */
const nodesOf = (node: Html.Node): Html.Node[] => [
  node,
  ...("childNodes" in node ? node.childNodes.flatMap(nodesOf) : []),
];
const textOf = (node: Html.Node): string =>
  nodesOf(node)
    .map((one) => ("value" in one ? one.value : ""))
    .join("");

/** Markdown as GitHub shows it: with its tables, its links from bare addresses, and HTML. */
async function shownOn(markdown: string): Promise<Html.Node[]> {
  const { micromark } = await import("micromark");
  const { gfm, gfmHtml } = await import("micromark-extension-gfm");
  const { parseFragment } = await import("parse5");
  const html = micromark(markdown, {
    ...{ allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] },
  });
  return nodesOf(parseFragment(html));
}

/** The elements that we write ourselves. */
const ours =
  /^(#document-fragment|#text|p|ul|li|table|thead|tbody|tr|th|td|code|strong|details|summary|br|h3)$/;
/** What a forge looks for in text that is not code. */
const meansMore = /[@#!$`*_~<>|]|:\w+:|https?:|www\.|&\w|\b(?:GH-\d|[0-9a-f]{7,40}\b)/;

/** Asserts that a forge shows these texts, each on its own, and finds nothing else in them. */
async function assertShown(markdown: string, texts: readonly string[]): Promise<void> {
  const nodes = await shownOn(markdown);
  const codes = nodes.filter(({ nodeName }) => nodeName === "code");
  const inCode = new Set(codes.flatMap(nodesOf));
  for (const node of nodes) {
    assert.match(node.nodeName, ours);
    assert.deepEqual("attrs" in node ? node.attrs.map(({ name }) => name) : [], []);
    if (node.nodeName === "#text" && !inCode.has(node)) {
      assert.doesNotMatch(textOf(node), meansMore);
    }
  }
  assert.doesNotMatch(textOf(nodes[0] as Html.Node), hidden);
  const cells = nodes.filter(({ nodeName }) => nodeName === "td");
  const shown = new Set([...codes, ...cells].map(textOf));
  for (const line of texts.flatMap(linesOf)) {
    assert.ok(shown.has(line), `${line.slice(0, 80)} is not shown`);
  }
}

/** The lines of a text that has more than one. */
const linesOf = (text: string): string[] =>
  visible(text.replace(/\r\n?/g, "\n"), "\n")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const situation: Situation = {
  title: "",
  environment: { PLATFORM_OPERATIONS: "extended" },
  steps: hostile.flatMap((text, n) => [
    { op: "create", type: "Group", name: `group-${n}`, next: { name: text, type: "open" } },
    {
      ...{ op: "update", type: "ReportSchedule", name: `schedule-${n}`, id: `${n}` },
      ...{ old: weekly({}, "Before"), live: weekly({}, text), next: weekly({}, "After") },
    },
    {
      ...{ op: "delete", type: "Group", name: `old-${n}`, id: `${n}` },
      old: { name: "Old", type: "open", description: text },
    },
  ]),
  warnings: hostile,
};

describe("hostile texts as others read them", () => {
  it("are the words of a command in bash, and its lines show what they hold", () => {
    const words = hostile.map(shellWord);
    const out = execFileSync("bash", ["-c", `printf '%s\\0' ${words.join(" ")}`], {
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    });
    assert.deepEqual(out.toString().split("\0").slice(0, -1), hostile);
    for (const word of words) assert.equal(printable(word, Infinity), word);
  });

  it("are seen in what the provider says", async () => {
    const platform = await startSimulator({ profile: "extended" });
    const stack = new InProcessStack("plugin", {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
      PLATFORM_OPERATIONS: "extended",
    });
    try {
      const said = hostile.filter((text) => text.length < 100).join(" ");
      platform.fault({ method: "POST", kind: "status", status: 400, body: { message: said } });
      stack.declare([analysts()]);
      const text = await stack.fails("up", "--yes", "--skip-preview");
      assert.match(text, /\\u\{202e\}gnp/);
      assert.doesNotMatch(text.replaceAll("\t", ""), hidden);
    } finally {
      await platform.close();
      stack.remove();
    }
  });

  it("are code on a forge, in the comment of a pull request", async () => {
    const { full } = commentOn(situation, "plugin");
    await assertShown(full, [...hostile.map((text) => `group "${text}"`), ...hostile]);
  });

  it("are code on a forge, in the comment of a pull request that is cut", async () => {
    const { markdown } = commentOn({ ...situation, options: { limit: 20_000 } }, "plugin");
    assert.match(markdown, /is cut at/);
    await assertShown(markdown, []);
  });

  it("are code on a forge, in the issue of drift, and are seen in its report", async () => {
    const rendering = new DriftRendering(reportOf(previewOf(situation, "plugin")), true);
    const short = hostile.filter((text) => text.length < 100);
    await assertShown(rendering.markdown(), short);
  });

  it("are code on a forge, in the tables of other commands", async () => {
    const short = hostile.filter((text) => !/^[A-Za-z0-9 .,()'%-]*$/.test(text));
    await assertShown(
      markdownTable(
        ["text"],
        hostile.map((text) => [text]),
      ),
      short.map((text) => printable(text)),
    );
  });

  it("are data of the page of the calendar, and nothing else", async () => {
    const { parse } = await import("parse5");
    const told = hostile.map((title) => ({ title, owner: title, to: [title] }));
    const nodes = nodesOf(parse(pageOf({ dev: told })));
    const [data, ...scripts] = nodes.filter(({ nodeName }) => nodeName === "script");
    assert.equal(scripts.length, 1);
    const { instances } = JSON.parse(textOf(data as Html.Node)) as {
      instances: { schedules: { title: string; owner: string }[] }[];
    };
    for (const field of ["title", "owner"] as const) {
      const shown = instances[0]?.schedules.map((one) => one[field]);
      assert.deepEqual(
        shown,
        hostile.map((text) => printable(text)),
      );
    }
  });
});

// What the Markdown of the tree becomes on the site.
import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { addressOf, root } from "./pages.mjs";

/** What GitHub makes of a heading, because links on pages name headings so. */
export const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

export function markdown(md, { base }) {
  md.core.ruler.push("site", (state) => {
    const from = relative(root, state.env.realPath ?? state.env.path)
      .split(sep)
      .join("/");
    resolveLinks(state.tokens, from);
    emptyHeadings(state.tokens);
    state.tokens = withTabs(state.tokens, state.Token);
    showExamples(state.tokens, md, base);
  });
  const { rules } = md.renderer;
  for (const name of ["text", "code_inline"]) {
    const render = rules[name];
    // Vue would evaluate what is between two braces.
    rules[name] = (...all) => render(...all).replaceAll("{{", "&#123;&#123;");
  }
}

function resolveLinks(tokens, from) {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const link = token.type === "link_open" ? token.attrGet("href") : undefined;
    if (link === undefined || /^([a-z]+:|\/|#)/.test(link)) continue;
    token.attrSet("href", addressOf(link, from));
  }
}

/** A heading of a table without a text is a cell, which a screen reader does not announce for its column. */
function emptyHeadings(tokens) {
  for (const [at, token] of tokens.entries()) {
    if (token.type !== "th_open" || tokens[at + 1].content !== "") continue;
    token.tag = "td";
    tokens[at + 2].tag = "td";
  }
}

const languages = ["Python", "Go", "YAML", "C#", "Java"];
const summary = new RegExp(`^<details>\\n<summary>(${languages.join("|")})</summary>\\s*$`);

/** A program in TypeScript, and the same in other languages, folded below it, become tabs. */
function withTabs(tokens, Token) {
  const html = (content) => Object.assign(new Token("html_block", "", 0), { content });
  const result = [];
  for (let at = 0; at < tokens.length;) {
    const programs = programsFrom(tokens, at);
    if (programs.length < 2) {
      result.push(tokens[at++]);
      continue;
    }
    const names = programs.map(({ name }) => name);
    result.push(html(`<Tabs :languages='${JSON.stringify(names)}'>\n`));
    for (const { name, program } of programs)
      result.push(html(`<template #[\`${name}\`]>\n`), program, html("</template>\n"));
    result.push(html("</Tabs>\n"));
    // The first program is one token, each other one is three.
    at += 3 * programs.length - 2;
  }
  return result;
}

function programsFrom(tokens, at) {
  const isTypeScript = ({ type, info }) => type === "fence" && info === "typescript";
  if (!isTypeScript(tokens[at])) return [];
  const programs = [{ name: "TypeScript", program: tokens[at] }];
  for (let next = at + 1; next + 2 < tokens.length; next += 3) {
    const [open, program, close] = tokens.slice(next, next + 3);
    const [, name] = open.type === "html_block" ? (summary.exec(open.content) ?? []) : [];
    if (name === undefined || program.type !== "fence") break;
    if (close.content.trim() !== "</details>") break;
    programs.push({ name, program });
  }
  return programs;
}

const examples = {
  calendar: (_, base) =>
    `<iframe src="${base}live/calendar.html" title="A calendar of a simulated instance" loading="lazy"></iframe>
<figcaption>A calendar of a simulated instance. <a href="${base}live/calendar.html" target="_blank">Open it alone</a>.</figcaption>`,
  comment: (md) => {
    const Markdown = md.constructor;
    const text = readFileSync(join(root, comment), "utf8");
    const html = new Markdown({ html: true }).render(text);
    // A wide table scrolls, by keyboard too.
    return `<div class="comment" v-pre>${html.replaceAll("<table>", '<table tabindex="0">')}</div>
<figcaption>A comment as it is in a pull request.</figcaption>`;
  },
};
/** Tests compare this file with what the command writes. */
const comment =
  "test/src/cli/comment/golden/members-join-and-leave-a-group-that-gets-a-report-and-access.md";

/** A Markdown comment, which forges do not show, says where the site shows what a command made. */
function showExamples(tokens, md, base) {
  for (const token of tokens.filter(({ type }) => type === "html_block")) {
    const [, name] = /^<!-- site: (\w+) -->\s*$/.exec(token.content) ?? [];
    if (name === undefined) continue;
    token.content = `<figure class="live">${examples[name](md, base)}</figure>\n`;
    // Elsewhere, a picture stands for the example.
    const at = tokens.indexOf(token);
    if (tokens[at - 2]?.children?.[0]?.type === "image") tokens.splice(at - 3, 3);
  }
}

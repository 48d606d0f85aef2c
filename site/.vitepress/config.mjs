import { posix } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { markdown, slugOf } from "../markdown.mjs";
import { folders, navigation, otherFiles, pages, repository, targetOf } from "../pages.mjs";
import { readableSearch } from "../search.mjs";

const { SITE_BASE: base = "/" } = process.env;
const built = (name) => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
const groups = navigation();

/** The site is made from the Markdown of the tree, where it is. */
export default {
  base,
  title: "pulumi-platform",
  description: "Report schedules, groups and settings of a data & analytics platform as code",
  lang: "en",
  head: [["link", { rel: "icon", href: `${base}logo.svg` }]],
  srcDir: "..",
  srcExclude: otherFiles,
  rewrites: Object.fromEntries([
    ...pages.map((path) => [path, targetOf(path)]),
    ...Object.keys(folders).map((folder) => [
      `site/${posix.basename(folder)}.md`,
      targetOf(`${folder}/README.md`),
    ]),
  ]),
  outDir: built("site"),
  cacheDir: built("site-cache"),
  // The folder has what `npm run site` makes for the pages.
  vite: { publicDir: built("site-public"), plugins: [readableSearch] },
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    anchor: { slugify: slugOf },
    toc: { slugify: slugOf },
    config: (md) => markdown(md, { base }),
  },
  themeConfig: {
    logo: { src: "/logo.svg", alt: "" },
    nav: [
      { text: "Getting started", link: "/getting-started.md" },
      { text: "Reference", link: "/reference/index.md" },
      { text: "All pages", link: "/pages.md" },
    ],
    sidebar: groups,
    outline: [2, 3],
    search: {
      provider: "local",
      // Somebody with a problem looks for a page that solves it, not for the design.
      options: { miniSearch: { searchOptions: { boostDocument: laterForDesign } } },
    },
    socialLinks: [{ icon: "github", link: repository }],
  },
};

function laterForDesign(page) {
  return /\/(?:decisions|changelog|contributing)/i.test(page) ? 0.3 : 1;
}

// The pages of the site: which files of the tree they are, their addresses, and the navigation, which docs/README.md gives.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const read = (path) => readFileSync(join(root, path), "utf8");
const list = (folder) => readdirSync(join(root, folder)).sort();
export const { repository } = JSON.parse(read("package.json"));

/** Pages of Pulumi's registry, which builds its own site. */
const ofRegistry = ["docs/_index.md", "docs/installation-configuration.md"];

/** Folders that pages link to, and that have no page of their own. The site lists what is in them. */
export const folders = {
  examples: list("examples")
    .map((name) => `examples/${name}/README.md`)
    .filter(isPage),
  "docs/decisions": markdownIn("docs/decisions"),
};

export const pages = [
  ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "simulator/README.md"],
  ...markdownIn("docs"),
  ...markdownIn("docs/reference"),
  ...Object.values(folders).flat(),
].filter(isPage);

/** The other Markdown files of the tree. */
export const otherFiles = readdirSync(root, { withFileTypes: true })
  .flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name];
    if (entry.name === "site") return [];
    return pages.some((path) => path.startsWith(`${entry.name}/`))
      ? readdirSync(join(root, entry.name), { recursive: true }).map((name) =>
          posix.join(entry.name, name),
        )
      : [`${entry.name}/**`];
  })
  .filter((path) => /\.md$|\*$/.test(path) && !pages.includes(path));

function isPage(path) {
  return existsSync(join(root, path)) && !ofRegistry.includes(path);
}

function markdownIn(folder) {
  return list(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
}

/** The file of the site that a page becomes. */
export function targetOf(path) {
  if (path === "docs/README.md") return "pages.md";
  const inSite = path.replace(/^docs\//, "");
  return posix.join(
    posix.dirname(inSite),
    posix.basename(inSite).replace(/^README\.md$/, "index.md"),
  );
}

/** Where a relative link of a page leads: to a page of the site, or to a file of the repository. */
export function addressOf(link, from) {
  const [path, hash] = link.split("#");
  const file = posix.join(posix.dirname(from), path).replace(/\/$/, "");
  const suffix = hash === undefined ? "" : `#${hash}`;
  if (pages.includes(file)) return `/${targetOf(file)}${suffix}`;
  if (file in folders) return `/${targetOf(`${file}/README.md`)}`;
  if (pages.includes(`${file}/README.md`)) return `/${targetOf(`${file}/README.md`)}${suffix}`;
  const kind = statSync(join(root, file)).isDirectory() ? "tree" : "blob";
  return `${repository}/${kind}/main/${file}${suffix}`;
}

export const titleOf = (path) => /^# (.+)$/m.exec(read(path))[1].replaceAll("`", "");

/** The groups and links of docs/README.md. A folder, and the reference, also have the pages in them. */
export function navigation() {
  const [, ...groups] = read("docs/README.md").split(/^## /m);
  return groups.map((group) => {
    const [title] = group.split("\n", 1);
    const links = [...group.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)];
    return { text: title, items: links.map(([, text, link]) => itemOf(text, link)) };
  });
}

function itemOf(text, link) {
  const address = addressOf(link, "docs/README.md");
  const folder = posix.join("docs", link).replace(/\/$/, "");
  const children =
    link === "reference/README.md" ? rowsOf("docs/reference/README.md") : (folders[folder] ?? []);
  return {
    text: text[0].toUpperCase() + text.slice(1),
    link: address,
    ...(children.length > 0 && {
      collapsed: true,
      items: children.map((path) => ({ text: titleOf(path), link: `/${targetOf(path)}` })),
    }),
  };
}

/** The first link of each row of the tables of a page. */
const rowsOf = (page) =>
  [...read(page).matchAll(/^\| \[[^\]]+\]\(([^)]+\.md)\)/gm)].map(([, link]) =>
    posix.join(posix.dirname(page), link),
  );

/** Roles and names of VitePress' search with which a screen reader reads its links. */
const changes = [
  ['role="button"', 'role="dialog" aria-modal="true"'],
  [`:aria-owns="results?.length ? 'localsearch-list' : undefined"`, ""],
  ['aria-expanded="true"', ""],
  ['aria-haspopup="listbox"', ""],
  [`:role="results?.length ? 'listbox' : undefined"`, ""],
  [`:aria-selected="selectedIndex === index ? 'true' : 'false'"`, ""],
  ['role="option"', ""],
  ["<kbd :aria-label", '<kbd role="img" :aria-label'],
  [`:aria-label="[...p.titles, p.title].join(' > ')"`, ""],
];

export const readableSearch = {
  name: "readable-search",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/VPLocalSearchBox.vue")) return;
    return changes.reduce((text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`The search of VitePress has no ${from}`);
      return text.replaceAll(from, to);
    }, code);
  },
};

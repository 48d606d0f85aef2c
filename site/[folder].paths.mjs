// A page for each folder that pages link to and that has no page of its own.
import { folders, targetOf, titleOf } from "./pages.mjs";
import { posix } from "node:path";

export default {
  paths: () =>
    Object.entries(folders).map(([folder, pages]) => {
      const name = posix.basename(folder);
      const links = pages.map((page) => `- [${titleOf(page)}](/${targetOf(page)})`);
      const title = name[0].toUpperCase() + name.slice(1);
      return { params: { folder: name }, content: `# ${title}\n\n${links.join("\n")}\n` };
    }),
};

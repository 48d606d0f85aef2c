import fs from "node:fs";
import { dirname, join } from "node:path";

/** A code block of a page, and the file that the words before it name. */
interface Block {
  path: string;
  language: string;
  text: string;
}

/** The blocks of a section that follow "Write `path`:" or "Add to `path`:". */
export function blocksIn(page: string, heading: string): Block[] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const [own = ""] = section.split("\n## ");
  const form = /(?:Write|Add to) `([^`]+)`:\n\n```(\w+)\n(.*?)```\n/gs;
  return [...own.matchAll(form)].map(([, path = "", language = "", text = ""]) => ({
    path,
    language,
    text,
  }));
}

/** Does what a block says: writes its file, or adds its lines to a file that exists. */
export function follow(tree: string, { path, language, text }: Block): void {
  const file = join(tree, path);
  if (language !== "diff") {
    fs.mkdirSync(dirname(file), { recursive: true });
    fs.writeFileSync(file, text, { flag: "wx" });
    return;
  }
  const parts = text.split("...\n").map((part) => part.trimEnd().split("\n"));
  const edited = parts.reduce(
    (content, lines) => {
      const textOf = (some: readonly string[]) => some.map((line) => `${line.slice(1)}\n`).join("");
      const before = textOf(lines.filter((line) => !line.startsWith("+")));
      if (content.split(before).length !== 2)
        throw new Error(`${path} does not have these lines exactly once:\n${before}`);
      return content.replace(before, () => textOf(lines));
    },
    fs.readFileSync(file, "utf8"),
  );
  fs.writeFileSync(file, edited);
}

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { functions, resources } from "../../../../provider/dist/catalog";
import type { PlatformFunction } from "../../../../provider/dist/definition/function";
import type { Resource } from "../../../../provider/dist/definition/resource";
import { root } from "./stack";

export type Language = "typescript" | "python" | "go" | "yaml" | "csharp" | "java";

export const definitions: readonly (Resource | PlatformFunction)[] = [...resources, ...functions];

/** What a reader copies from the page of a resource or function. */
export function copied(name: string, language: Language | "console"): string | undefined {
  const page = readFileSync(join(root, "docs", "reference", `${name}.md`), "utf8");
  return new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "ms").exec(page)?.[1];
}

export function program(name: string, language: Language): string {
  const text = copied(name, language);
  assert.ok(text, `the page of ${name} has no program in ${language}`);
  return text;
}

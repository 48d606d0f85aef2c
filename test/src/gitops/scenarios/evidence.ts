import assert from "node:assert/strict";
import type { Simulator } from "pulumi-platform-simulator";
import type { Gitea } from "../gitea";
import type { Project } from "../project";

/** The writes that reached an instance, in the order of their names. */
export const writesOf = ({ calls }: Simulator): string[] =>
  calls
    .filter(({ method }) => method !== "GET")
    .map(({ route }) => route)
    .sort();

/** What people read of Markdown: its text without tags and entities. */
export const readable = (markdown: string): string =>
  markdown
    .replace(/<[^>]+>/g, "")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

/** Fails if a secret of a project is in a log, an artifact, a comment or an issue. */
export async function noneOf(project: Project, forge: Gitea, ...more: string[]): Promise<void> {
  const comments = await project.api<{ body: string }[]>("reader", "GET", "/issues/comments");
  const issues = await project.api<{ body: string }[]>("reader", "GET", "/issues?state=all");
  const texts = [...comments, ...issues].map(({ body }) => body);
  const all = [project.published(), ...texts].join("\n");
  assert.ok(all.length > 10_000, "the logs are missing");
  const secrets = [...Object.values(project.secrets), ...Object.values(forge.tokens), ...more];
  for (const secret of secrets) {
    const at = all.indexOf(secret);
    assert.equal(at, -1, `a secret is in: ${all.slice(Math.max(0, at - 300), at)}`);
  }
}

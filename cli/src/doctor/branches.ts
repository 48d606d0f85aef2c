const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** Whether a branch protection of Gitea can be for `main`. Brackets match any text. */
export function isGlobOfMain(glob: string): boolean {
  const pattern = glob.replace(/\\.|\{.*\}|\[.*\]|\*+|./gs, (part) => {
    if (part === "?") return ".";
    if (part.startsWith("\\")) return literal(part.slice(1));
    return /^([*]|[{[].)/.test(part) ? ".*" : literal(part);
  });
  // Gitea compares names without wildcards whatever their case.
  return new RegExp(`^${pattern}$`, "i").test("main");
}

/** Whether a protected branch of GitLab is `main`, where only `*` is a wildcard. */
export const isWildcardOfMain = (name: string): boolean =>
  new RegExp(`^${name.split(/\*+/).map(literal).join(".*")}$`).test("main");

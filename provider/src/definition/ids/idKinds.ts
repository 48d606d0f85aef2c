/** The kinds of objects whose ids programs contain. This module imports nothing: the SDK loads it with every program. */
export const idKinds = [
  "page",
  "view",
  "schedule",
  "card",
  "dataset",
  "dataVersion",
  "stream",
  "user",
  "group",
  "role",
  "file",
  "model",
  "session",
] as const;

export type IdKind = (typeof idKinds)[number];

/** The part of a file with ids that has those of a kind: `pages`. */
export const sectionOf = <Kind extends IdKind>(kind: Kind) => `${kind}s` as const;

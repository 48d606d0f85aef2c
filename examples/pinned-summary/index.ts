import { readFileSync } from "node:fs";
import * as platform from "pulumi-platform";

// Generated once, and again only when the charter changes: the text is kept in the state.
const summary = new platform.TextGeneration("charter", {
  input: readFileSync("charter.md", "utf8"),
  system: "Summarise in one sentence of at most 20 words.",
  temperature: 0,
  maxTokens: 60,
});

const group = new platform.Group("revenue", {
  name: "Revenue",
  description: summary.output.apply((text) => text ?? "The revenue team"),
  type: "open",
});

export const description = group.description;
export const tokens = summary.modelProviderUsage.apply((usage) => usage?.totalTokens);

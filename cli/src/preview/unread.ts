import { existsSync, readFileSync } from "node:fs";
import type { Message } from "pulumi-platform-provider/contract";

/** The warnings about objects that the provider could not read, so that their states stay as they are. */
export function unreadIn(file: string): string[] {
  if (!existsSync(file)) return [];
  const messages = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Message);
  return messages.filter(({ code }) => code === "unknown_state").map(({ text }) => text);
}

import { impossibleDeletes } from "pulumi-platform-cli/dist/preview/deletes";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import { EngineReport } from "pulumi-platform-cli/dist/stack/events";
import { readReport } from "pulumi-platform-cli/dist/preview/read";
import { commentOf } from "pulumi-platform-cli/dist/comment/comment";
import type { Comment } from "pulumi-platform-cli/dist/comment/comment";
import type { Preview } from "pulumi-platform-cli/dist/preview/types";
import { engineLines, tokenOf, urnOf } from "./engineLines";
import type { Entry, Situation } from "./engineLines";

/** A Sunday. */
export const now = Date.UTC(2026, 10, 22, 12);

/** The preview of a situation, read from the lines of the engine. */
export function previewOf(situation: Situation, entry: Entry): Preview {
  const report = new EngineReport();
  for (const line of engineLines(situation, entry)) report.add(JSON.parse(line) as EngineEvent);
  const environment = { PLATFORM_BASE_URL: "https://prod.example.com", ...situation.environment };
  const impossible = (situation.impossible ?? []).map(({ name, ...one }) => ({
    ...{ ...one, urn: urnOf(tokenOf(one.type, entry), name) },
  }));
  const said = (situation.said ?? []).map(({ type, name, ...one }) => ({
    ...{ ...one, advice: [], urn: urnOf(tokenOf(type, entry), name) },
  }));
  const state = { version: 3, deployment: { resources: storedIn(situation, entry) } };
  const { remaining: _, said: __, ...read } = readReport(report, environment, state, () => said);
  return {
    ...{ project: "reports", stack: "dev", ...read },
    impossible: [...impossible, ...impossibleDeletes(read.changes)],
    problems: report.errors,
    warnings: report.warnings,
  };
}

const storedIn = ({ steps = [] }: Situation, entry: Entry) =>
  steps.map(({ type, name, deletedWith: other }) => ({
    urn: urnOf(tokenOf(type, entry), name),
    type: tokenOf(type, entry),
    ...(other && { deletedWith: urnOf(tokenOf(other.type, entry), other.name) }),
  }));

export const commentOn = (situation: Situation, entry: Entry): Comment =>
  commentOf(previewOf(situation, entry), { limit: 65_000, now, ...situation.options });

import assert from "node:assert/strict";
import ts from "typescript";
import { Edits } from "pulumi-platform-cli/dist/edit/edits";
import type { Outcome } from "pulumi-platform-cli/dist/edit/edits";
import { TypeScriptProgram } from "pulumi-platform-cli/dist/edit/typescript";
import { YamlProgram } from "pulumi-platform-cli/dist/edit/yaml";
import { fieldsOf, resources } from "pulumi-platform-provider/contract";

export interface Change {
  type?: string;
  name?: string;
  path: string;
  from: unknown;
  to: unknown;
  canInsert?: boolean;
}

export type Files = Record<string, string>;

/** The same files as an editor of Windows writes them. */
export const onWindows = (files: Files): Files =>
  Object.fromEntries(
    Object.entries(files).map(([file, text]) => [file, `\ufeff${text.replaceAll("\n", "\r\n")}`]),
  );

/** Edits one value, and gives what became of it and the files. */
export function edit(files: Files, change: Change): { outcome: Outcome; files: Files } {
  const { type = "ReportSchedule", name = "weekly", path, from, to, canInsert = true } = change;
  const texts = new Map(Object.entries(files));
  const isYaml = "Pulumi.yaml" in files;
  const program = isYaml ? new YamlProgram(texts) : new TypeScriptProgram(ts, texts);
  const edits = new Edits(program, texts);
  const inputs = resources.find((one) => one.name === type)?.inputs;
  const field = inputs && fieldsOf(inputs).find((one) => one.path === path);
  assert.ok(field, path);
  const outcome = edits.apply({ type, name, field, from, to, canInsert });
  return { outcome, files: { ...files, ...Object.fromEntries(edits.changed()) } };
}

export const head = 'import * as platform from "pulumi-platform";\n';
export const schedule = (args: string) => ({
  "index.ts": `${head}new platform.ReportSchedule("weekly", ${args});\n`,
});

export const yaml = (properties: string) => ({
  "Pulumi.yaml": `name: program # ours\nresources:\n  report:\n    type: platform:ReportSchedule\n    name: weekly\n    properties:\n${properties}`,
});

export const recipients = "schedule.additionalRecipients";
export const one = [{ type: "EMAIL", value: "a@example.com" }];
export const two = [...one, { type: "USER", value: "42" }];

import type { Call, Simulator } from "pulumi-platform-simulator";
import { resources } from "../../../provider/dist/catalog";
import { identityKey } from "../../../provider/dist/dynamic/inputs";
import { madeOnKey } from "../../../provider/dist/state/bookkeeping";
import type { PulumiStack } from "../engine/stacks/pulumiStack";
import type { Values } from "../lifecycle/tables/row";

/** What a run leaves: what the engine's state holds, and what is on the instance. */
export interface Left {
  state: Values;
  instance: Values;
  mails: string[];
}

/** What can be seen of one run. */
export interface Run extends Left {
  code: number;
  text: string;
  /** Of each failure. */
  errors: string[];
  warnings: string[];
  calls: readonly Call[];
  /** What a function gave. */
  result?: Values;
}

/** Values that are others in every run: the time, addresses, and ids that are drawn. */
const neverAlike = new Set([
  "at",
  "created",
  "endedAt",
  "endTime",
  "generated",
  "guid",
  "lastIds",
  "modified",
  "ranAt",
  "__mailedAt",
  "sessionId",
  "responseSessionId",
  "startDate",
  "startedAt",
  "startTime",
  "tokens",
  "toe",
  "updated",
  identityKey,
  madeOnKey,
  // The first look adds it.
  "__recipientCount",
]);

/** Keys of index requests are of their time. */
const isDrawn = (key: string, value: unknown) =>
  neverAlike.has(key) || (typeof value === "string" && /^\d{14}\.\d+$/.test(value));

/** The same without what is another value in every run, and in the form of JSON. */
export function comparable(values: object): Values {
  const text = JSON.stringify(values, (key, value: unknown) =>
    isDrawn(key, value) ? undefined : typeof value === "bigint" ? String(value) : value,
  );
  return JSON.parse(text) as Values;
}

const isAction = (type: string) =>
  resources.some(({ kind, name }) => kind === "action" && type.endsWith(`:${name}`));

export async function leftBy(stack: PulumiStack, platform: Simulator): Promise<Left> {
  const state = Object.entries(await stack.state()).map(([name, { type, id, inputs, outputs }]) => [
    name,
    { id: isAction(type) ? "drawn" : id, inputs, outputs },
  ]);
  return {
    state: comparable(Object.fromEntries(state) as object),
    instance: comparable(platform.state),
    mails: platform.outbox.map(({ kind, subject, to }) => `${kind} ${subject} ${to}`).sort(),
  };
}

/** The warnings in what an in-process command told, each as one text. */
export const warningsIn = (text: string): string[] =>
  text
    .split(/^ {2}\S[^\n]*:\n {4}(?=(?:debug|info|warning|error): )/m)
    .filter((line) => line.startsWith("warning: "))
    .map((line) => line.slice("warning: ".length).trim());

import { seedIds } from "pulumi-platform-simulator";
import { analysts, certified, mail, orders, permissions, weekly } from "../engine/declarations";
import type { Declared } from "../engine/stack";

/** What the operations declare; each call gives fresh values that may be changed. */

export const vault = (): Declared => ({
  type: "Group",
  name: "vault",
  args: { name: "Vault", description: "By invitation", type: "closed" },
});

export const announce = (...triggers: string[]): Declared => ({
  type: "ReportSend",
  name: "announce",
  args: {
    scheduleOf: "weekly",
    recipients: [{ type: "EMAIL", value: "board@example.com" }],
    triggers,
  },
});

export const notify = (...triggers: string[]): Declared => ({
  type: "ReportNotification",
  name: "notify",
  args: {
    scheduleOf: "weekly",
    recipients: [{ emailAddress: "readers@example.com", displayName: "Readers" }],
    triggers,
  },
});

export const index = (...triggers: string[]): Declared => ({
  type: "DatasetIndex",
  name: "index",
  args: { datasetId: seedIds.dataset, dataIds: ["2"], triggers },
});

export const execute = (...triggers: string[]): Declared => ({
  type: "StreamExecution",
  name: "execute",
  args: { streamId: String(seedIds.stream), triggers },
});

export const greet = (...triggers: string[]): Declared => ({
  type: "TextGeneration",
  name: "greet",
  args: { input: "Greet the board.", temperature: 0.2, triggers },
});

/** The same, and waits for its end. */
export const waiting = ({ type, name, args }: Declared): Declared => ({
  type,
  name,
  args: { ...args, waitMinutes: 1 },
});

export const onOff = (enabled = true): Declared => ({
  ...mail(),
  args: { enabled, onDelete: "disable" },
});

/** Somebody who has access to a dataset, and whom no program names. */
export const bystander = "99";

export const ordersWith = (words: string[], more: Record<string, unknown> = {}): Declared => {
  const changed = orders();
  changed.args = { ...changed.args, permissions: permissions(...words), ...more };
  return changed;
};

export const cardCertified = (): Declared => ({
  type: "Certification",
  name: "card",
  args: { entityType: "CARD", entityId: "12" },
});

/** The program that made `everything`, changed. */
export const everything = (change: Record<string, Declared | undefined> = {}): Declared[] =>
  Object.values<Declared | undefined>({
    weekly: weekly(),
    analysts: analysts(),
    vault: vault(),
    orders: orders(),
    certified: certified(),
    mail: onOff(),
    announce: announce("first"),
    notify: notify("first"),
    index: index("first"),
    execute: execute("first"),
    greet: greet("first"),
    ...change,
  }).filter((declared) => declared !== undefined);

export const weeklyWith = (change: (args: ReturnType<typeof weekly>["args"]) => void): Declared => {
  const changed = weekly();
  change(changed.args);
  return changed;
};

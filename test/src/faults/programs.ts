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
    ...change,
  }).filter((declared) => declared !== undefined);

export const weeklyWith = (change: (args: ReturnType<typeof weekly>["args"]) => void): Declared => {
  const changed = weekly();
  change(changed.args);
  return changed;
};

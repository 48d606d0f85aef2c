import { analysts, mail, weekly } from "../engine/declarations";
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

/** The program that made `everything`, changed. */
export const everything = (change: Record<string, Declared | undefined> = {}): Declared[] =>
  Object.values<Declared | undefined>({
    weekly: weekly(),
    analysts: analysts(),
    vault: vault(),
    mail: onOff(),
    announce: announce("first"),
    ...change,
  }).filter((declared) => declared !== undefined);

export const weeklyWith = (change: (args: ReturnType<typeof weekly>["args"]) => void): Declared => {
  const changed = weekly();
  change(changed.args);
  return changed;
};

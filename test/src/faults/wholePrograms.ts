import { analysts, permissions, weekly } from "../engine/stacks/declarations";
import type { Declared } from "../engine/stacks/pulumiStack";
import type { Entry } from "../harness/sessions/session";
import { allFixtures } from "../fixtures/index";
import type { Operation } from "./cases/operation";

/** A program with every resource that there is; each call gives fresh values that may be changed. */
export const everything = (): Declared[] => allFixtures.flatMap(({ declared }) => [...declared()]);

/** The second provider of a program, or the second instance of a program with dynamic resources. */
export const second = "second";

const titled = (name: string, title: string): Declared => ({
  ...weekly(),
  name,
  args: { ...weekly().args, title },
});

/** Resources of the second provider, and a dynamic resource beside those of the plugin. */
const elsewhere = (entry: Entry): Declared[] => {
  const there = titled("there", "Sales of the others");
  const readers = { ...analysts(), name: "readers", args: { name: "Readers", type: "open" } };
  return entry === "plugin"
    ? [
        { ...there, opts: { provider: second } },
        { ...readers, opts: { entry: "dynamic" } },
      ]
    : [{ ...there, args: { ...there.args, instance: second } }, readers];
};

const changes: Record<string, Declared["args"]> = {
  weekly: { title: "Sales of the week" },
  analysts: { description: "May read everything" },
  vault: { type: "open", allowMembershipLoss: true },
  orders: { permissions: permissions("USER 42 CAN_EDIT", "GROUP 7 CAN_SHARE") },
  certified: { entityType: "CARD", entityId: "12" },
  mail: { enabled: false },
};

/** A text that was generated before the run died is lost: it stays as it is. */
const changed = ({ type, name, args, ...rest }: Declared): Declared => {
  const runsAgain = "triggers" in args && type !== "TextGeneration";
  const again = runsAgain ? { triggers: ["second"] } : {};
  return { type, name, ...rest, args: { ...args, ...again, ...changes[name] } };
};

const byHand = (id: number) => `Made by hand ${id}`;

/** An object of each entry's own way to take over: only the plugin can import, and only what the list shows. */
const takenOver = (entry: Entry): Declared[] => {
  const adopted = titled("adopted", "Taken over");
  const taken = titled("taken", byHand(78));
  if (entry === "plugin") Reflect.deleteProperty(taken.args, "attachmentInclude");
  const timing = taken.args.schedule as object;
  if (entry === "plugin") Reflect.deleteProperty(timing, "additionalRecipients");
  return [
    { ...adopted, args: { ...adopted.args, adopt: "77" } },
    entry === "plugin"
      ? { ...taken, opts: { import: "78" } }
      : { ...taken, args: { ...taken.args, adopt: "78" } },
  ];
};

/** Everything that a program can do, in one run with several providers. */
export const wholePrograms: readonly Operation[] = [
  {
    name: "create a whole program",
    operations: "extended",
    target: { method: "POST", path: "/sendnow$" },
    from: "nothing",
    declares: (entry) => [...everything(), ...elsewhere(entry)],
    onEngine: true,
    mails: 2,
    executions: 1,
    texts: 1,
    unknown: true,
  },
  {
    name: "change a whole program",
    operations: "extended",
    // All else is done when the engine deletes what it replaced.
    target: { method: "DELETE", path: "/system/CERTIFIED/state$" },
    from: "everything",
    byHand({ state }) {
      const [known] = state.schedules;
      if (known === undefined) throw new Error("there is no schedule that could be copied");
      for (const id of [77, 78]) {
        state.schedules.push({ ...structuredClone(known), id, title: byHand(id) });
      }
    },
    declares: (entry) => [...everything().map(changed), ...elsewhere(entry), ...takenOver(entry)],
    removes: ["index"],
    onEngine: true,
    mails: 2,
    executions: 1,
  },
];

import { resources } from "../../../provider/dist/catalog";
import { analysts, orders, weekly } from "../engine/stacks/declarations";
import type { Declared } from "../engine/stacks/pulumiStack";
import { allFixtures, fixtures } from "../fixtures/index";
import type { Fixture } from "../fixtures/fixture";
import type { Entry } from "../harness/sessions/session";
import { secret } from "../harness/sessions/wire";

/** Names an instance as an entry does: with a provider of the program, or with an argument. */
const elsewhere = (entry: Entry, { args, opts, ...one }: Declared): Declared =>
  entry === "plugin"
    ? { ...one, args, opts: { ...opts, provider: "elsewhere" } }
    : { ...one, args: { ...args, instance: "elsewhere" }, opts };

/** A copy with another name, of which also the resources that it refers to are copies. */
const renamed = ({ name, args, ...one }: Declared, by: string): Declared => ({
  ...one,
  name: `${name}-${by}`,
  args: Object.fromEntries(
    Object.entries(args).map(([key, value]) => [
      key,
      key === "scheduleOf" || key === "groupOf" ? `${String(value)}-${by}` : value,
    ]),
  ),
});

const all = (some: readonly Fixture[]) => some.flatMap(({ declared }) => [...declared()]);

/** Every resource: on the instance of the stack with extended operations, and elsewhere with documented ones. */
const everything = (entry: Entry): Declared[] => [
  ...all(allFixtures),
  ...all(allFixtures.filter(({ row }) => row.documented !== undefined)).map((one) =>
    elsewhere(entry, renamed(one, "documented")),
  ),
];

const schedule = (name: string, title: string, args: object = {}): Declared => ({
  type: "ReportSchedule",
  name,
  args: { ...weekly().args, title, ...args },
});
const group = (name: string, args: object, opts?: object): Declared => ({
  type: "Group",
  name,
  args: { type: "open", allowMembershipLoss: true, ...args },
  opts: { ...opts },
});

/** A share that e-mails the people who get access. */
const share = (name: string, datasetId: string): Declared => ({
  ...orders(),
  name,
  args: { ...orders().args, datasetId, sendEmail: true },
});
/** Of shares that e-mail people, or would without `platform:mail`. */
export const datasets = {
  mailed: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a02",
  muted: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a03",
};

/** The ids of the objects that people made, by hand on each instance. */
export const byHand = { adopted: 77, taken: 78 };
export const titleByHand = (id: number): string => `Made by hand ${id}`;

/** What existed before: adopted where the program names the id, and imported, which only the plugin can. */
function existing(entry: Entry): Declared[] {
  const adopted = (name: string) =>
    schedule(name, titleByHand(byHand.adopted), { adopt: `${byHand.adopted}` });
  const imported = (name: string): Declared => {
    const one = schedule(name, titleByHand(byHand.taken));
    // An import of what the list does not show is checked with the first change.
    Reflect.deleteProperty(one.args, "attachmentInclude");
    return { ...one, opts: { import: `${byHand.taken}` } };
  };
  return [
    adopted("adopted"),
    elsewhere(entry, adopted("adopted-documented")),
    ...(entry === "plugin"
      ? [imported("imported"), elsewhere(entry, imported("imported-documented"))]
      : []),
  ];
}

/** Resources that e-mail people, which `platform:mail` holds back, and the schedule that they e-mail. */
export const muted = (): Declared[] => [
  ...fixtures.ReportSchedule.declared(),
  ...resources
    .filter(({ kind, mail }) => kind === "action" && mail !== undefined)
    .flatMap(({ name }) => fixtures[name as Declared["type"]].declared())
    .map((one) => ({ ...one, name: `${one.name}-muted` })),
  share("shared-muted", datasets.muted),
];

/** What the program says of a group that somebody changes by hand in between. */
export const drifting = (description: string): Declared =>
  group("drifting", { name: "Drifting", description });

/** What goes from the program with the last run. */
export const leaving = (): Declared => group("leaving", { name: "Leaving" });

/** Everything but `muted` and `drifting`. */
export const whole = (entry: Entry): Declared[] => [
  ...everything(entry).filter(({ name }) => name !== "weekly"),
  ...existing(entry),
  share("shared-mailed", datasets.mailed),
  {
    type: "StreamExecution",
    name: "waited",
    args: { ...fixtures.StreamExecution.required, streamId: "77", waitMinutes: 1 },
  },
  group("protected", { name: "Protected" }, { protect: true }),
  group("within", { name: "Within a component" }, { parent: "component" }),
  group("hidden", { name: secret("Hidden"), description: "Has a secret name" }),
  { ...analysts(), name: "closing", args: { name: "Closing", type: "closed" } },
];

/** What the stack of a killed run had before. */
export const before = (): Declared[] => [
  schedule("kept", "Kept"),
  schedule("changing", "To be changed"),
  group("going", { name: "Going" }),
];
/** What the killed run says. The requests of the last three and of the change are under way at the kill. */
export const changing = (): Declared[] => [
  schedule("kept", "Kept"),
  schedule("changing", "Changed"),
  schedule("answered", "Created before the kill"),
  ...[
    schedule("lost", "Created at the kill"),
    group("never", { name: "Never created" }),
    {
      type: "ReportSend" as const,
      name: "sending",
      args: { scheduleOf: "kept", recipients: [{ type: "EMAIL", value: "board@example.com" }] },
    },
  ].map((one) => ({ ...one, opts: { dependsOn: "answered" } })),
];

/** The same resource of the plugin, in a program that imports both entries. */
export function moved({ args: { instance, ...args }, opts, ...one }: Declared): Declared {
  const declared = { ...one, args, opts: { ...opts, entry: "plugin" } };
  return instance === undefined ? declared : elsewhere("plugin", declared);
}

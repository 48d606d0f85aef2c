import { nameField } from "../../definition/object";
import type { Resource } from "../../definition/resource";
import { canRead } from "../../definition/verbs";
import { get } from "../../definition/paths";
import type { Values } from "../../definition/values";
import { copyWith, notKnownYet } from "../../definition/unknowns";
import type { Advice, Step, Option } from "../../messages/advice";
import { adviceText } from "../../messages/adviceText";
import { withoutAddresses } from "../../messages/mailAddresses";
import { onOneLine, shortened, visible } from "../../messages/visible";
import type { Advised } from "../diagnostics";
import type { Notice } from "../notices";

/** A value as messages show it. */
export function show(value: unknown, longest = longestValue): string {
  if (value === undefined) return "nothing";
  if (typeof value === "symbol") return "an unknown value";
  return shortened(withoutAddresses(JSON.stringify(value)), longest);
}

const longestValue = 2_000;

/** Messages name at most this many people, or items of a list. */
export const few = 5;

/** Two different values as messages show them. They can look alike, because addresses are hidden. */
export function showBoth(one: unknown, other: unknown): [string, string] {
  const [first, second] = [show(one), show(other)];
  return [first, first === second ? "another value" : second];
}

/** How many characters of a name a message has. */
const longestLabel = 200;

/** The label of a resource, on one line. */
export const labelOf = (label: Resource["label"], values: Values): string =>
  onOneLine(label(values), longestLabel);

/** An existing object as messages call it: `report schedule 42 "Weekly"`. */
export const objectOf = ({ noun, label }: Resource, id: string, values: Values): string =>
  `${noun} ${id} ${labelOf(label, values)}`;

/** An object as messages call it: `report schedule "Weekly"`, or `report schedule` while its label is not known yet. */
export const nounOf = (resource: Resource, inputs: Values): string =>
  withLabel(resource.noun, resource, inputs);

/** A line that says what people can do after its facts. */
export const advised = (
  facts: string,
  advice: Advice,
  layout: "options" | "sentences" = "sentences",
): Advised => ({ text: `${facts} ${adviceText(advice, layout)}`, advice });

/** People who are left out can still be members of a group. */
export const butThrough = (groups: readonly string[]): string =>
  groups.length === 0 ? "" : `, unless as a member of ${groups.join(", ")}`;

/** A message that says the same about one resource and about several. */
export const sameForAll = (
  resource: Resource,
  inputs: Values,
  said: string,
): Pick<Notice, "first" | "several"> => ({
  first: `${nameOf(resource, inputs)}${said}`,
  several: (resources) => `${resources}${said}`,
});

/** A resource of the program as messages call it: `ReportSchedule "Weekly"`, or `ReportSchedule`. */
export const nameOf = (resource: Resource, inputs: Values): string =>
  withLabel(resource.name, resource, inputs);

const withLabel = (word: string, { label }: Resource, inputs: Values): string =>
  hasKnownLabel(label, inputs) ? `${word} ${labelOf(label, inputs)}` : word;

function hasKnownLabel(label: Resource["label"], inputs: Values): boolean {
  // No text has it, and messages show it as it is.
  const mark = "\uffff";
  const marked = copyWith(inputs, (leaf) => (leaf === notKnownYet ? mark : leaf)) as Values;
  return !label(marked).includes(mark);
}

/** How a user tells Pulumi that an object was deleted on the instance. */
export const noticeDelete = (resource: Resource): Step =>
  resource.kind === "object" && !canRead(resource.documented)
    ? { run: ["pulumi", "state", "delete"] }
    : refresh;

export const refresh: Step = { run: ["pulumi", "refresh"] };

/** A plain refresh uses the settings of the last update. */
export const refreshWithSettings: Step = { run: ["pulumi", "refresh", "--run-program"] };

/** Whether the platform continues to send e-mail after the program no longer declares the resource. */
export const sendsByItself = ({ mail }: Resource) => mail?.declared !== undefined;

/** The property of which two objects cannot have the same value; undefined if there is none. */
export const uniqueName = (resource: Resource): string | undefined =>
  resource.replacement === "deleteFirst" ? nameField(resource) : undefined;

/** Another object, while the old one stays on the instance: it leaves the state first, in a run of its own. */
const keepingOld = (beforeNew: readonly Step[], withNew: readonly Step[]): Step[] => [
  { program: "undo" },
  { program: "option", option: "retainOnDelete", value: true },
  { run: ["pulumi", "up"] },
  ...beforeNew,
  { program: "rename" },
  ...withNew,
];

/** What a second object with the same natural key needs. */
const makingAnother = (resource: Resource): Step[] => {
  const path = uniqueName(resource);
  return path === undefined ? allowingDuplicate(resource) : [{ program: "change", path }];
};

/** The step that allows a duplicate, for resources that have it. */
export const allowingDuplicate = ({ inputs }: Resource): Step[] =>
  "allowDuplicate" in inputs.shape ? [{ program: "set", path: "allowDuplicate", value: true }] : [];

/** The way out without a call, for a change of these paths, or of the name in the program. */
export const createAnother = (resource: Resource, paths?: readonly string[]): Option => {
  const { naturalKey = [] } = resource;
  const isOtherKey = paths === undefined || paths.some((path) => naturalKey.includes(path));
  const disabling: Step[] = sendsByItself(resource) ? [{ instance: "disable" }] : [];
  return {
    to: "keepBoth",
    steps: keepingOld(disabling, isOtherKey ? [] : makingAnother(resource)),
  };
};

/** The new resource is another object. A name that only one object can have leaves no other way. */
export const isAnother = (resource: Resource): Option => ({
  when: "anotherObject",
  steps: uniqueName(resource) ? makingAnother(resource) : keepingOld([], makingAnother(resource)),
});

/** The object can exist on the instance, although neither the state nor the journal has it. */
export const killedElsewhere: Option = {
  when: "killed",
  steps: [{ run: ["pulumi-platform", "recover"] }],
};

/** Without the option, Pulumi also deletes what an earlier run with it replaced and did not delete. */
export const withoutReplace: Option = {
  when: "replaceAsked",
  steps: [{ again: "command", without: ["--replace"] }],
};

/** Whether a program can adopt an existing object of this type by its id. */
export const canAdopt = ({ inputs }: Resource) => "adopt" in inputs.shape;

/** Names the existing object to manage, or lets the person find its id. */
export const adopting = (id?: string): Step => ({
  ...{ program: "set", path: "adopt" },
  ...(id !== undefined && { value: id }),
});

/** The duplicates of a create in words: `one (id 7) with the same content`. */
export function sameContent(ids: readonly string[], notCompared: readonly string[]): string {
  const several = ids.length === 1 ? `one (id ${ids[0]})` : `${ids.length} (ids ${ids.join(", ")})`;
  const limit = notCompared.length === 0 ? "" : ` (not compared: ${notCompared.join(", ")})`;
  return `${several} with the same content${limit}`;
}

/** The values of these paths on the instance and in the program. */
export const difference = (live: Values, inputs: Values, paths: readonly string[]) =>
  paths
    .map((path) => {
      const [there, here] = showBoth(get(live, path), get(inputs, path));
      return `${path} is ${there} on the instance and ${here} in the program`;
    })
    .join(", ");

/** The steps that write live values in the program. They have no effect on what `platform:mail` decides. */
export const accepting = (
  live: Values,
  paths: readonly string[],
  byMail: readonly string[] = [],
): Step[] => [
  ...(paths.some((path) => byMail.includes(path)) ? [{ setting: "mail", value: "live" }] : []),
  ...paths.map((path): Step => {
    const value = get(live, path);
    return { program: "set", path, ...(isVisible(value) && { value }) };
  }),
];

/** Whether people can copy a value of the instance: a program with other characters would not have the same value. */
const isVisible = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.values(value).every(isVisible)
    : typeof value !== "string" || visible(value, "\n\t") === value;

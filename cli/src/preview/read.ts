import { canRead, nameIn, verbsOf } from "pulumi-platform-provider/contract";
import type { Message, Resource, Values } from "pulumi-platform-provider/contract";
import { isDefaultProvider, resourceOf } from "../stack/resourceTypes.js";
import type { EngineReport, Step, StepState } from "../stack/events.js";
import { changedFields, driftedFields } from "./fields.js";
import { Holdings, withKept, withOthers } from "./holdings.js";
import { Instances } from "./instances.js";
import { withMessages } from "./messages.js";
import { withReached } from "./reach.js";
import type { About, Change, Declared, Drift, Operation, Preview } from "./types.js";
import type { State } from "../stack/state.js";
import { isVague, plainValues, propertiesOf, withWords } from "../stack/values.js";

/** The operations of the engine in the words of people. All steps of a replacement are one operation. */
const operations: Readonly<Record<string, Operation>> = {
  create: "create",
  update: "update",
  delete: "delete",
  import: "import",
  replace: "replace",
  "create-replacement": "replace",
  "delete-replaced": "replace",
  "import-replacement": "replace",
  read: "read",
  "read-replacement": "read",
  discard: "forget",
  "discard-replaced": "forget",
};

type Counted = "unchanged" | "uncounted" | "unshown";
export type Read = Pick<Preview, "instances" | "changes" | Counted | "drift" | "switchedOff"> & {
  /** The platform's resources after the run, with their declared inputs. */
  remaining: Declared[];
  said: readonly Message[];
};

/** Reads the events of the engine, and what providers said of the remaining resources. */
export function readReport(
  report: EngineReport,
  environment: NodeJS.ProcessEnv,
  state?: State,
  messagesOf: (remaining: readonly Declared[]) => readonly Message[] = () => [],
): Read {
  const steps = withKeptObjects(report.steps, state).filter(
    ({ type }) => !type.startsWith("pulumi:"),
  );
  const replaced = new Set(
    steps.flatMap(({ op, urn }) =>
      operations[op] === "replace" && op !== "delete-replaced" ? urn : [],
    ),
  );
  const instances = new Instances(
    report.config,
    [...report.refreshed.values(), ...report.steps],
    environment,
  );
  const changes = new Map<string, Change>();
  const remaining: Declared[] = [];
  const [earlier, later] = [new Holdings(), new Holdings()];
  const seen: About[] = [];
  let unchanged = 0;
  for (const step of steps) {
    const state = step.new ?? step.old;
    if (state?.custom !== true) continue;
    const about = aboutOf(state, step.old?.id, instances);
    if (step.op === "delete-replaced" && !replaced.has(step.urn)) {
      const label = `${about.label} (id ${about.id}, which an interrupted run replaced)`;
      changes.set(`${step.urn} ${about.id}`, {
        ...changeOf({ ...about, label }, "delete", step),
        isReplaced: true,
      });
      continue;
    }
    seen.push(about);
    const inputs = plainValues(step.new?.inputs);
    if (step.new && about.resource !== undefined) remaining.push({ about, inputs });
    if (step.old) earlier.add(about, stateOf(step.old));
    if (step.new) later.add(about, inputs);
    const op = operations[step.op];
    if (op === undefined) {
      if (step.op === "same") unchanged++;
      continue;
    }
    const former = step.old && aboutOf(step.old, step.old.id, instances);
    // On another instance, people lose what the old object gave them, whatever the new one gives.
    if (former && step.new && former.instance?.baseUrl !== about.instance?.baseUrl) {
      const { old: _old, ...created } = step;
      const { new: _new, ...deleted } = step;
      const label = `${former.label} on ${former.instance?.baseUrl ?? "the former instance"}`;
      changes.set(`${step.urn} ${former.id}`, changeOf({ ...former, label }, "delete", deleted));
      changes.set(step.urn, changeOf(about, "create", created));
      continue;
    }
    // The delete step of a replacement does not show the new object.
    if (changes.get(step.urn)?.after === undefined)
      changes.set(step.urn, changeOf(about, op, step));
  }
  const renamed = new Map(
    steps.flatMap(({ urn, old }) => (old && old.urn !== urn ? [[old.urn, urn] as const] : [])),
  );
  const drift = [...report.refreshed.values()].flatMap((step) =>
    driftOf(step, instances).map((one): Drift => {
      const urn = renamed.get(one.urn) ?? one.urn;
      return { ...one, urn, name: nameIn(urn) };
    }),
  );
  const named = namesAmong([...seen, ...drift]);
  const known = remaining.map((one) => ({ ...one, about: named(one.about) }));
  const said = messagesOf(known);
  const all = withMessages([...changes.values()].map(named), said);
  return {
    instances: instances.used(),
    changes: withReached(withKept(withOthers(all, earlier, later), known), known),
    unchanged,
    // Pulumi does not count the providers that it creates itself.
    uncounted: report.steps.filter(({ urn, type, new: next, old }) =>
      type.startsWith("pulumi:providers:")
        ? !isDefaultProvider(nameIn(urn))
        : type.startsWith("pulumi:") || (next ?? old)?.custom !== true,
    ).length,
    drift: drift.map(named),
    unshown: [...new Set(seen.filter(isUnshown).map(({ type }) => type))].sort(),
    switchedOff: remaining.flatMap(({ about: { resource, instance }, inputs }) =>
      resource?.name === "ScheduledReportEmails" && inputs.enabled === false
        ? (instance?.baseUrl ?? [])
        : [],
    ),
    ...{ remaining: known, said },
  };
}

/** The steps. The engine shows `retainOnDelete`, but not `deletedWith`, which keeps an object in the same way. */
function withKeptObjects(steps: readonly Step[], state?: State): readonly Step[] {
  const deleted = new Set(
    steps.flatMap(({ op, urn }) => (op === "delete" || op === "delete-replaced" ? urn : [])),
  );
  const kept = new Set(
    (state?.deployment.resources ?? []).flatMap(({ urn, deletedWith = "" }) =>
      deleted.has(deletedWith) ? urn : [],
    ),
  );
  return steps.map((step) =>
    step.old && kept.has(step.urn) ? { ...step, old: { ...step.old, retainOnDelete: true } } : step,
  );
}

const isUnshown = ({ resource, instance }: About): boolean =>
  resource?.kind === "object" &&
  instance !== undefined &&
  !canRead(verbsOf(resource, instance.operations));

/** Completes what people read of each object with what only the other objects of the stack show. */
function namesAmong(all: readonly About[]): <One extends About>(one: One) => One {
  const groups = new Map(
    all.flatMap(({ resource, id, instance, label }) =>
      resource?.name === "Group" && id !== undefined
        ? [[`${instance?.baseUrl} group ${id}`, `${label} (id ${id})`]]
        : [],
    ),
  );
  const withGroup = <One extends About>(one: One): One => {
    const { group = "", instance, label } = one;
    const known = groups.get(`${instance?.baseUrl} ${group}`);
    return known === undefined
      ? one
      : { ...one, group: known, label: label.replace(group, () => known) };
  };
  const urns = new Map<string, Set<string>>();
  for (const { label, urn } of all.map(withGroup))
    urns.set(label, (urns.get(label) ?? new Set()).add(urn));
  return (one) => {
    const shown = withGroup(one);
    const { size = 0 } = urns.get(shown.label) ?? {};
    const isAmbiguous = one.resource !== undefined && (size > 1 || isVague(shown.label));
    return { ...shown, isAmbiguous };
  };
}

function changeOf(about: About, op: Operation, step: Step): Change {
  const { resource } = about;
  const before = step.old ? stateOf(step.old) : undefined;
  const after = step.new ? ownValues(step.new.inputs) : undefined;
  const isCompared = op === "update" || op === "replace";
  return {
    ...about,
    op,
    fields:
      resource && before && after && isCompared ? changedFields(resource, before, after, step) : [],
    ...(before && { before }),
    ...(after && { after }),
    ...{ parent: step.new?.parent, provider: step.new?.provider },
    ...(step.old?.retainOnDelete === true && { isRetained: true }),
  };
}

/** The drift that a refresh found, for resources of this provider. */
function driftOf({ old, new: live }: Step, instances: Instances): Drift[] {
  if (!old || old.custom !== true) return [];
  const about = aboutOf(old, old.id, instances);
  if (about.resource === undefined) return [];
  const before = stateOf(old);
  if (!live) return [{ ...about, op: "delete", fields: [], before }];
  const after = stateOf(live);
  const fields = driftedFields(about.resource, before, after);
  return fields.length === 0 ? [] : [{ ...about, op: "update", fields, before, after }];
}

/** The label of an object, with the name of its resource if the label alone does not tell which object it is. */
export const objectName = ({ label, name, isAmbiguous = false }: About): string =>
  isAmbiguous ? `${label} (resource ${name})` : label;

/** Whether two resources mean the same object, so that one may be the other under a new name. */
export const isSameObject = (one: About, other: About): boolean =>
  one.resource === other.resource &&
  one.label === other.label &&
  one.instance?.baseUrl === other.instance?.baseUrl;

function aboutOf(state: StepState, id: string | undefined, instances: Instances): About {
  const { urn } = state;
  const name = nameIn(urn);
  const resource = resourceOf(state.type);
  const type = resource?.name ?? state.type;
  const group = resource?.access?.group?.(valuesOf(state));
  return {
    urn,
    type,
    name,
    ...(resource && { resource, instance: instances.of(state) }),
    label: resource ? labelOf(resource, state) : `${type} ${name}`,
    ...(group !== undefined && { group }),
    ...(id !== undefined && id !== "" && { id }),
  };
}

const labelOf = ({ noun, label }: Resource, state: StepState): string =>
  `${noun} ${label(valuesOf(state))}`;

const valuesOf = ({ inputs, outputs }: StepState): Values =>
  withWords({ ...plainValues(outputs), ...plainValues(inputs) }) as Values;

/** A state: its inputs are newer than the outputs of the last write. */
const stateOf = ({ inputs, outputs }: StepState): Values => ({
  ...ownValues(outputs),
  ...ownValues(inputs),
});

const ownValues = (values: unknown): Values => propertiesOf(plainValues(values));

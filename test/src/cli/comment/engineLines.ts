import type { Impossible, Message } from "pulumi-platform-provider/contract";

/** What the engine prints of a preview, as tests declare it: the form is that of the real engine's lines. */

export type Entry = "plugin" | "dynamic";
type Values = Record<string, unknown>;

/** A resource before and after. */
export interface Step {
  op: string;
  type: string;
  name: string;
  id?: string;
  /** The inputs in the state. */
  old?: Values;
  /** The inputs that the program declares. */
  next?: Values;
  /** What a refresh found instead of the state: `null` for nothing. */
  live?: Values | null;
  retainOnDelete?: boolean;
  /** The resource that takes this one along, which only the state has. */
  deletedWith?: Pick<Step, "type" | "name">;
  /** The name of a provider that the program makes. */
  provider?: string;
  /** The key of the instance that a dynamic resource names. */
  instance?: string;
  /** The provider or the instance that the state has. */
  formerly?: Pick<Step, "provider" | "instance">;
  /** The paths that the plugin tells to differ. */
  detailedDiff?: readonly string[];
}

export interface Situation {
  /** The words of the test, and of the golden file. */
  title: string;
  config?: Record<string, string>;
  environment?: Record<string, string>;
  steps?: readonly Step[];
  /** Providers of the program, by name, with their arguments. */
  providers?: Record<string, Values>;
  errors?: readonly string[];
  warnings?: readonly string[];
  /** What providers report, without the URN of the resource of this name. */
  impossible?: readonly (Omit<Impossible, "urn"> & { name: string })[];
  /** What providers say of the resource of this name. */
  said?: readonly (Omit<Message, "advice"> & { type: string; name: string })[];
  options?: { showAddresses?: boolean; limit?: number; fullFile?: string };
}

/** A secret as the engine writes it. */
export const secretValue = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ciphertext: "[secret]",
};

/** What the engine writes for a value that it does not know yet. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const replacement = ["create-replacement", "replace", "delete-replaced"];

/** The lines of the engine. */
export function engineLines(situation: Situation, entry: Entry): string[] {
  const { config = {}, steps = [], providers = {}, errors = [], warnings = [] } = situation;
  const events: object[] = [{ preludeEvent: { config } }];
  for (const [name, inputs] of Object.entries(providers)) {
    const urn = urnOf("pulumi:providers:platform", name);
    const state = { urn, type: "pulumi:providers:platform", custom: true, id: "1", inputs };
    const metadata = { op: "same", urn, type: state.type, old: state, new: state };
    events.push({ resourcePreEvent: { metadata } }, { resOutputsEvent: { metadata } });
  }
  for (const step of steps) {
    const state = stateOf(step, entry);
    if (step.live !== undefined) {
      const metadata = { op: "refresh", urn: state.urn, type: state.type };
      const old = { ...state, inputs: inputsOf(step, step.old ?? {}, entry), outputs: {} };
      const live = step.live === null ? null : { ...old, inputs: inputsOf(step, step.live, entry) };
      events.push(
        { resourcePreEvent: { metadata: { ...metadata, old, new: old } } },
        { resOutputsEvent: { metadata: { ...metadata, old, new: live } } },
      );
    }
    const ops = step.op === "replace" ? replacement : step.op === "refresh" ? [] : [step.op];
    for (const op of ops)
      events.push({ resourcePreEvent: { metadata: metadataOf(step, op, entry) } });
  }
  const diagnostics = [
    ...errors.map((message) => ({ message, severity: "error" })),
    ...warnings.map((message) => ({ message, severity: "warning" })),
    { message: "nobody reads this", severity: "debug" },
  ];
  events.push(...diagnostics.map((one) => ({ diagnosticEvent: one })));
  events.push({ summaryEvent: { result: errors.length > 0 ? "failed" : "succeeded" } });
  return events.map((event, sequence) => engineLine({ sequence, timestamp: 0, ...event }));
}

/** A line as Go writes it, which ends in no reader before its end: some versions of Node.js take more signs for ends. */
export const engineLine = (event: object): string =>
  JSON.stringify(event).replace(
    /[\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16)}`,
  );

function metadataOf(step: Step, op: string, entry: Entry): object {
  const { live, detailedDiff } = step;
  const state = stateOf(step, entry);
  // After a refresh, the state is what the instance has.
  const before = live === null ? undefined : (live ?? step.old);
  const former = { ...step, ...step.formerly };
  const old = before && {
    ...stateOf(former, entry),
    ...{ inputs: inputsOf(former, before, entry), outputs: {} },
  };
  const next = step.next && { ...state, id: "", inputs: inputsOf(step, step.next, entry) };
  return {
    ...{ op, urn: state.urn, type: state.type },
    old: op === "create" ? null : (old ?? null),
    new: op === "delete" || op === "delete-replaced" ? null : (next ?? null),
    detailedDiff:
      entry === "dynamic" || detailedDiff === undefined
        ? null
        : Object.fromEntries(detailedDiff.map((path) => [path, { diffKind: "update" }])),
  };
}

function stateOf({ type, name, id = "", retainOnDelete, provider }: Step, entry: Entry) {
  const token = tokenOf(type, entry);
  const providerType = entry === "plugin" ? "platform" : "pulumi-nodejs";
  return {
    urn: urnOf(token, name),
    ...{ type: token, custom: true, id },
    ...(retainOnDelete && { retainOnDelete }),
    provider: `${urnOf(`pulumi:providers:${providerType}`, provider ?? "default")}::1`,
  };
}

/** Types with a colon are those of other providers. */
export const tokenOf = (type: string, entry: Entry): string =>
  type.includes(":")
    ? type
    : entry === "plugin"
      ? `platform:index:${type}`
      : `pulumi-nodejs:dynamic/platform:${type}`;

export const urnOf = (token: string, name: string): string =>
  `urn:pulumi:dev::reports::${token}::${name}`;

const inputsOf = ({ type, instance }: Step, values: Values, entry: Entry): Values =>
  entry === "plugin" || type.includes(":")
    ? values
    : {
        ...values,
        __provider: `exports.handler=()=>require("pulumi-platform/dynamic").${type}`,
        __identity: "r0123456789",
        ...(instance !== undefined && { instance }),
      };

import { madeOnKey } from "../../../../provider/dist/state/bookkeeping";
import type { Values } from "../../lifecycle/tables/row";
import type { ProviderSession, Subject } from "./session";
import { withoutSecrets } from "./wire";

/** A call of the engine to a provider. */
export interface ProviderCall {
  verb: string;
  urn: string;
  id?: string;
  preview?: boolean;
  seconds?: number;
  /** The inputs that the program declares. */
  news?: unknown;
  /** What the state has. */
  inputs?: unknown;
  outputs?: unknown;
}

export const recordedVerbs = [
  ...["checkConfig", "diffConfig"],
  ...["check", "diff", "create", "read", "update", "delete"],
];

/** The name of a file to which `callRecorder.js` writes the calls that come to a process. */
export const callsVariable = "PLATFORM_TEST_CALLS";

/** The same session; `record` gets each call before the provider does. */
export function recording(
  session: ProviderSession,
  record: (call: ProviderCall) => void,
): ProviderSession {
  const note = (verb: string, { urn }: Subject, call: Omit<ProviderCall, "verb" | "urn">) =>
    record({ verb, urn, ...call });
  return {
    checkConfig: (self, olds, news) => {
      record({ verb: "checkConfig", urn: self.urn, news, inputs: olds });
      return session.checkConfig(self, olds, news);
    },
    diffConfig: (self, old, news) => {
      record({ verb: "diffConfig", urn: self.urn, ...old, news });
      return session.diffConfig(self, old, news);
    },
    configure: (self, args) => session.configure(self, args),
    check: (subject, olds, news) => {
      note("check", subject, { news, inputs: olds });
      return session.check(subject, olds, news);
    },
    diff: (subject, old, news, ignored) => {
      note("diff", subject, { ...old, news });
      return session.diff(subject, old, news, ignored);
    },
    create: (subject, inputs, how) => {
      note("create", subject, { news: inputs, ...how });
      return session.create(subject, inputs, how);
    },
    read: (subject, old, how) => {
      note("read", subject, { ...old, seconds: how.seconds });
      return session.read(subject, old, how);
    },
    update: (subject, old, news, how, ignored) => {
      note("update", subject, { ...old, news, ...how });
      return session.update(subject, old, news, how, ignored);
    },
    delete: (subject, old, how) => {
      note("delete", subject, { ...old, seconds: how.seconds });
      return session.delete(subject, old, how);
    },
    invoke: (name, args, preview) => session.invoke(name, args, preview),
  };
}

/** A call without what two engines cannot have in common; the dynamic provider is told no secrets. */
export function comparable({ verb, urn, ...call }: ProviderCall): Values {
  const entries = Object.entries(call)
    .map(([key, value]): [string, unknown] => [key, withoutOwn(withoutSecrets(value))])
    .filter(([, value]) => isTold(value));
  return { verb, urn, ...Object.fromEntries(entries.sort()) };
}

const isTold = (value: unknown) =>
  value !== undefined &&
  value !== "" &&
  value !== false &&
  value !== 0 &&
  !(typeof value === "object" && value !== null && Object.keys(value).length === 0);

/** These say when and where something happened. */
const ownKeys = ["nextRunDate", "ranAt", "startedAt", "indexRequestKey", "__mailedAt", madeOnKey];

/** Values with their keys in order, and without those that only one run can have. */
export function withoutOwn(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutOwn);
  const entries = Object.entries(value).filter(([key]) => !ownKeys.includes(key));
  return Object.fromEntries(entries.sort().map(([key, one]) => [key, withoutOwn(one)]));
}

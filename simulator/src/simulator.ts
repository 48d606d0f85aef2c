import type { AddressInfo } from "node:net";
import type { Call, Mail } from "./calls.js";
import { addControl } from "./control.js";
import { DataFile } from "./data-file.js";
import type { Fault, FaultRule } from "./faults.js";
import { Instance } from "./instance.js";
import type { Profile } from "./route.js";
import { buildServer } from "./server.js";
import type { State } from "./state.js";

export interface SimulatorOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  /** `documented`, the default: the 17 endpoints of the specification. `extended`: what lies beyond. */
  profile?: Profile;
  /** The developer token; `simulator-token` unless given. */
  token?: string;
  /** The bearer token of the workflow API; `simulator-workflow-token` unless given. */
  workflowToken?: string;
  /** A file that holds the state from one start to the next. */
  data?: string;
  /** How long every call waits before it is worked on. */
  latencyMs?: number;
  /** The most items that one answer of a paged list holds. */
  pageCap?: number;
  /** Is given one line per call, without tokens. */
  log?: (line: string) => void;
}

/** A running simulator. */
export interface Simulator {
  /** The base address; the workflow API is at `<url>/workflow-api`. */
  readonly url: string;
  readonly token: string;
  readonly workflowToken: string;
  /** Every call so far, live. The control side is not counted. */
  readonly calls: Call[];
  /** What the instance knows, live; a test may edit it. */
  readonly state: State;
  /** Every e-mail that would have been sent, live. */
  readonly outbox: Mail[];
  /** Puts a fault in force. */
  fault(rule: FaultRule): Fault;
  clearFaults(): void;
  /** Back to the seed, with empty lists of calls, mails and faults. */
  reset(): void;
  /** Ends promptly, open connections included; writes the data file. */
  close(): Promise<void>;
}

export const defaultToken = "simulator-token";
export const defaultWorkflowToken = "simulator-workflow-token";

/** Starts a simulator on the loopback interface. Rejects when the port or the data file cannot be used. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const instance = new Instance({
    profile: options.profile ?? "documented",
    token: options.token ?? defaultToken,
    workflowToken: options.workflowToken ?? defaultWorkflowToken,
    latencyMs: options.latencyMs ?? 0,
    pageCap: options.pageCap ?? Infinity,
    log: options.log,
  });
  const file = options.data ? new DataFile(options.data, instance.state) : undefined;
  file?.load();

  const app = buildServer(instance);
  addControl(app, instance);
  if (file) {
    app.addHook("onResponse", async (request) => {
      if (request.method !== "GET") file.touch();
    });
  }
  await app.listen({ host: "127.0.0.1", port: options.port ?? 0 });
  const { port } = app.server.address() as AddressInfo;

  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    instance.close();
    await app.close();
    file?.flush();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    token: instance.settings.token,
    workflowToken: instance.settings.workflowToken,
    calls: instance.calls,
    state: instance.state,
    outbox: instance.outbox,
    fault: (rule) => instance.faults.add(rule),
    clearFaults: () => instance.faults.clear(),
    reset: () => instance.reset(),
    close: () => (closed ??= close()),
  };
}

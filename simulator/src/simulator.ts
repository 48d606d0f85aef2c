import type { AddressInfo } from "node:net";
import type { Call, Mail } from "./calls.js";
import { addControl } from "./control.js";
import { DataFile } from "./dataFile.js";
import type { Fault, FaultRule } from "./faults/faults.js";
import { Instance } from "./instance.js";
import type { Profile } from "./route.js";
import { buildServer } from "./server.js";
import type { State } from "./state.js";
import type { VariantName } from "./variants/names.js";

export interface SimulatorOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  /** `documented`, the default: the endpoints of the specification. `extended`: also the others. */
  profile?: Profile;
  /** The developer token. Default `simulator-token`. */
  token?: string;
  /** The bearer token of the workflow API. Default `simulator-workflow-token`. */
  workflowToken?: string;
  /** A file that keeps the state for the next start. */
  data?: string;
  /** A delay before every call. */
  latencyMs?: number;
  /** The largest page of a list. */
  pageCap?: number;
  /** The ways in which the answers of the instance differ from the usual ones. Default: none. */
  variants?: readonly VariantName[];
  /** Receives one line for each call, without tokens. */
  log?: (line: string) => void;
}

/** A running simulator. */
export interface Simulator {
  /** The base address; the workflow API is at `<url>/workflow-api`. */
  readonly url: string;
  readonly token: string;
  readonly workflowToken: string;
  /** All calls so far, live. Calls of the control API are not recorded. */
  readonly calls: Call[];
  /** The state of the instance, live. A test can edit it. */
  readonly state: State;
  /** Every e-mail that would have been sent, live. */
  readonly outbox: Mail[];
  /** Adds a fault. */
  fault(rule: FaultRule): Fault;
  /** Removes one fault, or all. */
  clearFaults(fault?: Fault): void;
  /** The active variants. */
  readonly variants: readonly VariantName[];
  /** Replaces all variants; without a name the instance has none. */
  useVariants(...names: VariantName[]): void;
  /** Resets the state, removes all calls, mails and faults, and restores the variants of the start. */
  reset(): void;
  /** Closes the server and all connections, and writes the data file. */
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
    variants: options.variants ?? [],
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
    fault: (rule) => instance.addFault(rule),
    clearFaults: (fault) => instance.clearFaults(fault),
    get variants() {
      return instance.variants.list();
    },
    useVariants: (...names) => instance.variants.set(names),
    reset: () => instance.reset(),
    close: () => (closed ??= close()),
  };
}

import { performance } from "node:perf_hooks";
import type { Call, Mail } from "./calls.js";
import { FaultRules, type Fault, type FaultRule } from "./faults/faults.js";
import { PastStates } from "./pastStates.js";
import type { Profile } from "./route.js";
import { otherInstance, seed } from "./seed.js";
import { replaceState, type State } from "./state.js";
import { ActiveVariants } from "./variants/variants.js";

export interface Settings {
  profile: Profile;
  token: string;
  workflowToken: string;
  latencyMs: number;
  pageCap: number;
  /** The variants of the start. */
  variants: readonly string[];
  log: ((line: string) => void) | undefined;
}

/** The state of a running simulator, with its calls, mails, faults and variants. */
export class Instance {
  readonly calls: Call[] = [];
  readonly outbox: Mail[] = [];
  readonly faults = new FaultRules();
  readonly state: State = seed();
  /** The state that the fault `wrong-instance` uses. */
  readonly other: State = otherInstance();
  /** The states that the fault `stale` shows. */
  readonly past = new PastStates(this.state);
  #lastCall = 0;
  #closed = false;
  readonly #timers = new Set<NodeJS.Timeout>();

  readonly variants: ActiveVariants;

  constructor(readonly settings: Settings) {
    this.variants = new ActiveVariants(settings.variants);
  }

  /** Resets everything. References to the state and to the lists stay valid. */
  reset(): void {
    replaceState(this.state, seed());
    replaceState(this.other, otherInstance());
    this.calls.length = 0;
    this.outbox.length = 0;
    this.clearFaults();
    this.variants.reset();
    this.#lastCall = 0;
  }

  addFault(rule: FaultRule): Fault {
    const fault = this.faults.add(rule);
    if (fault.kind === "stale") this.past.begin(fault);
    return fault;
  }

  clearFaults(fault?: Fault): void {
    this.faults.clear(fault);
    this.past.end(fault);
  }

  begin(call: Omit<Call, "n" | "at" | "ms" | "status" | "worked">): Call {
    const begun: Call = {
      n: ++this.#lastCall,
      at: Date.now(),
      ms: 0,
      ...call,
      status: null,
      worked: false,
    };
    this.calls.push(begun);
    return begun;
  }

  /** Completes the log entry and prints its line. The line holds no header, so no token. */
  end(call: Call, started: number): void {
    call.ms = Math.round(performance.now() - started);
    const fault = call.fault ? ` [${call.fault.kind} ${call.fault.moment}]` : "";
    const variants = call.variants ? ` [${call.variants.join(", ")}]` : "";
    this.settings.log?.(
      `${call.n} ${call.method} ${call.path} ${call.status ?? "no answer"} ${call.ms} ms ${call.source}${fault}${variants}`,
    );
  }

  /** Waits. Never resolves after the simulator is closed, so that no operation runs after its end. */
  readonly sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (this.#closed) return;
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        resolve();
      }, ms);
      this.#timers.add(timer);
    });

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}

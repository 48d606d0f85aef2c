import { performance } from "node:perf_hooks";
import type { Call, Mail } from "./calls.js";
import { FaultBook } from "./faults.js";
import type { Profile } from "./route.js";
import { otherInstance, seed } from "./seed.js";
import { become, type State } from "./state.js";

export interface Settings {
  profile: Profile;
  token: string;
  workflowToken: string;
  latencyMs: number;
  pageCap: number;
  log: ((line: string) => void) | undefined;
}

/** What one running simulator holds: the instance's state and all that is observed of it. */
export class Instance {
  readonly calls: Call[] = [];
  readonly outbox: Mail[] = [];
  readonly faults = new FaultBook();
  readonly state: State = seed();
  /** Where calls go that a fault sends to another instance. */
  readonly other: State = otherInstance();
  private lastCall = 0;
  private closed = false;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(readonly settings: Settings) {}

  /** Back to the seed. Every reference to the state and to the lists stays valid. */
  reset(): void {
    become(this.state, seed());
    become(this.other, otherInstance());
    this.calls.length = 0;
    this.outbox.length = 0;
    this.faults.clear();
    this.lastCall = 0;
  }

  begin(call: Omit<Call, "n" | "at" | "ms" | "status" | "worked">): Call {
    const begun: Call = {
      n: ++this.lastCall,
      at: Date.now(),
      ms: 0,
      ...call,
      status: null,
      worked: false,
    };
    this.calls.push(begun);
    return begun;
  }

  /** Completes the log entry; the line for humans never holds a header, so never a token. */
  end(call: Call, started: number): void {
    call.ms = Math.round(performance.now() - started);
    const fault = call.fault ? ` [${call.fault.kind} ${call.fault.moment}]` : "";
    this.settings.log?.(
      `${call.n} ${call.method} ${call.path} ${call.status ?? "no answer"} ${call.ms} ms ${call.source}${fault}`,
    );
  }

  /** Waits, and never comes back once the simulator is closing: no work happens after its end. */
  readonly sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (this.closed) return;
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        resolve();
      }, ms);
      this.timers.add(timer);
    });

  close(): void {
    this.closed = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}

import type { Moment } from "./hostileServer";

/** What came of one kind at one moment. */
export interface Result {
  kind: string;
  moment: Moment;
  /** `call`: a call without an engine. */
  run: "call" | "preview" | "up";
  /** The time beyond that of the same run on the healthy instance. */
  seconds: number;
  /** The most seconds that it may take. */
  bound: number;
  peakMib: number;
  code: string;
  message: string;
  problems: readonly string[];
}

import type { Entry } from "../harness/sessions/session";
import type { Random } from "./cases/random";
import type { Environment } from "./workspace";

/** What came of something that is tried many times. */
export interface Repeated {
  /** How often it was tried before somebody stopped it. */
  done: number;
  failures: string[];
}

export interface How {
  environment: Environment;
  /** Leaves out the preview in the end. */
  quick: boolean;
  stopped: () => boolean;
  say: (line: string) => void;
}

/** Something that is tried many times, each time at another moment. */
export interface Series {
  name: string;
  entry: Entry;
  run: (times: number, random: Random, how: How) => Promise<Repeated>;
}

import type { S3, Postgres } from "../backends";
import type { Site } from "../project";
import type { Step } from "../steps";
import { drift } from "./drift";
import { fork } from "./fork";
import { gitlab } from "./gitlab";
import { killed } from "./killed";
import { review } from "./review";
import { stale } from "./stale";
import { waves } from "./waves";

/** All servers of the test. */
export interface Servers extends Site {
  postgres: Postgres;
  s3: S3;
  gitlabCiLocal: string;
}

export interface Scenario {
  name: string;
  run: (step: Step, servers: Servers) => Promise<void>;
}

export const scenarios: readonly Scenario[] = [review, stale, drift, killed, fork, gitlab, waves];

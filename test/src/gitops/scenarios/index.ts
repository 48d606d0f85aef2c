import type { Random } from "../../faults/cases/random";
import type { PartName } from "../parts";
import type { Servers } from "../servers";
import type { Step } from "../steps";
import { drift } from "./drift";
import { fork } from "./fork";
import { gitlab } from "./gitlab";
import { hosted } from "./hosted";
import { killed } from "./killed";
import { ownChecks } from "./ownChecks";
import { review } from "./review";
import { stale } from "./stale";
import { waves } from "./waves";

export interface Scenario {
  name: string;
  needs: readonly PartName[];
  run: (step: Step, servers: Servers, random: Random) => Promise<void>;
}

export const scenarios: readonly Scenario[] = [
  ...[review, stale, drift, killed, ...hosted, fork, gitlab, waves, ownChecks],
];

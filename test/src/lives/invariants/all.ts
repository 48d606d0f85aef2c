import { adviceHelps } from "./adviceHelps";
import { answersAreKept } from "./answersAreKept";
import { askedDeletes } from "./askedDeletes";
import { declaredExists } from "./declaredExists";
import { goneIsGone } from "./goneIsGone";
import { mailsAnnounced } from "./mailsAnnounced";
import { mailsOnce } from "./mailsOnce";
import { noOrphans } from "./noOrphans";
import { noSilence } from "./noSilence";
import { oneManager } from "./oneManager";
import { oneLiveObject } from "./oneLiveObject";
import { previewsAreTrue } from "./previewsAreTrue";
import { renamesAreTold } from "./renamesAreTold";
import { stopsAreExplained } from "./stopsAreExplained";
import type { Invariant } from "./judged";

/** In the order in which they judge: the first that breaks is told. */
export const invariants: readonly Invariant[] = [
  oneManager,
  oneLiveObject,
  declaredExists,
  noOrphans,
  answersAreKept,
  askedDeletes,
  goneIsGone,
  noSilence,
  mailsOnce,
  mailsAnnounced,
  previewsAreTrue,
  renamesAreTold,
  adviceHelps,
  stopsAreExplained,
];

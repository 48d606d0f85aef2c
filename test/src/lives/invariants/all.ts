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
import { previewsAreTrue } from "./previewsAreTrue";
import { stopsAreExplained } from "./stopsAreExplained";
import type { Invariant } from "./judged";

/** In the order in which they judge: the first that breaks is told. */
export const invariants: readonly Invariant[] = [
  oneManager,
  declaredExists,
  noOrphans,
  answersAreKept,
  askedDeletes,
  goneIsGone,
  noSilence,
  mailsOnce,
  mailsAnnounced,
  previewsAreTrue,
  adviceHelps,
  stopsAreExplained,
];

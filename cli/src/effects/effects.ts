import { mailings } from "../preview/mailings.js";
import type { Mailing } from "../preview/mailings.js";
import type { Change, Preview } from "../preview/types.js";
import { accessChanges } from "./access.js";
import type { AccessChange } from "./access.js";
import { lossesOf } from "./losses.js";
import type { Loss } from "./losses.js";

/** The effects of a preview on people. */
export interface Effects {
  losses: Loss[];
  mailings: Mailing[];
  access: AccessChange[];
  once: Change[];
}

/** The effects on people if the changes are applied. Impossible changes have no effect. */
export function effectsOf(
  preview: Pick<Preview, "changes" | "drift" | "impossible">,
  now = Date.now(),
): Effects {
  const changes = possible(preview);
  const access = accessChanges(changes, preview.drift);
  return {
    losses: lossesOf(changes, access),
    mailings: mailings(changes, now),
    access,
    once: runsOnce(changes),
  };
}

/** The actions that run when the changes are applied. */
const runsOnce = (changes: readonly Change[]): Change[] =>
  changes.filter(
    ({ resource, op, fields, earlier }) =>
      resource?.kind === "action" &&
      earlier?.has !== "request" &&
      (op === "create" || op === "replace" || (op === "update" && fields.length > 0)),
  );

/** The changes that the provider does not refuse. */
export const possible = (preview: Pick<Preview, "changes" | "impossible">): Change[] => {
  const isRefused = refusalsIn(preview);
  return preview.changes.filter((change) => !isRefused(change));
};

/** Returns a function that says whether the provider refuses a change. */
export function refusalsIn({
  impossible,
}: Pick<Preview, "impossible">): (change: Change) => boolean {
  const urns = new Set(impossible.flatMap(({ urn = [] }) => urn));
  return ({ urn }) => urns.has(urn);
}

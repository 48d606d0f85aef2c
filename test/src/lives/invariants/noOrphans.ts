import type { ObjectKey } from "../judging/objects";
import { isDone, mayBeTwice } from "./judged";
import type { Invariant } from "./judged";

const idIn = (key: ObjectKey): string => key.split("/").at(-1) ?? key;

/** What a run was asked to do is no word about what it left. */
const isAnnounced = /will (join|leave|own|no longer|give|get|lower)/;

/** Of a create whose answer was lost, a later run knows no id. */
const names = (text: string, key: ObjectKey): boolean =>
  (text.includes(idIn(key)) && !isAnnounced.test(text)) ||
  text.includes("this state lacks its successor, which may exist");

export const noOrphans: Invariant = {
  name: "nothing that a run made is left without a resource, or a later run names it",
  exceptions: [
    "outsideTarget",
    "released",
    "givenAway",
    "removedAfterKill",
    "otherTokenOrAddress",
    "otherAnswers",
    "journalLost",
  ],
  breaches({ observed, history, declared }) {
    if (!isDone(observed)) return [];
    const managed = new Set([...observed.after.held.values()].flat().flatMap(({ keys }) => keys));
    const { objects } = observed.after;
    return [...objects.keys()]
      .filter((key) => !mayBeTwice(declared, key, objects.get(key)))
      .filter((key) => history.madeBy.get(key) === observed.stack && !managed.has(key))
      .filter((key) => !observed.messages.some(({ text }) => names(text, key)))
      .map((key) => ({ what: `${key} was made by this stack, and no state has it`, key }));
  },
};

import type { ObjectResource, Values } from "pulumi-platform-provider/contract";
import { symbolText, withInstead } from "../stack/values.js";
import type { Interrupted } from "./interrupted.js";

/** An object on the instance that the interrupted run may have created. */
export interface Candidate {
  id: string;
  live: Values;
  /** Paths that the run asked for and the instance shows with other values. None for an exact duplicate. */
  differing: readonly string[];
  /** Paths that the run asked for and that the instance does not show. */
  notCompared: readonly string[];
}

/** What became of something that was interrupted, as far as the instance tells. */
export type Finding = { about: Interrupted } & (
  | { kind: "found"; object: Candidate; isChosen?: true }
  | {
      kind: "open";
      reason: string;
      candidates: readonly Candidate[];
      /** What to do, where it is not `--take` or `--not-done`. */
      next?: readonly string[];
      /** The stack that manages the object. */
      holder?: string;
    }
  | {
      kind: "ran";
      reason: string;
      history: readonly string[];
      next: readonly string[];
      /** The command after those in `next`, which must be exact, and is never masked. */
      restore?: string;
    }
  | { kind: "settled"; reason: string; id?: string }
);

/** An object that the run created and the program describes: the state gets it by an import or by `adopt`. */
export type Found = Extract<Finding, { kind: "found" }>;

/** Interrupted creates of objects: only they leave something that can be taken over. */
export interface Create extends Interrupted {
  resource: ObjectResource;
}

/** What a person decided about resources, by their names or URNs. */
export interface Decisions {
  take: ReadonlyMap<string, string>;
  notDone: ReadonlySet<string>;
}

export const decided = <Value>(
  { urn, name }: Interrupted,
  by: { get: (key: string) => Value | undefined },
): Value | undefined => by.get(urn) ?? by.get(name);

/** What people call it. Its name in the program tells it from others. */
export const labelOf = ({ resource, inputs }: Interrupted): string =>
  `${resource.noun} ${resource.label(withInstead(inputs, symbolText) as Values)}`;

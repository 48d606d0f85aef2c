import type { ObjectResource, Values } from "pulumi-platform-provider/contract";
import { symbolText, withInstead } from "../stack/values.js";
import type { Interrupted } from "./interrupted.js";

/** An object on the instance that the interrupted run may have created. */
export interface Candidate {
  id: string;
  live: Values;
  /** Requested paths with other values on the instance. None for an exact duplicate. */
  differing: readonly string[];
  /** Requested paths that the instance does not show. */
  notCompared: readonly string[];
}

/** The result of an interrupted operation, as far as the instance shows it. */
export type Finding = { about: Interrupted } & (
  | { kind: "found"; object: Candidate; isChosen?: true }
  | {
      kind: "open";
      reason: string;
      candidates: readonly Candidate[];
      /** The next steps, if they are not `--take` or `--not-done`. */
      next?: readonly string[];
      /** The stack that manages the object. */
      holder?: string;
    }
  | {
      kind: "ran";
      reason: string;
      history: readonly string[];
      next: readonly string[];
      /** The command after those in `next`. It must be exact, so it is never masked. */
      restore?: string;
    }
  | { kind: "settled"; reason: string; id?: string }
);

/** An object that the run created and that matches the program. An import or `adopt` adds it to the state. */
export type Found = Extract<Finding, { kind: "found" }>;

/** An interrupted create of an object. Only creates leave something to take over. */
export interface Create extends Interrupted {
  resource: ObjectResource;
}

/** The decisions of a person about resources, by their names or URNs. */
export interface Decisions {
  take: ReadonlyMap<string, string>;
  notDone: ReadonlySet<string>;
}

/** The object in words: `report schedule "Weekly sales"`. */
export const labelOf = ({ resource, inputs }: Interrupted): string =>
  `${resource.noun} ${resource.label(withInstead(inputs, symbolText) as Values)}`;

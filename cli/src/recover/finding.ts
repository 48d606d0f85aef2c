import { compared, fieldsOf, get, metaOf } from "pulumi-platform-provider/contract";
import type { ObjectResource, Values } from "pulumi-platform-provider/contract";
import { holdsSymbol, valueAt, withoutSecrets } from "../stack/values.js";
import type { Interrupted } from "./interrupted.js";
import type { ManagingStack } from "../inventory/managingStacks.js";

/** How an object on the instance compares with what a program declares. */
export interface Comparison extends ReturnType<typeof compared> {
  /** Declared paths that the instance does not show, or whose values are secret or not known yet. */
  notCompared: readonly string[];
  /** Every field that either side has. */
  fields: readonly { path: string; program: unknown; instance: unknown }[];
}

/** An object on the instance that the interrupted run may have created. */
export interface Candidate extends Comparison {
  id: string;
  manager?: ManagingStack;
}

/** The result of an interrupted operation, as far as the instance shows it. */
export interface Finding {
  about: Interrupted;
  /** `found`: it matches the program. `open`: a person decides. `ran`: it may have run. `settled`: nothing is left. */
  kind: "found" | "open" | "ran" | "settled";
  reason: string;
  /** What a person can do. */
  next?: readonly string[];
  /** The found object, how it gets into the state, and whether a person chose it. */
  object?: Candidate;
  proposal?: "import" | "adopt";
  isChosen?: true;
  /** The objects to decide about, and the stack that manages the first of them. */
  candidates?: readonly Candidate[];
  holder?: string;
  history?: readonly string[];
  /** The command after those in `next`. It must be exact, so it is never masked. */
  restore?: string;
  /** The id of a settled object. */
  id?: string;
}

/** A result that no other operation can change. */
export type Verdict = Omit<Finding, "about" | "kind"> & { kind: "settled" | "ran" };

/** A finding with the object that the run created. */
export type Found = Finding & { object: Candidate };
export const isFound = (one: Finding): one is Found => one.kind === "found";

/** Compares an object with declared inputs. Symbols stand for secrets in these inputs. */
export function comparisonOf(resource: ObjectResource, declared: Values, live: Values): Comparison {
  const fields = fieldsOf(resource.inputs)
    .filter(({ schema }) => metaOf(schema).programOnly === undefined)
    .map(({ path }) => ({ path, program: valueAt(declared, path), instance: get(live, path) }))
    .filter(({ program, instance }) => program !== undefined || instance !== undefined);
  const isCompared = ({ program, instance }: Comparison["fields"][number]) =>
    program !== undefined && instance !== undefined && !holdsSymbol(program);
  const paths = fields.filter(isCompared).map(({ path }) => path);
  const notCompared = fields
    .filter(({ path, program }) => program !== undefined && !paths.includes(path))
    .map(({ path }) => path);
  const { likeness, differing } = compared(resource, withoutSecrets(declared), live);
  const { naturalKey } = resource;
  const isKeyCompared = naturalKey.length > 0 && naturalKey.every((path) => paths.includes(path));
  return { ...(isKeyCompared && { likeness }), differing, notCompared, fields };
}

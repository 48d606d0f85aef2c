import type { Values } from "../definition/values";
import type { Reading } from "../definition/verbs";
import { differingPaths } from "../state/compare";
import { notCompared } from "../state/likeness";
import type { Failure, Refused } from "../report/diagnostics";
import type { Counted } from "../report/notices";
import * as messages from "../report/messages";
import { readObject } from "../objects/read";
import type { ObjectSource } from "../objects/source";
import type { CreatedObject } from "./objectCreate";
import { manageExisting } from "./manageExisting";

/** A request to manage an existing object instead of creating one. */
interface Adoption extends ObjectSource {
  inputs: Values;
}

/** The id of the object to adopt; undefined without one, or if it is not known yet. */
export function adopted({ adopt }: Values): string | undefined {
  return typeof adopt === "string" ? adopt : undefined;
}

/** Whether a changed `adopt` names another object than the one that the resource has. */
export const adoptsAnother = (id: string, old: Values, inputs: Values): boolean =>
  adopted(inputs) !== undefined && ![id, old.adopt].includes(inputs.adopt);

interface AdoptionOutlook {
  problems: Failure[];
  /** The paths that the instance neither shows nor gets. */
  unseen: string[];
  /** Who adopts which object, and what the adoption changes. */
  notice?: Counted;
}

/** Why the object cannot be adopted with these inputs, or what its adoption does. */
export async function adoptionOutlook(adoption: Adoption, id: string): Promise<AdoptionOutlook> {
  const { resource, verbs, inputs } = adoption;
  const reading = await readAdopted(adoption);
  if (reading?.found !== "present") {
    const nothing = messages.nothingToAdopt(resource, inputs);
    return { problems: [{ property: "adopt", ...nothing, code: "not_found" }], unseen: [] };
  }
  const { live } = reading;
  const differing = differingPaths(resource.inputs, inputs, live);
  const notice = messages.willAdopt(resource, inputs, id, live, differing);
  if (verbs.update !== undefined) return { problems: [], unseen: [], notice };
  const problems = differing.map((path) => ({
    property: path,
    ...messages.differsFromAdopted(resource, inputs, live, path),
    code: "impossible" as const,
  }));
  return { problems, unseen: notCompared(adoption, reading), notice };
}

/** Adopts an object. With an update verb, the object gets the values of the program. */
export async function adopt(adoption: Adoption): Promise<CreatedObject> {
  const { resource, inputs } = adoption;
  const cannotAdopt = (why: Refused) =>
    messages.cannotAdopt(resource, adopted(inputs) ?? "", inputs, why);
  const reading = await readAdopted(adoption);
  if (reading?.found !== "present") throw cannotAdopt(messages.nothingToAdopt(resource, inputs));
  const managed = await manageExisting(adoption, inputs, reading);
  if ("id" in managed) return managed;
  const [path = ""] = managed.differing;
  throw cannotAdopt(messages.differsFromAdopted(resource, inputs, reading.live, path));
}

const readAdopted = (adoption: Adoption): Promise<Reading | undefined> =>
  readObject(adoption, adopted(adoption.inputs) ?? "", adoption.inputs);

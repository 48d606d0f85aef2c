import type { Values } from "../definition/values";
import type { Existing } from "../definition/verbs";
import { withDetails } from "../objects/list";
import { readObject } from "../objects/read";
import type { ObjectSource } from "../objects/list";
import type { Failure } from "../report/diagnostics";
import type { Notice } from "../report/notices";
import * as messages from "../report/messages/index";
import { differingPaths } from "../state/compare";
import { notCompared } from "../state/likeness";
import type { CreatedObject } from "./objectCreate";

/** The id of the object to adopt; undefined without one, or if it is not known yet. */
export function adopted({ adopt }: Values): string | undefined {
  return typeof adopt === "string" ? adopt : undefined;
}

interface AdoptionOutlook {
  failures: Failure[];
  /** The paths that the instance neither shows nor gets. */
  unseen: string[];
  /** Who adopts which object, and what the adoption changes. */
  notice?: Notice;
  /** What the instance shows; absent only with a failure. */
  object?: Existing;
}

/** Why the object cannot be adopted with these inputs, or what its adoption does. */
export async function adoptionOutlook(
  source: ObjectSource,
  inputs: Values,
  byMail: readonly string[],
): Promise<AdoptionOutlook> {
  const { resource, verbs } = source;
  const reading = await readObject(source, adopted(inputs) ?? "", inputs);
  if (reading?.found !== "present") {
    const nothing = messages.nothingToAdopt(resource, inputs);
    return { failures: [{ property: "adopt", ...nothing, code: "not_found" }], unseen: [] };
  }
  const { id, live } = reading;
  const differing = differingPaths(resource.inputs, inputs, live);
  const notice = messages.willAdopt(resource, inputs, id, live, differing);
  if (verbs.update !== undefined) return { failures: [], unseen: [], notice, object: reading };
  const failures = differing.map((path) => ({
    property: path,
    ...messages.differsFromAdopted(resource, inputs, live, path, byMail),
    code: "impossible" as const,
  }));
  return { failures, unseen: notCompared({ resource, inputs }, reading), notice, object: reading };
}

/** Adopts an object. With an update verb, the object gets the values of the program. */
export async function adopt(
  source: ObjectSource,
  inputs: Values,
  byMail: readonly string[],
): Promise<CreatedObject> {
  const { failures, object } = await adoptionOutlook(source, inputs, byMail);
  const [why] = failures;
  if (why !== undefined)
    throw messages.cannotAdopt(source.resource, adopted(inputs) ?? "", inputs, why);
  return manageExisting(source, inputs, object as Existing);
}

/** Updates an existing object to these inputs. `wasWritten`: an earlier run wrote them, also what no read shows. */
export async function manageExisting(
  source: ObjectSource,
  inputs: Values,
  object: Existing,
  wasWritten = false,
): Promise<CreatedObject> {
  const { resource, verbs, instance } = source;
  const { id, outputs } = object;
  const hidden = (shown: Pick<Existing, "live">) =>
    wasWritten ? [] : notCompared({ resource, inputs }, shown);
  if (verbs.update === undefined) return { id, outputs, notYetWritten: hidden(object) };
  // Without its details, every object would be written again.
  const { live } = hidden(object).length > 0 ? await withDetails(source, object) : object;
  // Paths that no read shows can also differ.
  const changed = [...hidden({ live }), ...differingPaths(resource.inputs, inputs, live)];
  if (changed.length === 0) return { id, outputs };
  const state = { ...inputs, ...live };
  const change = { id, inputs, state, changed, ignored: [], ownedElsewhere: [] };
  const updated = await verbs.update.run(instance, change);
  return { id, outputs: { ...outputs, ...updated?.outputs }, live: updated?.live };
}

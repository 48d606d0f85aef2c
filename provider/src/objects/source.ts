import { verbsOf } from "../definition/object";
import type { ObjectResource } from "../definition/object";
import type { Values } from "../definition/values";
import type { Verbs } from "../definition/verbs";
import type { Instance } from "../platform/instance";

/** A type of objects, its verbs, and the instance to read. */
export interface ObjectSource {
  resource: ObjectResource;
  verbs: Verbs<Values, Values>;
  instance: Instance;
}

export const sourceOf = (resource: ObjectResource, instance: Instance): ObjectSource => ({
  resource,
  verbs: verbsOf(resource, instance.settings.operations),
  instance,
});

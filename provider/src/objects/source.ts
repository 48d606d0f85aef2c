import { verbsOf } from "../definition/object";
import type { ObjectResource } from "../definition/object";
import type { Values } from "../definition/values";
import type { Verbs } from "../definition/verbs";
import type { Instance } from "../platform/instance";

/** Which kind of object to look for, and where. */
export interface Source {
  resource: ObjectResource;
  verbs: Verbs<Values, Values>;
  instance: Instance;
}

export const sourceOf = (resource: ObjectResource, instance: Instance): Source => ({
  resource,
  verbs: verbsOf(resource, instance.settings.operations),
  instance,
});

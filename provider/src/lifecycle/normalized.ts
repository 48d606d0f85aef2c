import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { declaredOf, withoutDynamicInputs } from "./bookkeeping";
import type { State } from "./instanceIdentity";
import { withoutNulls } from "./nulls";

/** The inputs that a program declares, by whatever way they come. */
export function declaredInputsOf(resource: Resource, inputs: Values): Values {
  return withoutNulls(resource.inputs, declaredOf(withoutDynamicInputs(inputs)));
}

/** A request without what only one way to reach the lifecycle has in its values. */
export function normalized<Request extends { resource: Resource; state: State; inputs: Values }>(
  request: Request,
): Request {
  return {
    ...request,
    state: withoutDynamicInputs(request.state),
    inputs: declaredInputsOf(request.resource, request.inputs),
  };
}

import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { declaredBeforeDriftKey } from "../state/bookkeeping";
import { withoutNulls } from "../state/nulls";

/**
 * The request with the inputs that the program declares, without the hashes of drift. The check after an import still
 * needs `notShownKey`, so that key stays.
 */
export function withDeclaredInputs<Request extends { resource: Resource; inputs: Values }>(
  request: Request,
): Request {
  const entries = Object.entries(request.inputs).filter(([key]) => key !== declaredBeforeDriftKey);
  const inputs = withoutNulls(request.resource.inputs, Object.fromEntries(entries));
  return { ...request, inputs };
}

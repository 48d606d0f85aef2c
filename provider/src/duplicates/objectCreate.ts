import type { ObjectResource } from "../definition/object";
import type { Values } from "../definition/values";
import type { Verbs } from "../definition/verbs";

/** The create of one object. */
export interface ObjectCreate {
  resource: ObjectResource;
  verbs: Verbs<Values, Values> & Required<Pick<Verbs<Values, Values>, "create">>;
  inputs: Values;
  identity?: string;
}

export interface CreatedObject {
  id: string;
  outputs?: Values;
  /** The time of the create request, if an earlier run sent it. */
  takenOverFrom?: number;
  warning?: string;
  /** The declared paths that no read shows and no request wrote. */
  notYetWritten?: readonly string[];
}

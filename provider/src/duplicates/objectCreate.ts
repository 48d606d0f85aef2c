import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Written } from "../definition/verbs";
import type { ObjectSource } from "../objects/list";

/** A create, an update or a run that a program asks for. */
export interface Requested {
  resource: Resource;
  inputs: Values;
  identity?: string;
}

export interface ObjectCreate extends ObjectSource, Omit<Requested, "resource"> {
  verbs: ObjectSource["verbs"] & Required<Pick<ObjectSource["verbs"], "create">>;
}

export interface CreatedObject extends Written<Values> {
  id: string;
  /** The time of the create request, if an earlier run sent it. */
  takenOverFrom?: number;
  warning?: string;
  /** The declared paths that no read shows and no request wrote. */
  notYetWritten?: readonly string[];
}

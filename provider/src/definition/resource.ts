import type { ActionResource } from "./action";
import type { ObjectResource } from "./object";

/** Everything that a program can declare. */
export type Resource = ObjectResource | ActionResource;

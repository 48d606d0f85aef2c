import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { declaredOf } from "../state/bookkeeping";
import { withoutNulls } from "../state/nulls";

/** The inputs that a program declares. */
export const withoutBookkeeping = ({ inputs: schema }: Resource, inputs: Values): Values =>
  withoutNulls(schema, declaredOf(inputs));

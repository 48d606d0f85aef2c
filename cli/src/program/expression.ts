import type { IdKind } from "pulumi-platform-provider/contract";
import type { Item } from "../inventory/inventory.js";

/** A value in a program, whatever its language. */
export type Expression =
  | { is: "value"; value: unknown }
  | { is: "list"; items: readonly Expression[] }
  | { is: "object"; fields: readonly Field[] }
  /** An id of an object that the program does not declare: other instances have other ids. */
  | { is: "id"; of: IdKind; value: string | number }
  /** The id of an object that the program declares. */
  | { is: "reference"; to: Declaration }
  | { is: "constant"; constant: Constant }
  /** The id of the object itself, which only the stack of the exported instance adopts. */
  | { is: "adopted"; id: string };

/** A field of an object. */
export type Field =
  | { name: string; value: Expression; comment?: string }
  /** Words at the place of a field. */
  | { comment: string };

/** A list that several declarations share. */
export interface Constant {
  name: string;
  value: Expression;
}

/** A resource of a program. */
export interface Declaration {
  item: Item;
  /** The name that Pulumi knows it by. */
  name: string;
  /** The name of its variable. */
  variable: string;
}

/** A resource with its arguments. */
export interface Declared extends Declaration {
  arguments: Expression;
}

/** A program in no language yet. */
export interface Program {
  constants: readonly Constant[];
  declared: readonly Declared[];
}

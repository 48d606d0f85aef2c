import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Hidden } from "../report/hiding";
import type { State } from "../state/instanceIdentity";
import type { InstanceChoice } from "./moves";

/** What Pulumi asks of a resource of a program. */
interface ResourceRequest {
  resource: Resource;
  /** Tells the resource from every other one; absent where no state will hold it. */
  identity?: string;
  /** Only the plugin is told it. */
  urn?: string;
  /** What is secret in the request. */
  hidden?: Hidden;
}

export interface CheckRequest extends ResourceRequest {
  /** The inputs that the state holds; absent for a new resource. */
  old?: Values;
  inputs: Values;
  choice?: InstanceChoice;
  /** No state will hold the object; and whether `platform:mail` is set, or only its default. */
  stateless?: { isMailSet: boolean };
}

export interface DiffRequest extends ResourceRequest {
  id?: string;
  /** The identity in the state: a resource with `aliases` or in a renamed stack has another one now. */
  storedIdentity?: string;
  /** What else of the state is out of date: a write that calls nothing mends it. */
  unwritten?: readonly string[];
  state: State;
  inputs: Values;
  choice?: InstanceChoice;
}

export interface CreateRequest extends ResourceRequest {
  inputs: Values;
  isPreview?: boolean;
}

export interface ReadRequest extends ResourceRequest {
  id: string;
  state: State;
  /** The outputs, where the state has newer inputs: a read shows no change but those on the instance. */
  outputs?: State;
  /** Where nothing tells whether the object exists, its state is kept with a warning; else the read fails. */
  keepUnknown?: boolean;
}

export interface ImportRequest extends ResourceRequest {
  /** The id of the object, or its name. */
  key: string;
  /** No program declares the object afterwards: it is only shown. */
  isStateless?: boolean;
}

export interface UpdateRequest extends ResourceRequest {
  id: string;
  state: State;
  inputs: Values;
  isPreview?: boolean;
}

export interface DeleteRequest extends ResourceRequest {
  id: string;
  state: State;
}

export interface ListRequest {
  resource: Resource;
  /** What the objects have in common: a part of their names. */
  query?: Values;
}

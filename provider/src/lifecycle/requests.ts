import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { RequestSecrets } from "../report/redaction";
import type { PlatformError } from "../messages/errors";
import type { InstanceChoice } from "./moves";

interface ResourceRequest {
  resource: Resource;
  /** Identifies the resource among all resources of all stacks; absent for a stateless run. */
  identity?: string;
  /** Only the plugin gets the URN. */
  urn?: string;
  /** The secrets of the request. */
  hidden?: RequestSecrets;
}

/** The resource that lines for people are about. */
export type Subject = Pick<ResourceRequest, "resource" | "identity"> & {
  id?: string;
  inputs?: Values;
};

export interface CheckRequest extends ResourceRequest {
  /** The inputs that the state holds; absent for a new resource. */
  old?: Values;
  inputs: Values;
  choice?: InstanceChoice;
  /** Set for a stateless run; with the information whether `platform:mail` is set explicitly. */
  stateless?: { isMailSet: boolean };
}

/** What a program declares about a resource, after the policy. */
export interface Declared extends CheckRequest {
  /** The inputs before the policy. */
  programInputs: Values;
  /** The state holds the resource, and the engine checks its replacement as a new resource. */
  isReplaced: boolean;
}

export interface DiffRequest extends ResourceRequest {
  id?: string;
  /** The identity in the state. It differs from `identity` after `aliases` or a renamed stack. */
  storedIdentity?: string;
  /** Other outdated paths of the state. A write without a call updates them. */
  stateOnlyPaths?: readonly string[];
  state: Values;
  inputs: Values;
  /** The paths of the option `ignoreChanges`, where the inputs have the values of the state. */
  ignored?: readonly string[];
  choice?: InstanceChoice;
}

export interface CreateRequest extends ResourceRequest {
  inputs: Values;
  isPreview?: boolean;
}

export interface ReadRequest extends DeleteRequest {
  /** The outputs, if the state has newer inputs. With them, a read shows only changes on the instance. */
  outputs?: Values;
  /** If it is unknown whether the object exists, keeps its state with a warning. Otherwise the read fails. */
  keepUnknown?: boolean;
  /** The failure, if the engine used a token of the last update. The program can have a valid one, so the read goes on. */
  refusedStoredToken?: (error: unknown) => PlatformError | undefined;
}

export interface ImportRequest extends ResourceRequest {
  /** The id of the object, or its name. */
  key: string;
}

export interface UpdateRequest extends DeleteRequest {
  inputs: Values;
  /** As in a `DiffRequest`. */
  ignored?: readonly string[];
  isPreview?: boolean;
}

export interface DeleteRequest extends ResourceRequest {
  id: string;
  /** The values that the engine stores for the object: the inputs of the program and the outputs of the platform. */
  state: Values;
}

export interface ListRequest {
  resource: Resource;
  /** The filter: a part of the names. */
  query?: Values;
  /** How many objects Pulumi shows, without a hint about the rest; undefined if it shows all. */
  shown?: number;
}

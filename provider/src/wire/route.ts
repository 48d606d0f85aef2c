import type { Api } from "./access";
import { PlatformError } from "./errors";

/** The settings of the time limits. */
export type Deadline = "readDeadlineSeconds" | "writeDeadlineSeconds" | "textDeadlineSeconds";

/** One operation of the API. */
export interface Route {
  /** The operation as a person names it: `Create a group`. */
  title: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path after the address of the interface, with a name in braces for each parameter. */
  path: string;
  /** Where the operation is known from: the specification, or such platforms beyond it. */
  source: "specification" | "extended";
  /** The interface that offers the operation; the instance's own by default. */
  api?: Api;
  /** The operation changes nothing. By default true for GET only. */
  reads?: boolean;
  /** Which deadline applies; by default that of reads or of writes. */
  deadline?: Deadline;
  /** What the token's user needs. Left out where neither a document nor an observation says it. */
  permissions?: readonly Permission[];
}

/** Something that the token's user needs, in words, and where that is known from. */
export interface Permission {
  needs: string;
  source: "specification" | "vendor documentation" | "observed";
}

/** What goes into the braces of a route's path. */
export type Params = Readonly<Record<string, string>>;

/** The path of a route with its parameters, each percent-encoded. */
export function pathOf({ method, path }: Route, params: Params = {}): string {
  return path.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = params[name] ?? "";
    if (value === "") throw new TypeError(`${method} ${path} needs the parameter ${name}`);
    // A URL takes these for steps up the path, encoded or not.
    if (/^\.{1,2}$/.test(value)) {
      throw new PlatformError({
        code: "invalid_input",
        operation: `call ${method} ${path}`,
        detail: `"${value}" cannot be the ${name}`,
      });
    }
    return encodeURIComponent(value);
  });
}

/** Whether an operation changes nothing. */
export function isRead({ reads, method }: Route): boolean {
  return reads ?? method === "GET";
}

/** The setting of an operation's time limit. */
export function deadlineOf(route: Route): Deadline {
  return route.deadline ?? (isRead(route) ? "readDeadlineSeconds" : "writeDeadlineSeconds");
}

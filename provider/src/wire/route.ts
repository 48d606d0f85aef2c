import type { Api } from "./access";
import { PlatformError } from "../messages/errors";

/** The settings of the time limits. */
type Deadline = "readDeadlineSeconds" | "writeDeadlineSeconds" | "textDeadlineSeconds";

/** One operation of the API. */
export interface Route {
  /** The operation in words: `Create a group`. */
  title: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path after the address of the interface, with a name in braces for each parameter. */
  path: string;
  /** The source of the operation: the specification, or knowledge beyond it. */
  source: "specification" | "extended";
  /** The API that offers the operation; by default the API of the instance. */
  api?: Api;
  /** The operation changes nothing. By default true for GET only. */
  reads?: boolean;
  /** The specification does not show the answer. */
  isAnswerUnshown?: true;
  /** Which deadline applies; by default that of reads or of writes. */
  deadline?: Deadline;
  /** The needs of the token's user; absent if neither a document nor an observation says them. */
  permissions?: readonly Permission[];
}

/** A need of the token's user in words, and its source. */
export interface Permission {
  needs: string;
  source: "specification" | "vendor documentation" | "observed";
}

/** The values for the braces in a route's path. */
export type Params = Readonly<Record<string, string>>;

/** The path of a route with its parameters, each percent-encoded. */
export function pathOf({ method, path }: Route, params: Params = {}): string {
  return path.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`${method} ${path} needs the parameter ${name}`);
    // A URL reads dots as steps in the path, even if they are encoded. Half a character has no encoding.
    if (/^\.{0,2}$/.test(value) || /\p{Cs}/u.test(value)) {
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

/** Whether the path names an object, and every instance has the operation. */
export const namesObject = ({ source, path }: Route): boolean =>
  source === "specification" && path.includes("{");

/** The setting of an operation's time limit. */
export function deadlineSettingOf(route: Route): Deadline {
  return route.deadline ?? (isRead(route) ? "readDeadlineSeconds" : "writeDeadlineSeconds");
}

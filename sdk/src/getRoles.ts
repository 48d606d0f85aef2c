// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";
import type { Role } from "./types";

/** Arguments of getRoles. */
export interface GetRolesArgs {
  /** Allows a list that may lack rows, with a warning. Otherwise the call fails with `partial_list`. Default: `false`. */
  allowPartial?: boolean;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/** Arguments of getRolesOutput. */
export interface GetRolesOutputArgs {
  /** Allows a list that may lack rows, with a warning. Otherwise the call fails with `partial_list`. Default: `false`. */
  allowPartial?: pulumi.Input<boolean>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/** Result of getRoles. */
export interface GetRolesResult {
  /** The roles. */
  roles: Role[];
}

/** Lists all roles of the instance, ordered by id. */
export function getRoles(
  args: GetRolesArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetRolesResult> {
  return call("getRoles", args, opts);
}

/**
 * Lists all roles of the instance, ordered by id. Takes and returns outputs.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
 *
 * const roles = platform.getRolesOutput();
 * export const firstRole = roles.roles[0].name;
 * ```
 */
export function getRolesOutput(
  args: GetRolesOutputArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<GetRolesResult> {
  return callOutput("getRoles", args, opts);
}

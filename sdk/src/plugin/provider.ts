// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import * as pulumi from "@pulumi/pulumi";

/** Arguments of Provider. */
export interface ProviderArgs {
  /** Address of the instance, as in `https://example.com`. */
  baseUrl?: pulumi.Input<string>;
  /** Developer token of the instance. It belongs into a secret, or into the environment. */
  token?: pulumi.Input<string>;
  /** Name of the header that carries the token. `X-SERVICE-Developer-Token` by default. */
  tokenHeader?: pulumi.Input<string>;
  /** Address of the workflow API, where `getWorkflows` is used. */
  apiUrl?: pulumi.Input<string>;
  /** Access token of the workflow API. It belongs into a secret, or into the environment. */
  accessToken?: pulumi.Input<string>;
  /** Which calls are made: `documented`, only those of the documented API, or `extended`, also those that such platforms are seen to answer though their specification does not name them. `documented` by default. */
  operations?: pulumi.Input<"documented" | "extended">;
  /** The `filter` of the list of report schedules: `ALL` for tokens with that grant. Left out, the platform shows the caller's. */
  scheduleFilter?: pulumi.Input<string>;
  /** What becomes of mail: `live`, `muted` (nobody gets any), or `redirect:` and the one e-mail address that gets all of it. `live` by default. */
  mail?: pulumi.Input<string>;
  /** The only domains whose addresses may get mail. Any may where left out. */
  allowedRecipientDomains?: pulumi.Input<pulumi.Input<string>[]>;
  /** Ids of objects that a person has seen to be gone, where nothing else proves it. None by default. */
  confirmAbsent?: pulumi.Input<pulumi.Input<string>[]>;
  /** How long one call may take, and how long a lost answer is cleared up, in seconds. 30 by default. */
  deadlineSeconds?: pulumi.Input<number>;
  /** Whether every preview looks at the instance, where one list serves all objects of a kind. True by default; it has no meaning for the resources of `pulumi-nodejs:dynamic`. */
  driftInPreviews?: pulumi.Input<boolean>;
  /** Allows an address that begins with `http://`, over which the token travels in the clear. False by default. */
  allowInsecure?: pulumi.Input<boolean>;
}

/**
 * An instance of the platform, for the resource option `provider`. Environment variables replace omitted arguments.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform/plugin";
 *
 * const europe = new platform.Provider("europe", { baseUrl: "https://europe.example.com" });
 * new platform.Group("analysts", { name: "Analysts", type: "open" }, { provider: europe });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    const secrets = {
      token: args.token && pulumi.secret(args.token),
      accessToken: args.accessToken && pulumi.secret(args.accessToken),
    };
    super("platform", name, { ...args, ...secrets }, opts);
  }
}

// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import * as pulumi from "../pulumi";

/** Arguments of Provider. */
export interface ProviderArgs {
  /** Address of the instance, for example `https://example.com`. */
  baseUrl?: pulumi.Input<string>;
  /** Developer token of the instance. Keep it in a secret or in the environment. */
  token?: pulumi.Input<string>;
  /** Name of the header that carries the token. Default: `X-SERVICE-Developer-Token`. */
  tokenHeader?: pulumi.Input<string>;
  /** Address of the workflow API. `getWorkflows` needs it. */
  apiUrl?: pulumi.Input<string>;
  /** Access token of the workflow API. Keep it in a secret or in the environment. */
  accessToken?: pulumi.Input<string>;
  /** Which calls are allowed: `documented` (only the documented API) or `extended` (also calls beyond the specification that such platforms are known to have). Default: `documented`. */
  operations?: pulumi.Input<"documented" | "extended">;
  /** The `filter` of the list of report schedules. Vendor documentation: without it, the list shows the schedules of the token's user. Observed: `ALL` needs the grant to manage all content. */
  scheduleFilter?: pulumi.Input<string>;
  /** Who gets e-mail: `live` (the recipients in the program), `muted` (nobody), or `redirect:` with one e-mail address that gets all of it. Default: `live`. */
  mail?: pulumi.Input<string>;
  /** The only domains whose addresses may get e-mail, for example `example.com,example.org`. Default: any domain. */
  allowedRecipientDomains?: pulumi.Input<pulumi.Input<string>[]>;
  /** Ids of objects that you checked to be deleted and for which the instance gives no proof, for example `4294967291,4294967305`. Default: none. */
  confirmAbsent?: pulumi.Input<pulumi.Input<string>[]>;
  /** The place of the journal, which remembers what a killed run did: the absolute path of a folder, or an address that begins with `postgres://` or `s3://`. Runners that share it finish each other's runs. Default: the folder `platform/journal` in `PULUMI_HOME`. */
  journal?: pulumi.Input<string>;
  /** Time limit of a call that reads, in seconds. Default: 30. */
  readDeadlineSeconds?: pulumi.Input<number>;
  /** Time limit of a call that changes something, and for finding out what a call without an answer did, in seconds. Default: 120. */
  writeDeadlineSeconds?: pulumi.Input<number>;
  /** Time limit of a text generation, in seconds. A text that comes later is lost, and costs all the same. Default: 300. */
  textDeadlineSeconds?: pulumi.Input<number>;
  /** How long an instance may take to show what Pulumi wrote, in seconds. For this time after a create, an object that the instance has not shown counts neither as deleted nor as changed by hand. With 0, it counts at once. Default: 300. */
  visibilityDelaySeconds?: pulumi.Input<number>;
  /** Whether every preview of the plugin looks for manual changes of report schedules and, with extended operations, of groups. Default: true. The dynamic resources ignore it. */
  driftInPreviews?: pulumi.Input<boolean>;
  /** When Pulumi reads what the list of report schedules does not show, such as the recipients: `import` (only at an import or an adoption) or `refresh` (also at each refresh, with one more call for each schedule). Needs extended operations. Default: `import`. */
  readDetails?: pulumi.Input<"import" | "refresh">;
  /** Whether a value that looks like a misspelt known value, or is outside an assumed range, is sent, with a warning. Default: false, which refuses it. */
  allowUnknownValues?: pulumi.Input<boolean>;
  /** Allows an address that begins with `http://`, which sends the token unencrypted. Default: false. */
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

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
  /** Allowed calls: `documented` (only the documented API) or `extended` (also undocumented calls that other clients of such platforms make). Default: `documented`. */
  operations?: pulumi.Input<"documented" | "extended">;
  /** The `filter` of the list of report schedules. Without it, the list shows the schedules of the token's user (vendor documentation). `ALL` needs the grant to manage all content (observed). */
  scheduleFilter?: pulumi.Input<string>;
  /** Who gets e-mail: `live` (the recipients in the program), `muted` (nobody), or `redirect:` with an address that replaces the recipients in the program. Subscribers still get e-mail. Default: `live`. */
  mail?: pulumi.Input<string>;
  /** The only domains that addresses in the program can have, for example `example.com,example.org`. Users and groups pass. Default: any. */
  allowedRecipientDomains?: pulumi.Input<pulumi.Input<string>[]>;
  /** Ids of objects that you checked to be deleted, without proof from the instance, for example `4294967291,4294967305`. Default: none. */
  confirmAbsent?: pulumi.Input<pulumi.Input<string>[]>;
  /** The journal, which remembers what a killed run did: the absolute path of a folder, or an address that begins with `postgres://` or `s3://`. Default: `platform/journal` in `PULUMI_HOME`. */
  journal?: pulumi.Input<string>;
  /** Time limit of a call that reads. Default: 30. */
  readDeadlineSeconds?: pulumi.Input<number>;
  /** Time limit of a call that changes something, and for finding out what a call without an answer did. Default: 120. */
  writeDeadlineSeconds?: pulumi.Input<number>;
  /** Time limit of a text generation. A later text is lost, but costs the same. Default: 300. */
  textDeadlineSeconds?: pulumi.Input<number>;
  /** How long an instance may take to show what Pulumi wrote. Until then, an object that it has not shown counts neither as deleted nor as changed by hand. Default: 300. */
  visibilityDelaySeconds?: pulumi.Input<number>;
  /** Whether previews of the plugin look for manual changes of report schedules and, with extended operations, of groups. Default: true. */
  driftInPreviews?: pulumi.Input<boolean>;
  /** When Pulumi reads what the list of report schedules does not show, such as recipients: `import` (only at an import or an adoption) or `refresh` (also at each refresh, with one more call for each schedule). Needs extended operations. Default: `import`. */
  readDetails?: pulumi.Input<"import" | "refresh">;
  /** Sends a value that looks misspelt, or is outside an assumed range, with a warning. Default: false, which refuses the value. */
  allowUnknownValues?: pulumi.Input<boolean>;
  /** Allows an address that begins with `http://`, which sends the token unencrypted. Addresses of this machine are always allowed. Default: false. */
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

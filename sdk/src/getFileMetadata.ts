// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";

/** Arguments of getFileMetadata. */
export interface GetFileMetadataArgs {
  /** Id of the fileset. */
  filesetId: string;
  /** Id of the file, a UUID. */
  fileId: string;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/** Arguments of getFileMetadataOutput. */
export interface GetFileMetadataOutputArgs {
  /** Id of the fileset. */
  filesetId: pulumi.Input<string>;
  /** Id of the file, a UUID. */
  fileId: pulumi.Input<string>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/** Result of getFileMetadata. */
export interface GetFileMetadataResult {
  /** Id of the file. */
  id: string;
  /** Path of the file in its fileset. */
  path?: string;
  /** Name of the file. */
  name?: string;
  /** Type of the file. Vendor documentation: such as `DOCUMENT` or `IMAGE`. */
  fileType?: string;
  /** Media type, such as `application/pdf`. */
  contentType?: string;
  /** Size of the file. Assumed: in bytes. Pulumi rounds numbers from 2^53 on. */
  size?: number;
  /** Creation time of the file, in ISO 8601. */
  created?: string;
  /** Id of the user who created the file. */
  createdBy?: string;
  /** Hash of the content, made with `hashAlgorithm`. */
  hash?: string;
  /** Algorithm of `hash`. Vendor documentation: such as `SHA_256_HEX`. */
  hashAlgorithm?: string;
  /** Address of the content, if the platform has one. */
  downloadUrl?: string;
  /** Key of the file's connector. */
  connectorKey?: string;
  /** Index status of the file. Vendor documentation: such as `COMPLETED`. */
  indexStatus?: string;
  /** Reason for the `indexStatus`. */
  indexReason?: string;
  /** Other fields that the platform sends, by their names. */
  otherFields?: { [name: string]: unknown };
}

/** Gets the metadata of a file in a fileset, without its content. */
export function getFileMetadata(
  args: GetFileMetadataArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetFileMetadataResult> {
  return call("getFileMetadata", args, opts);
}

/**
 * Gets the metadata of a file in a fileset, without its content. Takes and returns outputs.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
 *
 * const handbook = platform.getFileMetadataOutput({
 *   filesetId: "5b1f6c52-8a5e-4d0b-9f5d-2f1f0a9f6b02",
 *   fileId: "c3d9a1b4-7e21-4c7b-8d8e-6a5b4c3d2e03",
 * });
 * export const fileName = handbook.name;
 * ```
 */
export function getFileMetadataOutput(
  args: GetFileMetadataOutputArgs,
  opts?: pulumi.InvokeOptions,
): pulumi.Output<GetFileMetadataResult> {
  return callOutput("getFileMetadata", args, opts);
}

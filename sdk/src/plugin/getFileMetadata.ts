// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";

/** Arguments of getFileMetadata. */
export interface GetFileMetadataArgs {
  /** Id of the fileset. */
  filesetId: string;
  /** Id of the file, a uuid. */
  fileId: string;
}

/** Arguments of getFileMetadataOutput. */
export interface GetFileMetadataOutputArgs {
  /** Id of the fileset. */
  filesetId: pulumi.Input<string>;
  /** Id of the file, a uuid. */
  fileId: pulumi.Input<string>;
}

/** Result of getFileMetadata. */
export interface GetFileMetadataResult {
  /** Id of the file. */
  id: string;
  /** Path of the file in its fileset. */
  path?: string;
  /** Name of the file, the last part of its path. */
  name?: string;
  /** Kind of the file, as in `DOCUMENT` or `IMAGE`. */
  fileType?: string;
  /** Media type, as in `application/pdf`. */
  contentType?: string;
  /** Size in bytes. */
  size?: number;
  /** When the file was created, in ISO 8601. */
  created?: string;
  /** Id of the user who created the file. */
  createdBy?: string;
  /** Hash of the content, by `hashAlgorithm`. */
  hash?: string;
  /** How `hash` was made, as in `SHA_256_HEX`. */
  hashAlgorithm?: string;
  /** Address of the content, where the platform gives one. */
  downloadUrl?: string;
  /** Key of the connector that the file came through. */
  connectorKey?: string;
  /** How far the file is indexed, as in `COMPLETED`. */
  indexStatus?: string;
  /** Why the file has that `indexStatus`. */
  indexReason?: string;
}

/** What the platform knows of a file of a fileset, without its content. */
export function getFileMetadata(
  args: GetFileMetadataArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetFileMetadataResult> {
  return call("getFileMetadata", args, opts);
}

/** What the platform knows of a file of a fileset, without its content. Takes and gives outputs. */
export function getFileMetadataOutput(
  args: GetFileMetadataOutputArgs,
  opts?: pulumi.InvokeOptions,
): pulumi.Output<GetFileMetadataResult> {
  return callOutput("getFileMetadata", args, opts);
}

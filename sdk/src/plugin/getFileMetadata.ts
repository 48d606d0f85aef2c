// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";
import type * as dynamic from "../getFileMetadata";

/** Arguments of getFileMetadata. */
export type GetFileMetadataArgs = Omit<dynamic.GetFileMetadataArgs, "instance">;

/** Arguments of getFileMetadataOutput. */
export type GetFileMetadataOutputArgs = Omit<dynamic.GetFileMetadataOutputArgs, "instance">;

/** Result of getFileMetadata. */
export type GetFileMetadataResult = dynamic.GetFileMetadataResult;

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
 * import * as platform from "pulumi-platform/plugin";
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

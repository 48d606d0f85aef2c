/**
 * The parts of Pulumi's SDK that this package uses. The whole SDK would delay the start of every program by 0.4 seconds,
 * mainly because of its Automation API and the compiler that serializes functions.
 */
export { Config } from "@pulumi/pulumi/config";
export { RunError } from "@pulumi/pulumi/errors";
export * as log from "@pulumi/pulumi/log";
export { getOrganization, getProject, getStack } from "@pulumi/pulumi/metadata";
export { isSecret, Output, output, secret, unknown } from "@pulumi/pulumi/output";
export type { Input, Unwrap } from "@pulumi/pulumi/output";
export { CustomResource, mergeOptions, ProviderResource } from "@pulumi/pulumi/resource";
export type { CustomResourceOptions, Resource, ResourceOptions } from "@pulumi/pulumi/resource";
export type { InvokeOptions } from "@pulumi/pulumi/invoke";
export { invoke, invokeOutput } from "@pulumi/pulumi/runtime/invoke";
export { MockMonitor } from "@pulumi/pulumi/runtime/mocks";
export { unwrapRpcSecret } from "@pulumi/pulumi/runtime/rpc";
export { getMonitor, isDryRun } from "@pulumi/pulumi/runtime/settings";
export { registerStackTransformation } from "@pulumi/pulumi/runtime/stack";

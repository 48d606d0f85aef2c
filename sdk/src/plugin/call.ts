import * as pulumi from "@pulumi/pulumi";
import { paid } from "../paid";

const token = (name: string) => `platform:index:${name}`;

/** Calls a function of the plugin. */
export function call<Result>(
  name: string,
  args: object,
  opts: pulumi.InvokeOptions | undefined,
): Promise<Result> {
  return pulumi.runtime.invoke(token(name), { ...args }, opts) as Promise<Result>;
}

/** The same for arguments that may be outputs. */
export function callOutput<Result>(
  name: string,
  args: object,
  opts: pulumi.InvokeOptions | undefined,
): pulumi.Output<Result> {
  return pulumi.runtime.invokeOutput<Result>(token(name), { ...args }, opts);
}

/** The same for functions that cost money; the plugin calls them in a preview only where it is told to. */
export const { paidCall, paidCallOutput } = paid((name, args, opts) =>
  call(name, pulumi.runtime.isDryRun() ? { ...args, callInPreview: true } : args, opts),
);

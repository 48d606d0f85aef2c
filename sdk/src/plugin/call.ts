import * as pulumi from "@pulumi/pulumi";

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

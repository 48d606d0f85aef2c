import { typeToken } from "pulumi-platform-provider/program";
import * as pulumi from "../pulumi";
import { notCalled } from "../notCalled";

/** Calls a function of the plugin. */
export function call<Result>(
  name: string,
  args: object,
  opts: pulumi.InvokeOptions | undefined,
): Promise<Result> {
  return pulumi.invoke(typeToken(name), { ...args }, opts) as Promise<Result>;
}

/** The same for arguments that may be outputs. */
export function callOutput<Result>(
  name: string,
  args: object,
  opts: pulumi.InvokeOptions | undefined,
): pulumi.Output<Result> {
  return pulumi.invokeOutput<Result>(typeToken(name), { ...args }, opts);
}

/** The same for functions that cost money. If a preview leaves out the call, the plugin returns an empty result. */
export async function paidCall<Result>(
  name: string,
  args: object,
  opts: pulumi.InvokeOptions | undefined,
): Promise<Result> {
  const result = await call<Result>(name, args, opts);
  if (isLeftOut(result)) throw notCalled(name);
  return result;
}

/** The same for arguments that may be outputs. A result that a preview leaves out is not known. */
export function paidCallOutput<Result>(
  name: string,
  args: object,
  opts: pulumi.InvokeOptions | undefined,
): pulumi.Output<Result> {
  return callOutput<Result>(name, args, opts).apply((result) =>
    isLeftOut(result) ? (pulumi.unknown as pulumi.Unwrap<Result>) : result,
  ) as pulumi.Output<Result>;
}

function isLeftOut(result: unknown): boolean {
  return pulumi.isDryRun() && Object.keys(result ?? {}).length === 0;
}

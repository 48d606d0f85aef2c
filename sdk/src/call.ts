import * as pulumi from "@pulumi/pulumi";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks";
import { PlatformError } from "pulumi-platform-provider/dist/wire/errors";
import { paid } from "./paid";

/**
 * Calls a function in the program's own process. Under `setMocks` it goes through Pulumi instead, as
 * `platform:index:<name>`, so that a unit test opens no socket.
 */
export async function call<Result>(
  name: string,
  args: object,
  opts: pulumi.InvokeOptions | undefined,
): Promise<Result> {
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
  if (pulumi.runtime.getMonitor() instanceof MockMonitor) {
    return (await pulumi.runtime.invoke(`platform:index:${name}`, given, opts)) as Result;
  }
  // Loaded by the first call only: most programs declare resources and call nothing.
  const { runFunction } = await import("pulumi-platform-provider");
  const config = new pulumi.Config("platform");
  try {
    const say = (line: string) => void pulumi.log.info(line);
    return (await runFunction(name, given, (setting) => config.get(setting), say)) as Result;
  } catch (error) {
    // A program that does not catch it ends with the message alone.
    if (error instanceof PlatformError) error.stack = "";
    throw error;
  }
}

/** The same for arguments that may be outputs. */
export function callOutput<Result>(
  name: string,
  args: object,
  opts: pulumi.InvokeOptions | undefined,
): pulumi.Output<Result> {
  return pulumi.output(args).apply((known) => call<Result>(name, known, opts));
}

/** The same for functions that cost money. */
export const { paidCall, paidCallOutput } = paid(call);

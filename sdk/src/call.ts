import * as pulumi from "@pulumi/pulumi";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks";
import { PlatformError } from "pulumi-platform-provider/dist/wire/errors";

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

/** Whether the program asks for a call that costs money in the preview as well. */
interface Paid {
  callInPreview?: boolean;
}

/** Calls a function that costs money: in a preview only where the program asks for that. */
export async function paidCall<Result>(
  name: string,
  { callInPreview, ...args }: Paid,
  opts: pulumi.InvokeOptions | undefined,
): Promise<Result> {
  if (!isLeftOut(callInPreview)) return call(name, args, opts);
  const error = new PlatformError({
    code: "not_in_preview",
    tried: `call ${name}`,
    said: "it costs money, so a preview does not call it",
    todo: `Use ${name}Output, whose result is not known in a preview, or pass \`callInPreview: true\`.`,
  });
  error.stack = "";
  throw error;
}

/** The same for arguments that may be outputs; what is not called is not known. */
export function paidCallOutput<Result>(
  name: string,
  args: Paid,
  opts: pulumi.InvokeOptions | undefined,
): pulumi.Output<Result> {
  return pulumi
    .output(args)
    .apply(({ callInPreview, ...known }) =>
      isLeftOut(callInPreview)
        ? Promise.resolve(pulumi.unknown as Result)
        : call<Result>(name, known, opts),
    );
}

/** Mocks cost nothing. */
function isLeftOut(callInPreview: boolean | undefined): boolean {
  return (
    pulumi.runtime.isDryRun() &&
    callInPreview !== true &&
    !(pulumi.runtime.getMonitor() instanceof MockMonitor)
  );
}

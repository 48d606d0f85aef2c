import * as pulumi from "./pulumi";
import { PlatformError, typeToken } from "pulumi-platform-provider/program";
import { notCalled } from "./notCalled";

type Options = pulumi.InvokeOptions | undefined;

/** The result of a call; undefined if a preview leaves out the call because it costs money. */
async function resultOf<Result>(
  name: string,
  args: object,
  opts: Options,
  hasSecrets = false,
): Promise<Result | undefined> {
  const given: Record<string, unknown> = Object.fromEntries(
    Object.entries(args).filter(([, value]) => value !== undefined),
  );
  // Mocks cost nothing, and open no socket.
  if (pulumi.getMonitor() instanceof pulumi.MockMonitor) {
    delete given.callInPreview;
    return (await pulumi.invoke(typeToken(name), given, opts)) as Result;
  }
  // Loaded with the first call, because most programs call no function.
  const { runFunction } = await import("pulumi-platform-provider");
  const config = new pulumi.Config("platform");
  try {
    const { result, error, instanceLine, warnings } = await runFunction({
      name,
      args: given,
      config: (setting) => config.get(setting),
      isPreview: pulumi.isDryRun(),
      hasSecrets,
      show: (line) => void pulumi.log.info(line),
    });
    if (instanceLine !== undefined) await pulumi.log.info(instanceLine);
    for (const warning of warnings) await pulumi.log.warn(warning);
    if (error !== undefined) throw error;
    return result as Result | undefined;
  } catch (error) {
    // If the program does not catch the error, Pulumi then shows only its message.
    if (error instanceof PlatformError) error.stack = "";
    throw error;
  }
}

/**
 * Calls a function in the process of the program. With `setMocks`, Pulumi gets the call instead, as
 * `platform:index:<name>`.
 */
export async function call<Result>(name: string, args: object, opts: Options): Promise<Result> {
  const result = await resultOf<Result>(name, args, opts);
  if (result === undefined) throw notCalled(name);
  return result;
}

/** The same for arguments that may be outputs. A result that a preview leaves out is not known. */
export function callOutput<Result>(
  name: string,
  args: object,
  opts: Options,
): pulumi.Output<Result> {
  const given = pulumi.output(args);
  return given.apply(
    async (known) =>
      (await resultOf<Result>(name, known, opts, await pulumi.isSecret(given))) ??
      (pulumi.unknown as Result),
  );
}

/** The same for functions that cost money. */
export { call as paidCall, callOutput as paidCallOutput };

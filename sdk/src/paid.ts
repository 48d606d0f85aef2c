import * as pulumi from "@pulumi/pulumi";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks";
import { PlatformError } from "pulumi-platform-provider/dist/wire/errors";

/** Whether the program asks for a call that costs money in the preview as well. */
export interface Paid {
  callInPreview?: boolean;
}

type Call = <Result>(
  name: string,
  args: object,
  opts: pulumi.InvokeOptions | undefined,
) => Promise<Result>;

/** Calls of functions that cost money: in a preview only where the program asks for that. */
export function paid(call: Call) {
  async function paidCall<Result>(
    name: string,
    { callInPreview, ...args }: Paid,
    opts: pulumi.InvokeOptions | undefined,
  ): Promise<Result> {
    if (!isLeftOut(callInPreview)) return call(name, args, opts);
    const error = new PlatformError({
      code: "not_in_preview",
      operation: `call ${name}`,
      detail: "it costs money, so a preview does not call it",
      hint: `Use ${name}Output, whose result is not known in a preview, or pass \`callInPreview: true\`.`,
    });
    error.stack = "";
    throw error;
  }

  /** The same for arguments that may be outputs; what is not called is not known. */
  function paidCallOutput<Result>(
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

  return { paidCall, paidCallOutput };
}

/** Mocks cost nothing. */
function isLeftOut(callInPreview: boolean | undefined): boolean {
  return (
    pulumi.runtime.isDryRun() &&
    callInPreview !== true &&
    !(pulumi.runtime.getMonitor() instanceof MockMonitor)
  );
}

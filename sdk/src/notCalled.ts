import { PlatformError } from "pulumi-platform-provider/program";

/** Why a call that costs money has no result in a preview. */
export function notCalled(name: string): PlatformError {
  const error = new PlatformError({
    code: "not_in_preview",
    operation: `call ${name}`,
    detail: "it costs money, so a preview does not call it",
    advice: [
      {
        steps: [{ program: "call", function: `${name}Output` }],
        note: "Its result is not known in a preview.",
      },
      { steps: [{ program: "set", path: "callInPreview", value: true }] },
    ],
  });
  error.stack = "";
  return error;
}

import { anyAnswer, hasCode, PlatformError, routes } from "pulumi-platform-provider/contract";
import { Checks, saidBy } from "./checks.js";
import type { ReadOnlyInstance } from "../instances/readOnly.js";

/** Whether an instance answers, over which connection, and accepts the token. */
export async function examineConnection(name: string, instance: ReadOnlyInstance): Promise<Checks> {
  const checks = new Checks(`connection to ${name}`);
  const url = new URL(instance.settings.baseUrl);
  checks.fact("address", url.href);
  const isSecure = url.protocol === "https:";
  try {
    await instance.send({
      operation: "connect to the instance",
      route: routes.listRoles,
      answer: anyAnswer,
    });
    checks.fact(
      "TLS",
      isSecure ? "the certificate is trusted" : "none: the address begins with http://",
    );
    checks.fact("token", "accepted");
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const isRefused = hasCode(error, "forbidden", "not_found", "rejected");
    if (isRefused) checks.fact("token", `not refused, but the list of roles is: ${saidBy(error)}`);
    else checks.findError(error, "Every other call to this instance fails, too");
  }
  checks.fact("whose token", "not shown by the platform");
  checks.fact("token expires", "not shown by the platform");
  return checks;
}

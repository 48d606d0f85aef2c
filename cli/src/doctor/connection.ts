import { anyAnswer, hasCode, PlatformError, routes } from "pulumi-platform-provider/contract";
import { Group, saidBy } from "./group.js";
import type { ReadOnlyInstance } from "../instances/readOnly.js";

/** Whether an instance answers, over which connection, and accepts the token. */
export async function examineConnection(name: string, instance: ReadOnlyInstance): Promise<Group> {
  const group = new Group(`connection to ${name}`);
  const url = new URL(instance.settings.baseUrl);
  group.fact("address", url.href);
  const isSecure = url.protocol === "https:";
  try {
    await instance.send({
      operation: "connect to the instance",
      route: routes.listRoles,
      answer: anyAnswer,
    });
    group.fact(
      "TLS",
      isSecure ? "the certificate is trusted" : "none: the address begins with http://",
    );
    group.fact("token", "accepted");
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const isRefused = hasCode(error, "forbidden", "not_found", "rejected");
    if (isRefused) group.fact("token", `not refused, but the list of roles is: ${saidBy(error)}`);
    else group.findError(error, "Every other call to this instance fails, too");
  }
  group.fact("whose token", "not shown by the platform");
  group.fact("token expires", "not shown by the platform");
  return group;
}

import { instanceInUse } from "../report/messages";
import type { Notices } from "../report/notices";
import type { Settings } from "../settings/index";

/** The line about the instance of this run; undefined if this command has shown it. */
export function tellInstance(settings: Settings, notices: Notices): string | undefined {
  const used = instanceInUse(settings);
  return notices.tell(used, used.first);
}

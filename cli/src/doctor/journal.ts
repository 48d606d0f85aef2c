import { journalLeftOvers, PlatformError } from "pulumi-platform-provider/tooling";
import { counted } from "../comment/texts.js";
import type { Context } from "./context.js";
import { Group } from "./group.js";

/** What earlier runs left on this machine, and who works now. */
export function examineJournal({ settings, environment, stack }: Context): Group {
  const group = new Group("journal");
  const named = environment.PLATFORM_JOURNAL || settings["platform:journal"];
  try {
    const found = journalLeftOvers(typeof named === "string" ? named : undefined);
    const { folder, entries, damaged, claims } = found;
    group.fact("folder", folder);
    const unanswered = entries.filter(({ isAnswered }) => !isAnswered);
    const answered = entries.length - unanswered.length;
    group.fact("requests", `${answered} answered, ${unanswered.length} without an answer`);
    const isWorking = claims.some(({ hasEnded }) => !hasEnded);
    if (unanswered.length > 0 && !isWorking) {
      const times = unanswered.flatMap(({ sentAt }) => sentAt ?? []);
      const oldest =
        times.length === 0 ? "" : `, the oldest from ${new Date(Math.min(...times)).toISOString()}`;
      group.find(
        `${counted(unanswered.length, "request")} of earlier runs got no answer that this machine knows of${oldest}`,
        "A run was killed, or the connection was lost. The next `pulumi up` of that stack finds out what became of them, and creates no duplicate",
        `pulumi up${stack === undefined ? "" : ` --stack ${stack}`}`,
      );
    }
    for (const { path, lineNumber } of damaged) {
      group.find(
        `Line ${lineNumber} of ${path} cannot be read`,
        "The line tells whether the platform carried out a request of an earlier run. Check the instance before you remove it",
        `sed -i ${lineNumber}d ${path}`,
      );
    }
    for (const { owner, path, hasEnded } of claims) {
      const who =
        owner === undefined
          ? "A process"
          : `Process ${owner.pid} on host ${owner.host.split(" ")[0]}`;
      if (hasEnded) group.fact("stale claim", `${who} has ended. The next run removes ${path}`);
      else {
        group.find(
          `${who} works on a stack of this journal`,
          "Other runs of that stack wait for it, then fail",
          "Wait until that process ends, or end it",
        );
      }
    }
    if (claims.length === 0) group.fact("claims", "none: no run is changing a stack now");
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    group.findError(error, "Without a journal, the provider does not create, update or delete");
  }
  return group;
}

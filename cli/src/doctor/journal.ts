import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import {
  isJournalAddress,
  journalLeftOvers,
  journalPrefixes,
  PlatformError,
  removalOf,
  repeatsRequest,
  shellWord,
} from "pulumi-platform-provider/contract";
import { counted } from "../output/texts.js";
import { fullNameOf } from "../stack/project.js";
import { settingOf } from "../stack/stackSettings.js";
import type { Context } from "./context.js";
import { Checks } from "./checks.js";
import type { Target } from "./targets.js";

/** Checks the journal on this machine: entries of earlier runs, and processes that work now. */
export async function examineJournal(
  { settings, stack }: Context,
  targets: readonly Target[],
): Promise<{ checks: Checks; isSettledByUp: boolean }> {
  const checks = new Checks("journal");
  /** Whether it has what the next run needs to settle the interrupted run of the stack. */
  let isSettledByUp = false;
  const journal = settingOf("journal", settings);
  const isAddress = journal !== undefined && isJournalAddress(journal);
  if (journal !== undefined && !isAddress && !existsSync(journal)) {
    checks.find(
      `The folder of the journal does not exist: ${journal}`,
      "The first run creates it. If it is the folder of a volume that is not mounted, the journal is lost with this machine",
      `mkdir -p ${journal}   # or mount the volume`,
    );
  }
  try {
    const found = await journalLeftOvers(journal);
    const { journal: place, isShared, entries, damaged, locks } = found;
    checks.fact(isAddress ? "address" : "folder", place);
    if (isShared) {
      checks.fact(
        "shared folder",
        `other users can write to ${dirname(place)}, so you use the subfolder ${basename(place)}. Each other user id has a journal of its own`,
      );
    }
    const open = entries.filter(({ isAnswered }) => !isAnswered);
    const prefixes =
      stack &&
      targets.flatMap(({ settings: { baseUrl } }) => journalPrefixes(fullNameOf(stack), baseUrl));
    // Without a stack, all that can be said is that some stack has them.
    const unanswered = open.filter(({ prefix }) => prefixes?.includes(prefix) ?? true);
    const ofOthers = open.length - unanswered.length;
    checks.fact(
      "requests",
      `${entries.length - open.length} answered, ${unanswered.length} without an answer${ofOthers > 0 ? `, and ${ofOthers} without an answer of other stacks` : ""}`,
    );
    const isWorking = locks.some(({ owner, hasEnded }) => owner !== undefined && !hasEnded);
    if (unanswered.length > 0 && !isWorking) {
      isSettledByUp = stack !== undefined;
      const times = unanswered.flatMap(({ sentAt }) => sentAt ?? []);
      const oldest =
        times.length === 0 ? "" : `, the oldest from ${new Date(Math.min(...times)).toISOString()}`;
      checks.find(
        `${counted(unanswered.length, "request")} of earlier runs got no answer that this machine knows of${oldest}`,
        "A run was killed, or the connection was lost. The next `pulumi up` of that stack finds out what became of them, and creates no duplicate",
        stack === undefined
          ? "pulumi-platform doctor --stack NAME   # for each stack of this machine"
          : `pulumi up --stack ${stack}   # or the next apply of your pipeline`,
      );
    }
    const damagedLines = damaged.flatMap((one) => ("path" in one ? [one] : []));
    for (const path of new Set(damagedLines.map((line) => line.path))) {
      const lines = damagedLines.flatMap((line) => (line.path === path ? [line.lineNumber] : []));
      lines.sort((a, b) => a - b);
      // One command deletes all of them: a deleted line changes the numbers of those below.
      checks.find(
        `${lines.length === 1 ? "Line" : "Lines"} ${lines.join(", ")} of ${path} cannot be read`,
        `This file tells whether the platform carried out the requests of an earlier run. Check the instance before you delete a line. When you run \`pulumi up\` afterwards, ${repeatsRequest}`,
        `sed -i ${shellWord(lines.map((line) => `${line}d`).join(";"))} ${shellWord(path)}`,
      );
    }
    for (const one of damaged) {
      if ("path" in one) continue;
      checks.find(
        `The entry ${one.name} in ${one.address} cannot be read`,
        `This entry tells whether the platform carried out a request of an earlier run. Check the instance before you delete it. When you run \`pulumi up\` afterwards, ${repeatsRequest}`,
        removalOf(one).map(shellWord).join(" "),
      );
    }
    for (const { owner, place: path, hasEnded } of locks) {
      const who =
        owner === undefined
          ? "The process of a lock that is cut off"
          : `Process ${owner.pid} on host ${owner.hostname}`;
      if (!hasEnded && owner === undefined) {
        checks.find(
          `The lock ${path} is empty or cut off, and names no process`,
          "A process is writing it right now, or a full disk or a kill cut it off. In that case no process works, and the next run removes the file after about 15 seconds",
          isAddress
            ? "pulumi up   # after about 15 seconds"
            : `df -h ${shellWord(place)}   # if the disk is full, make room. Then run pulumi up`,
        );
      } else if (hasEnded)
        checks.fact("stale lock", `${who} has ended. The next run removes ${path}`);
      else {
        checks.find(
          `${who} works on a stack of this journal`,
          "Other runs of that stack wait for it, then fail",
          "Wait until that process ends, or end it",
        );
      }
    }
    if (locks.length === 0) checks.fact("locks", "none: no run is changing a stack now");
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    checks.findError(error, "Without a journal, the provider does not create, update or delete");
  }
  return { checks, isSettledByUp };
}

import { moveJournal, settingsSchema } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { counted } from "../output/texts.js";
import { settingOf, stackSettings } from "../stack/stackSettings.js";

/** Moves the journal that a stack uses to another place, and returns what to say. */
export async function movedJournal(stack: string, place: string): Promise<string[]> {
  const { success, error } = settingsSchema.shape.journal.safeParse(place);
  // The place is not quoted, because it can have a password.
  if (!success) throw new Failure(`--move-journal ${error.issues[0]?.message}`);
  const journal = settingOf("journal", stackSettings(stack));
  const { stacks, entries, from, to } = await moveJournal(journal, place);
  if (entries === 0)
    throw new Failure(
      `Nothing was moved: the journal ${from} has no entries. If the runs of your stacks use another journal, set PLATFORM_JOURNAL to that one, and run the command again. Otherwise, let every run use ${to}`,
    );
  return [
    `Moved ${counted(entries, "entry", "entries")} of ${counted(stacks, "stack")} from ${from} to ${to}.`,
    `Now let every run of these stacks use it: set PLATFORM_JOURNAL, or platform:journal, to ${to}`,
  ];
}

import { writeSync } from "node:fs";
import { FolderJournalStore } from "../../../../provider/dist/stores/folderStore";
import { StackJournal } from "../../../../provider/dist/journal/stackJournal";
import { PlatformError } from "../../../../provider/dist/messages/errors";

/** Run as a process: appends the entries of one argument after those of another, and stops without an end. */
async function run(path = "", ...steps: string[]): Promise<void> {
  const stack = new StackJournal(new FolderJournalStore(path), "stack-");
  for (const step of steps) {
    const entries = Object.entries(JSON.parse(step) as Record<string, unknown>);
    const appended = entries.map(([key, entry]) =>
      stack.withLock(key, 0, () => stack.append(key, entry)),
    );
    const said = await Promise.all(appended).then(
      () => "appended",
      (error: unknown) => (error instanceof PlatformError ? error.code : String(error)),
    );
    writeSync(1, `${said}\n`);
  }
  process.kill(process.pid, "SIGKILL");
}

void run(...process.argv.slice(2));

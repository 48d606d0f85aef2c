import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../../../../provider/dist/stores/openStore";
import { StackJournal } from "../../../../provider/dist/journal/stackJournal";
import { thisProcess } from "../../../../provider/dist/process/processes";
import { PlatformError } from "../../../../provider/dist/messages/errors";

/** Run as a process on another host: holds the lock of a stack until its input ends, then writes an entry. */
async function run(journal = "", stack = "", host = ""): Promise<void> {
  const owner = { ...thisProcess(), host, hostname: host, engine: host };
  const times = { beatMs: 300, staleMs: 1_500 };
  const store = openStore({ journal, writeDeadlineSeconds: 10 });
  const one = new StackJournal(store, stack, { owner, times });
  const said = await one
    .withLock("aa", 20_000, async () => {
      await one.append("aa", { id: host });
      process.stdout.write("holds\n");
      for await (const _ of process.stdin);
      await one.append("aa", { id: `${host} again` });
      return "wrote";
    })
    .catch((error: unknown) => (error instanceof PlatformError ? error.message : String(error)));
  process.stdout.write(`${said}\n`);
  await sleep(200);
  process.exit(0);
}

void run(...process.argv.slice(2));

import { isDeepStrictEqual } from "node:util";
import { damaged, notMoved } from "../stores/journalFailures";
import { openStore } from "../stores/openStore";
import { StackJournal } from "./stackJournal";
import type { JournalStore } from "../stores/stores";

/** How long to wait for a run that works on a stack, and for a store that does not answer. */
const patienceSeconds = 30;
/** The key under which a move holds the locks. No entry has it. */
const moving = "move";

/** Moves the entries of all stacks. An entry is removed only after the other journal has shown it. Can be repeated. */
export async function moveJournal(
  from: string | undefined,
  to: string,
): Promise<{ stacks: number; entries: number; from: string; to: string }> {
  const [source, target] = [storeAt(from), storeAt(to)];
  if (source.address === target.address) throw notMoved(target.address, "it is the same journal");
  // A target that does not answer fails also if there is nothing to move.
  const [stacks] = await Promise.all([source.stacks(), target.stacks()]);
  let entries = 0;
  for (const stack of stacks) {
    const [one, other] = [new StackJournal(source, stack), new StackJournal(target, stack)];
    try {
      entries += await holding(one, () => holding(other, () => moveStack(one, other)));
    } finally {
      for (const journal of [other, one]) await journal.end();
    }
  }
  return { stacks: stacks.length, entries, from: source.address, to: target.address };
}

async function moveStack(from: StackJournal, to: StackJournal): Promise<number> {
  const [unread] = from.damaged();
  if (unread !== undefined) throw damaged(unread);
  const lines = from.entries();
  const before = new Map(to.entries().map(({ key, entry }) => [key, entry]));
  for (const { key, entry } of lines)
    if (before.has(key) && !isDeepStrictEqual(before.get(key), entry))
      throw notMoved(to.store.address, "it already has another entry about the same resource");
  await Promise.all(lines.map(({ key, entry }) => to.append(key, entry)));
  const proof = new StackJournal(to.store, to.stack);
  await proof.load();
  for (const { key, entry } of lines)
    if (!isDeepStrictEqual(proof.read(key)?.entry, entry))
      throw notMoved(to.store.address, "it does not show what was written to it");
  await Promise.all(lines.map(({ key }) => from.remove(key)));
  return lines.length;
}

const storeAt = (journal: string | undefined): JournalStore =>
  openStore({ journal, writeDeadlineSeconds: patienceSeconds });

const holding = <Result>(journal: StackJournal, work: () => Promise<Result>): Promise<Result> =>
  journal.withLock(moving, patienceSeconds * 1000, work);

import type { Declared } from "../engine/stack";
import type { Site } from "./site";

const up = ["up", "--yes", "--skip-preview"] as const;

/**
 * Does what a person does after a creation that ended as unknown: looks on the instance, and says which object
 * it is or that there is none. Returns the program that says so, or what is wrong with the message.
 */
export async function settleCreation(
  { platform, stack }: Site,
  program: readonly Declared[],
  said: string,
): Promise<Declared[] | string> {
  const [, noun] =
    /Could not tell whether (report schedule|group) "[^"]+" was created/.exec(said) ?? [];
  const [, identity] = /'platform:confirmAbsent\[0\]' ([^\s`]+)`, run again/.exec(said) ?? [];
  if (noun === undefined || identity === undefined || !said.includes('adopt: "<id>"')) {
    return "the run stopped, but not with a named unknown state and its ways out";
  }
  const { schedules, groups } = platform.state;
  const lost = program.find(({ args }) => said.includes(`"${String(args.title ?? args.name)}"`));
  const made = lost && [
    ...schedules.filter(({ title }) => title === lost.args.title),
    ...groups.filter(({ name }) => name === lost.args.name),
  ];
  if (lost === undefined || made === undefined || made.length > 1) {
    return `the message names nothing of the program that is there once at most: ${made?.length}`;
  }
  const [object] = made;
  if (object === undefined) {
    await stack.ok("config", "set", "--path", "platform:confirmAbsent[0]", identity);
    return [...program];
  }
  return program.map((declared) =>
    declared === lost
      ? { ...declared, args: { ...declared.args, adopt: String(object.id) } }
      : declared,
  );
}

/** What is wrong with the sends of a program, where mails were sent or not; sends the unknown ones again. */
export async function settleSends(
  { platform, stack }: Site,
  program: readonly Declared[],
  { mails, said }: { mails: number; said: string },
): Promise<{ problems: string[]; unknown: boolean; program: Declared[] }> {
  const state = await stack.state();
  const isUnknown = ({ name }: Declared) => state[name]?.outputs?.outcome === "unknown";
  const sent = platform.outbox.length;
  const problems: string[] = [];
  if (sent > mails) problems.push(`${sent} mails were sent, not ${mails}`);
  const unknown = program.filter(
    (declared) => declared.type === "ReportSend" && isUnknown(declared),
  );
  // Access is given without the mail that may be lost, and nothing sends that again.
  const mailed = program.filter(
    (declared) => declared.type === "DatasetShare" && isUnknown(declared),
  );
  if (mailed.length > 0 && !said.includes("it is not known whether its mail was sent")) {
    problems.push("no run said that it is not known whether a mail was sent");
  }
  if (mailed.length > 0) return { problems, unknown: true, program: [...program] };
  if (unknown.length === 0) {
    if (sent < mails) problems.push("a mail that is said to be done was not sent");
    return { problems, unknown: false, program: [...program] };
  }
  if (!/It is not known whether .* was done[^]*change `triggers`/.test(said)) {
    problems.push("no run said that it is not known whether the mail was sent");
  }
  const again = program.map((declared) =>
    unknown.includes(declared)
      ? { ...declared, args: { ...declared.args, triggers: ["way out"] } }
      : declared,
  );
  stack.declare(again);
  await stack.ok(...up);
  const more = platform.outbox.length - sent;
  if (more !== 1) problems.push(`changing the triggers sent ${more} mails, not 1`);
  const settled = await stack.state();
  if (unknown.some(({ name }) => settled[name]?.outputs?.outcome !== "done")) {
    problems.push("changing the triggers did not settle what was unknown");
  }
  return { problems, unknown: true, program: again };
}

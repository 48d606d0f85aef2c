/** Asks on a terminal. Without one, only `--yes` says yes. */
export async function isConfirmed(question: string, yes: boolean): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  // An ES module, which only a terminal needs.
  const { confirm } = await import("@clack/prompts");
  return (await confirm({ message: question, initialValue: false })) === true;
}

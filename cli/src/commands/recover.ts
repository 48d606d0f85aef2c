import type { Command } from "commander";
import { engineLockHolders, unlocking } from "../stack/locks.js";
import { chosenStack } from "../stack/project.js";
import { EngineFailure, missingStack } from "../stack/run.js";
import { DamagedState, readState } from "../stack/state.js";
import type { State } from "../stack/state.js";
import { Failure } from "../failure.js";
import { refuseNoFile, replaceFile } from "../files.js";
import { withProgress } from "../output/progress.js";
import { jsonText, print, printJson, printRemarks, terminalWidth } from "../print.js";
import { applyProposal, isConfirmed, proposalOf, question } from "../recover/carryOut.js";
import { gatherFacts } from "../recover/facts.js";
import type { Decisions } from "../recover/facts.js";
import { movedJournal } from "../recover/moveJournal.js";
import { isFound } from "../recover/finding.js";
import { judge } from "../recover/judge.js";
import type { Finding, Found } from "../recover/finding.js";
import { ReportRenderer } from "../recover/show.js";
import { examineStateFile, putBack } from "../recover/stateFile.js";

interface Flags {
  stack?: string;
  yes?: boolean;
  out?: string;
  json?: boolean;
  moveJournal?: string;
  showAddresses?: boolean;
  take: string[];
  notDone: string[];
}

const example = `
Examples:
  $ pulumi-platform recover --stack prod
  $ pulumi-platform recover --stack prod --yes --take analysts=5000000001

It only reads the instance. Without --yes and without a terminal, it only proposes.
Exit code 0: nothing is left open. 1: something is left. 2: failed.`;

const collect = (value: string, before: string[]) => [...before, value];

/** Adds `recover`, which finds out what an interrupted run without a journal did. */
export function add(program: Command): void {
  program
    .command("recover")
    .description(
      "Compares what an interrupted run began with the objects on the instance that no stack of the backend manages, proposes what to take over, and does so when you agree.",
    )
    .option("--stack <name>", "stack; default: PULUMI_STACK, or the selected stack")
    .option("-y, --yes", "do what is proposed, and ask nothing")
    .option("--take <name=id>", "the object of a resource, where several are possible", collect, [])
    .option(
      "--not-done <name>",
      "a resource whose create, e-mail or run did not happen",
      collect,
      [],
    )
    .option(
      "--out <file>",
      "file to write the objects to adopt to: a list of urn and id, which adoptFrom reads",
    )
    .option(
      "--move-journal <place>",
      "instead: move the journal of all stacks to this folder or address, with proof, and remove it from its place",
    )
    .option("--json", "print the result as JSON")
    .option("--show-addresses", "show e-mail addresses in full")
    .addHelpText("after", example)
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const { yes = false, out } = flags;
  const say = (...lines: readonly string[]) =>
    flags.json === true ? printRemarks(...lines) : print(lines);
  if (out !== undefined) refuseNoFile(out);
  const decisions = decisionsIn(flags);
  const stack = await chosenStack(flags.stack);
  if (flags.moveJournal !== undefined) {
    say(...(await movedJournal(stack, flags.moveJournal)));
    return;
  }
  const state = await readState(stack).catch((error: unknown) => {
    if (error instanceof DamagedState) return repairedState(error, yes, say);
    const said = error instanceof EngineFailure ? missingStack(error.said) : undefined;
    if (said === undefined) throw error;
    const next = `If its state was lost, make an empty one, and run this command again: pulumi stack init ${stack}`;
    const locked =
      "If that says that the stack is locked by a run that is dead, first delete the lock file that it names.";
    throw new Failure(`${said}.`, next, locked);
  });
  if (state === undefined) return;
  const holders = (await engineLockHolders(stack)) ?? [];
  const isLocked = holders.length > 0;
  if (isLocked && yes) throw locked(stack, holders.join(". "));

  const facts = await withProgress((progress) => gatherFacts(stack, state, decisions, progress));
  const { problems, unread, givenUp, deleting } = facts;
  const findings = judge(facts);
  refuseUnused(decisions, findings);
  const report = { stack, findings, unread, problems, givenUp, deleting, lock: holders };
  const shown = new ReportRenderer(report, flags.showAddresses);
  if (flags.json !== true) {
    const isNothing =
      [findings, problems, givenUp, deleting].every(({ length }) => length === 0) && !isLocked;
    say(
      ...(isNothing
        ? [`No run of stack ${stack} left anything open.`]
        : shown.lines(terminalWidth())),
    );
  }
  // Before any change, because a list that cannot be written ends the command.
  if (out !== undefined) writeList(out, adoptions(findings, []));
  const proposal = proposalOf(findings, state);
  const { imports, removable, canDo } = proposal;
  const isDone = canDo && !isLocked && (await isConfirmed(question(proposal), yes));
  const done = isDone
    ? await applyProposal(stack, state, proposal).catch((error: unknown) => {
        // Most backends show a lock only to a command that writes.
        const [said] =
          (error instanceof EngineFailure && /[^:]*currently locked.*/.exec(error.said)) || [];
        throw said === undefined ? error : locked(stack, said.trim());
      })
    : undefined;
  if (out !== undefined && isDone) writeList(out, adoptions(findings, imports));
  if (flags.json === true) printJson(shown.json(done ?? {}));
  else say(...shown.closing(proposal, done, out));
  const left = findings.filter(
    (one) => one.kind !== "settled" && !(isDone && imports.some((each) => each === one)),
  );
  // Without a preview, the creates of a run without checkpoints are unknown.
  const isOpen = left.length + problems.length + givenUp.length > 0;
  if (findings.length === 0 && problems.length > 0) process.exitCode = 2;
  else if (isOpen || (removable.length > 0 && !isDone) || isLocked) process.exitCode = 1;
}

function writeList(file: string, list: object): void {
  try {
    replaceFile(file, `${jsonText(list)}\n`);
  } catch (error) {
    throw new Failure(`--out ${file}: ${(error as Error).message}`);
  }
}

/** The list for `adoptFrom`: the objects that the program adopts, or has to adopt because nothing imported them. */
const adoptions = (findings: readonly Finding[], imported: readonly Found[]) =>
  findings.flatMap((finding) => {
    const { about } = finding;
    if (isFound(finding)) {
      if (imported.includes(finding)) return [];
      return [{ urn: about.urn, id: finding.object.id }];
    }
    const id = finding.kind === "settled" ? finding.id : undefined;
    return id !== undefined && about.declared?.adopt === id ? [{ urn: about.urn, id }] : [];
  });

/** Pulumi changes no state that is locked. */
const locked = (stack: string, said: string): Failure =>
  new Failure(
    `The state of stack ${stack} cannot be changed: ${said}`,
    ...[unlocking(stack), "Then run this command again."],
  );

/** Restores a truncated state; undefined if the user does not agree. */
async function repairedState(
  { ofStack: stack, said }: DamagedState,
  yes: boolean,
  say: (...lines: readonly string[]) => void,
): Promise<State | undefined> {
  const broken = await examineStateFile(stack, said);
  say(...broken.lines);
  if (!(await isConfirmed("Put the copy back?", yes))) {
    say(
      ...[
        "",
        `Nothing was changed. To put the copy back: pulumi-platform recover --stack ${stack} --yes`,
      ],
    );
    process.exitCode = 1;
    return undefined;
  }
  say(`Put the copy back. The damaged file is now ${putBack(broken)}.`, "");
  return readState(stack);
}

function decisionsIn({ take, notDone }: Flags): Decisions {
  const pairs = take.map((text): [string, string] => {
    const [, name, id] = /^(.+)=([^=]+)$/.exec(text) ?? [];
    if (name === undefined || id === undefined) {
      throw new Failure(
        `--take ${text}: write the name of the resource and the id: --take weekly=4294967291`,
      );
    }
    return [name, id];
  });
  return { take: new Map(pairs), notDone: new Set(notDone) };
}

/** Fails for decisions about unknown names, which can be typos. */
function refuseUnused({ take, notDone }: Decisions, findings: readonly Finding[]): void {
  for (const name of [...take.keys(), ...notDone]) {
    const known = findings.filter(({ about }) => [about.name, about.urn].includes(name));
    if (known.length === 1) continue;
    throw new Failure(
      known.length === 0
        ? `No interrupted operation has the name "${name}".`
        : `"${name}" is the name of several resources. Use the URN: ${known.map(({ about }) => about.urn).join(", ")}`,
    );
  }
}

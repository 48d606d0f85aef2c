import { nameIn } from "pulumi-platform-provider/contract";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { counted } from "../output/texts.js";
import { isInteractive } from "../print.js";
import { inPrivateFolder } from "../files.js";
import { engineText } from "../stack/run.js";
import { readState, undecidedOperations } from "../stack/state.js";
import type { State } from "../stack/state.js";
import type { Interrupted } from "./interrupted.js";
import { isFound } from "./finding.js";
import type { Finding, Found } from "./finding.js";

/** The result of the confirmed changes. */
export interface Done {
  /** The file with the state before. */
  backup: string;
  imported: number;
  /** The number of removed pending operations, and the names of resources that keep theirs. */
  cleared: number;
  kept: readonly string[];
}

/** What this command can do. */
export interface Proposal {
  imports: readonly Found[];
  /** The operations whose pending entry can go: settled ones, and those of imported objects. */
  removable: readonly Interrupted[];
  /** How many pending operations of the state are finished, or harmless because `pulumi up` repeats them. */
  finished: number;
  canDo: boolean;
}

export function proposalOf(findings: readonly Finding[], { deployment }: State): Proposal {
  const imports = findings.filter(isFound).filter(({ proposal }) => proposal === "import");
  const settled = findings.filter(({ kind }) => kind === "settled");
  const removable = [...settled, ...imports]
    .map(({ about }) => about)
    .filter(({ isPending }) => isPending);
  // The engine can only remove all of them at once.
  const isAnyLeft = findings.some(({ about }) => about.isPending && !removable.includes(about));
  const all = deployment.pending_operations?.length ?? 0;
  const finished = isAnyLeft ? 0 : all - undecidedOperations(deployment).length;
  return { imports, removable, finished, canDo: imports.length + removable.length + finished > 0 };
}

export function question({ imports, removable, finished }: Proposal): string {
  const all = "the pending operations of everything that is settled";
  if (imports.length === 0) return `Remove ${all}?`;
  const also = removable.length + finished > 0 ? `, and remove ${all}` : "";
  return `Import ${counted(imports.length, "object")}${also}?`;
}

/** Asks on a terminal. Without one, only `--yes` says yes. */
export async function isConfirmed(text: string, yes: boolean): Promise<boolean> {
  if (yes) return true;
  if (!isInteractive()) return false;
  // An ES module, which only a terminal needs.
  const { confirm } = await import("@clack/prompts");
  return (await confirm({ message: text, initialValue: false })) === true;
}

/** Saves the state, imports the found objects, and removes the pending operations of settled resources. */
export async function applyProposal(
  stack: string,
  state: State,
  { imports, removable }: Proposal,
): Promise<Done> {
  const time = new Date().toISOString().replace(/[:.]/g, "-");
  const backup = `${stack.replaceAll("/", ".")}.before-recover.${time}.json`;
  // Only this user can read it.
  writeFileSync(backup, JSON.stringify(state, null, 4), { mode: 0o600, flag: "wx" });
  // The program says whether it protects the objects.
  const flags = ["--generate-code=false", "--protect=false", "--yes", "--skip-preview"];
  if (imports.length > 0) await engineWithFile(stack, "import", importFile(imports), flags);
  return { backup, imported: imports.length, ...(await clearPending(removable, stack)) };
}

/** The content of `pulumi import --file`. Names in it are unique. Several resources can have one name. */
function importFile(found: readonly Found[]): object {
  const names = found.map(({ about }) => about.name);
  const urns = found.flatMap(({ about }) => [about.parent, about.provider]);
  const needed = urns.filter((urn) => urn !== undefined);
  const named = [...new Set(needed)].map((urn, at) => [`resource${at + 1}`, urn] as const);
  const nameOf = (urn?: string) => named.find(([, one]) => one === urn)?.[0];
  const resources = found.map(({ about, object }, at) => {
    const { type, name, parent, provider } = about;
    const isUnique = names.indexOf(name) === names.lastIndexOf(name);
    const naming = isUnique ? { name } : { name: `${name}-${at}`, logicalName: name };
    return { type, id: object.id, ...naming, parent: nameOf(parent), provider: nameOf(provider) };
  });
  return { nameTable: Object.fromEntries(named), resources };
}

/** Removes all pending operations from the state, or none while a person must decide about any of them. */
async function clearPending(removable: readonly Interrupted[], stack: string) {
  const urns = new Set(removable.map(({ urn }) => urn));
  const state = await readState(stack);
  const pending = state.deployment.pending_operations ?? [];
  const kept = undecidedOperations(state.deployment).filter((one) => !urns.has(one.resource.urn));
  if (kept.length > 0 || pending.length === 0) {
    const names = new Set(kept.map(({ resource }) => nameIn(resource.urn)));
    return { cleared: 0, kept: [...names] };
  }
  const deployment = { ...state.deployment, pending_operations: [] };
  await engineWithFile(stack, "stack import", { ...state, deployment });
  return { cleared: pending.length, kept: [] };
}

/** Runs a command of the engine with a file that nobody else can read. */
const engineWithFile = (stack: string, command: string, content: object, flags: string[] = []) =>
  inPrivateFolder(async (folder) => {
    const file = join(folder, "content.json");
    writeFileSync(file, JSON.stringify(content));
    await engineText([...command.split(" "), "--file", file, ...flags, "--stack", stack]);
  });

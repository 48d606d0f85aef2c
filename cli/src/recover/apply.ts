import { nameIn } from "pulumi-platform-provider/contract";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { counted } from "../output/texts.js";
import { inPrivateFolder } from "../privateFolder.js";
import { engineText } from "../stack/run.js";
import { readState, storedIn } from "../stack/state.js";
import type { State } from "../stack/state.js";
import { mattersLater } from "./interrupted.js";
import type { Interrupted } from "./interrupted.js";
import type { Finding, Found } from "./judge.js";

/** The result of the confirmed changes. */
export interface Done {
  /** The file with the state before. */
  backup: string;
  imported: number;
  /** The number of removed pending operations, and the names of resources that keep theirs. */
  cleared: number;
  kept: readonly string[];
}

/**
 * Whether the engine can import the object: it needs the plugin, the parent and the provider must be in the state, and
 * the object that a replacement replaces must not be. Otherwise the program has to adopt.
 */
export function canImport({ about }: Found, { deployment }: State): boolean {
  const { type, parent, provider, urn } = about;
  const isReplacement = deployment.resources?.some((one) => one.urn === urn && one.delete !== true);
  const isStored = (one?: string) => one === undefined || storedIn(deployment, one) !== undefined;
  const isOfPlugin = type.startsWith("platform:");
  return isOfPlugin && isReplacement !== true && isStored(parent) && isStored(provider);
}

/** The question about the planned changes. */
export function question(imports: readonly Found[], settled: readonly Interrupted[]): string {
  const removes = settled.length > 0 || imports.some(({ about }) => about.isPending);
  return `${[
    ...(imports.length > 0 ? [`Import ${counted(imports.length, "object")}`] : []),
    ...(removes ? ["remove the pending operations of everything that is settled"] : []),
  ].join(", and ")}?`;
}

/** Asks on a terminal. Without one, only `--yes` says yes. */
export async function isConfirmed(text: string, yes: boolean): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  // An ES module, which only a terminal needs.
  const { confirm } = await import("@clack/prompts");
  return (await confirm({ message: text, initialValue: false })) === true;
}

/** Saves the state, imports the found objects, and removes the pending operations of settled resources. */
export async function applyFindings(
  stack: string,
  state: State,
  findings: readonly Finding[],
  imports: readonly Found[],
): Promise<Done> {
  const backup = backUp(state, stack);
  if (imports.length > 0) await importObjects(imports, stack);
  const cleared = await clearPending(settledBy(findings, imports), stack);
  return { backup, imported: imports.length, ...cleared };
}

/** Saves the state to a file in this folder that only this user can read. */
function backUp(state: State, stack: string): string {
  const time = new Date().toISOString().replace(/[:.]/g, "-");
  const file = `${stack.replaceAll("/", ".")}.before-recover.${time}.json`;
  writeFileSync(file, JSON.stringify(state, null, 4), { mode: 0o600, flag: "wx" });
  return file;
}

/** Imports the objects with the engine. The program says whether it protects them. */
async function importObjects(found: readonly Found[], stack: string): Promise<void> {
  await inPrivateFolder(async (folder) => {
    const file = join(folder, "import.json");
    writeFileSync(file, JSON.stringify(importFile(found)));
    const flags = ["--generate-code=false", "--protect=false", "--yes", "--skip-preview"];
    await engineText(["import", "--file", file, ...flags, "--stack", stack]);
  });
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

/** The operations whose pending entry can go: settled ones and imported ones. */
export const settledBy = (
  findings: readonly Finding[],
  imported: readonly Found[],
): Interrupted[] =>
  findings
    .filter((one) => one.kind === "settled" || imported.some(({ about }) => about === one.about))
    .map(({ about }) => about)
    .filter(({ isPending }) => isPending);

/**
 * Removes the pending operations from the state, and changes nothing else. The engine can only remove all of them at
 * once. Therefore they stay while a person must decide about any of them.
 */
async function clearPending(
  settled: readonly Interrupted[],
  stack: string,
): Promise<Pick<Done, "cleared" | "kept">> {
  const urns = new Set(settled.map(({ urn }) => urn));
  if (urns.size === 0) return { cleared: 0, kept: [] };
  const state = await readState(stack);
  const pending = state.deployment.pending_operations ?? [];
  const kept = pending.filter((one) => !urns.has(one.resource.urn) && mattersLater(one));
  if (kept.length > 0 || pending.length === 0) {
    return { cleared: 0, kept: kept.map(({ resource }) => nameIn(resource.urn)) };
  }
  await inPrivateFolder(async (folder) => {
    const file = join(folder, "state.json");
    const deployment = { ...state.deployment, pending_operations: [] };
    writeFileSync(file, JSON.stringify({ ...state, deployment }), { mode: 0o600 });
    await engineText(["stack", "import", "--file", file, "--stack", stack]);
  });
  return { cleared: pending.length, kept: [] };
}

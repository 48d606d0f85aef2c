import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Values } from "pulumi-platform-provider/tooling";
import { Comparer } from "../diff/compare.js";
import { pairsOf } from "../diff/pairs.js";
import { Failure } from "../failure.js";
import { pluralOf } from "../inventory/inventory.js";
import type { Gap, Item } from "../inventory/inventory.js";
import { readable } from "../inventory/read.js";
import type { Import } from "./imports.js";

interface Step {
  op: string;
  urn: string;
  newState?: { type: string; inputs?: Values };
}

/** A resource that a program would create. */
export interface Wanted {
  name: string;
  item: Item;
}

/** What the program in a folder would create with its selected stack, as `pulumi preview` tells. */
export async function wantedBy(folder: string): Promise<Wanted[]> {
  const args = ["preview", "--json", "--non-interactive"];
  const options = { cwd: folder, maxBuffer: 1 << 30 };
  const { stdout } = await promisify(execFile)("pulumi", args, options).catch((error: unknown) => {
    const { code, stderr = "", stdout: said = "" } = error as Record<string, string | undefined>;
    if (code === "ENOENT") throw new Failure("The command pulumi is not on the PATH.");
    const why = (stderr || said || (error as Error).message).trim();
    throw new Failure(`pulumi preview failed in ${folder}: ${why}`);
  });
  const { steps = [] } = JSON.parse(stdout) as { steps?: Step[] };
  return steps.flatMap(({ op, urn, newState }) => {
    const resource = readable.find(({ name }) => newState?.type === `platform:index:${name}`);
    if (op !== "create" || resource === undefined) return [];
    const name = urn.split("::").pop() ?? "";
    const own = Object.entries(newState?.inputs ?? {}).filter(([key]) => !key.startsWith("__"));
    const inputs = Object.fromEntries(own);
    return [{ name, item: { resource, id: name, inputs, outputs: {}, untold: [] } }];
  });
}

/** The objects of an instance that a program would create once more: those with the same natural keys. */
export function importsFor(
  wanted: readonly Wanted[],
  items: readonly Item[],
): { imports: Import[]; gaps: Gap[] } {
  const declared = wanted.map(({ item }) => item);
  const { both, onlyA } = pairsOf(declared, items, new Comparer((_kind, id) => id));
  const imports = both.map(({ a, b }) => {
    return { type: `platform:index:${a.resource.name}`, name: a.id, id: b.id };
  });
  const gaps = onlyA.map(({ resource, id }) => {
    const of = pluralOf(resource);
    return { of, ids: [id], reason: "The instance has no object like that, so up will create it." };
  });
  return { imports, gaps };
}

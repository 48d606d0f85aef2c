import { join } from "node:path";
import { nameIn, pluralOf } from "pulumi-platform-provider/contract";
import type { ObjectResource } from "pulumi-platform-provider/contract";
import { Comparer } from "../compare/compare.js";
import { pairsOf } from "../compare/pairs.js";
import { previewStack } from "../stack/enginePreview.js";
import { chosenStack } from "../stack/project.js";
import { pluginType } from "../stack/resourceTypes.js";
import { holdsSymbol, plainValues, propertiesOf, valueAt } from "../stack/values.js";
import { Failure } from "../failure.js";
import { linesIn } from "../print.js";
import { groupedBy } from "../output/groupedBy.js";
import { inPrivateFolder } from "../files.js";
import type { Gap, Inventory, Item } from "../inventory/inventory.js";
import { programOf } from "../program/build.js";
import { importsOf } from "./imports.js";
import type { Import } from "../stack/importFiles.js";

/** A resource that a program would create. */
interface PlannedResource {
  name: string;
  item: Item;
}

/**
 * The resources that the program in a folder would create, according to `pulumi preview`. Without a name, it uses the
 * selected stack.
 */
export async function wantedBy(
  folder: string,
  { kinds, stack }: { kinds: readonly ObjectResource[]; stack?: string },
): Promise<PlannedResource[]> {
  const name = await chosenStack(stack, { folder });
  // The preview must not stop at an object that the instance has already: these are wanted.
  const { report, problems } = await inPrivateFolder((temporary) =>
    previewStack(name, {
      folder,
      variables: { PLATFORM_COLLECT: join(temporary, "impossible.jsonl") },
    }),
  );
  if (problems.length > 0) {
    throw new Failure(...linesIn(`pulumi preview failed in ${folder}: ${problems.join("\n")}`));
  }
  return report.steps.flatMap(({ op, urn, type, new: next }) => {
    const resource = kinds.find((kind) => type === pluginType(kind));
    if (op !== "create" || resource === undefined) return [];
    const name = nameIn(urn);
    const inputs = propertiesOf(plainValues(next?.inputs));
    return [{ name, item: { resource, id: name, inputs, outputs: {}, unseen: [] } }];
  });
}

/** The objects of an instance that a program would create once more: those with the same natural keys. */
function importsFor(
  wanted: readonly PlannedResource[],
  items: readonly Item[],
): { imports: Import[]; gaps: Gap[] } {
  const declared = wanted.map(({ item }) => item);
  const { both, onlyA } = pairsOf(declared, items, new Comparer((_kind, id) => id));
  const imports = both.map(({ a, b }) => {
    return { type: pluginType(a.resource), name: a.id, id: b.id };
  });
  const missing = groupedBy(onlyA, (item) => `${pluralOf(item.resource)} ${whyMissing(item)}`);
  const gaps = [...missing.values()].map((items) => ({
    ...{ of: pluralOf(items[0].resource), ids: items.map(({ id }) => id) },
    reason: whyMissing(items[0]),
  }));
  return { imports, gaps };
}

/** Why there is nothing to import. The group of a membership can be one that is to be imported first. */
const whyMissing = ({ resource, inputs }: Item): string =>
  resource.naturalKey.some((path) => holdsSymbol(valueAt(inputs, path)))
    ? "The program does not know yet what they belong to. Import the others, then run this again."
    : "The instance has no such object, so up will create it.";

/** Objects of an inventory for a program that exists: those that it would create, or all. */
export function importsOnly(
  inventory: Inventory,
  wanted: readonly PlannedResource[] | undefined,
): { imports: Import[]; gaps: Gap[] } {
  if (wanted === undefined) {
    return { imports: importsOf(programOf(inventory)), gaps: [...inventory.gaps] };
  }
  const { imports, gaps } = importsFor(wanted, inventory.items);
  return { imports, gaps: [...inventory.gaps, ...gaps] };
}

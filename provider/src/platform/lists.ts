import type { Request } from "../wire/client";
import { sentence } from "../wire/adviceText";
import { hasCode } from "../wire/errors";
import { readPages, wholeList } from "../wire/pages";
import type { Listing, Page } from "../wire/pages";
import type { Instance } from "./instance";

type Id<Item> = (item: Item) => string;

/** What tells the rows of most lists apart. */
export const idOf = ({ id }: { id: string }): string => id;

/** Reads a list that comes in one answer. */
export async function readWhole<Item>(
  instance: Instance,
  id: Id<Item>,
  request: Request<Page<Item>>,
): Promise<Listing<Item>> {
  return listed(instance, id, request.operation, await instance.send(request));
}

/** The list that is a part of an answer. */
export function listed<Item>(
  instance: Instance,
  id: Id<Item>,
  operation: string,
  page: Page<Item>,
): Listing<Item> {
  const listing = wholeList(id, page);
  warnOfOddRows(instance, operation, listing);
  return listing;
}

/** Reads a paged list to its end, or to `enough` items. */
export async function readPaged<Item>(
  instance: Instance,
  id: Id<Item>,
  page: (skip: number) => Request<Page<Item>>,
  enough?: number,
): Promise<Listing<Item>> {
  let refused: string | undefined;
  const listing = await readPages(
    id,
    async (skip) => {
      try {
        return await instance.send(page(skip));
      } catch (error) {
        if (skip === 0 || !hasCode(error, "rejected")) throw error;
        refused = error.reason;
        return { rows: [], odd: [], isWrapped: false };
      }
    },
    enough,
  );
  warnOfOddRows(instance, page(0).operation, listing);
  return refused === undefined ? listing : { ...listing, complete: false, partial: refused };
}

/**
 * Reads a paged list with query parameters that the specification lacks. If the platform refuses them, reads the list
 * once without them. This run does not try them again.
 */
export async function readQueried<Item>(
  instance: Instance,
  id: Id<Item>,
  page: (skip: number) => Request<Page<Item>>,
  enough?: number,
): Promise<Listing<Item>> {
  const first = page(0);
  const { route, operation } = first;
  if (!instance.capabilities.refusedQueries.has(route)) {
    try {
      return await readPaged(instance, id, page, enough);
    } catch (error) {
      if (!hasCode(error, "rejected")) throw error;
      const listing = await readPlain();
      instance.capabilities.refusedQueries.add(route);
      instance.warnOnce(
        `query of ${route.title}`,
        `${sentence(error.reason)} Pulumi could ${operation} only without these parameters, so the list may lack objects. An object that the list lacks counts as unknown, not as deleted.`,
      );
      return listing;
    }
  }
  return readPlain();

  async function readPlain(): Promise<Listing<Item>> {
    const listing = await readWhole(instance, id, { ...first, query: undefined });
    const partial = "the platform refuses the parameters that set the order and the pages";
    return { ...listing, complete: false, partial };
  }
}

function warnOfOddRows(
  instance: Instance,
  operation: string,
  { odd, received }: Listing<unknown>,
): void {
  if (odd.length === 0) return;
  const forms = [...new Set(odd)].join(", ");
  instance.warnOnce(
    `odd rows: ${operation}`,
    `Pulumi left out ${odd.length} of ${received} rows when it tried to ${operation}, because they have no usable form: ${forms}. All other rows count.`,
  );
}

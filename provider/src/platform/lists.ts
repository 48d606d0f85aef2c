import type { Request } from "../wire/client";
import { hasCode } from "../wire/errors";
import { readPages, wholeList } from "../wire/pages";
import type { Enough, Listing, Page } from "../wire/pages";
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

/** Reads a paged list to its end, or until the items are enough. */
export async function readPaged<Item>(
  instance: Instance,
  id: Id<Item>,
  page: (skip: number) => Request<Page<Item>>,
  enough?: Enough<Item>,
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

type Query = NonNullable<Request<unknown>["query"]>;

/** A list with query parameters whose names the specification does not show. */
export interface QueriedList<Item> extends Omit<Request<Page<Item>>, "query"> {
  /** Parameters that choose the rows or their order for a program. Without them, the list is another one. */
  asked?: Query;
  /** Parameters whose effect the caller also has without the platform. */
  optional?: Query;
  /** Parameters that keep the order the same from page to page. */
  order: Query;
  /** The parameter of the page size, with a value for the page after this number of rows. */
  size: (skip: number) => Query;
  /** The name of the parameter for the number of rows to skip. */
  skip: string;
}

/**
 * Reads a list whose parameters the platform may ignore or refuse. After a refusal, the platform chooses the page size.
 * After another one, its answer is the whole list. This run does not try refused parameters again.
 */
export async function readQueried<Item>(
  instance: Instance,
  id: Id<Item>,
  list: QueriedList<Item>,
  enough?: Enough<Item>,
): Promise<Listing<Item>> {
  const { asked = {}, optional = {}, order, size, skip: skipName, ...request } = list;
  const { route, operation } = request;
  const { refusedQueries } = instance.capabilities;
  const paged = (skip: number) => ({ ...order, ...asked, ...optional, [skipName]: skip });
  const ways = [
    () => read((skip) => ({ ...size(skip), ...paged(skip) })),
    () => read(paged),
    () => readWhole(instance, id, { ...request, query: { ...asked, ...optional } }),
    () => readWhole(instance, id, { ...request, query: asked }),
  ];
  const last = Object.keys(optional).length === 0 ? 2 : 3;
  for (let way = refusedQueries.get(route) ?? 0; ; way++) {
    try {
      const listing = await ways[way]?.();
      if (listing === undefined) throw new RangeError(`no way ${way} to ${operation}`);
      refusedQueries.set(route, way);
      return way < 2 ? listing : whole(listing, "refuses");
    } catch (error) {
      if (!hasCode(error, "rejected") || way >= last) throw error;
    }
  }

  async function read(query: (skip: number) => Query): Promise<Listing<Item>> {
    const page = (skip: number) => ({ ...request, query: query(skip) });
    const listing = await readPaged(instance, id, page, enough);
    if (!listing.isRepeated || listing.partial === undefined) return listing;
    // A server that ignores only `skip` can have more rows.
    const few = {
      ...query(0),
      ...Object.fromEntries(Object.keys(size(0)).map((name) => [name, 1])),
    };
    const { rows, odd } = await instance.send({ ...request, query: few });
    return listing.items.size < 2 || rows.length + odd.length > 1
      ? whole(listing, "ignores")
      : listing;
  }

  function whole(listing: Listing<Item>, does: string): Listing<Item> {
    instance.warnOnce(
      `query of ${route.title}`,
      `The platform ${does} the parameters that set the order and the pages when Pulumi tries to ${operation}. Pulumi takes its answer of ${listing.items.size} rows as the whole list. An object that the list lacks counts as unknown, not as deleted.`,
    );
    return { ...listing, complete: false, partial: undefined };
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

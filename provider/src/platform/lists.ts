import { roomForList } from "../wire/answerText";
import type { Request } from "../wire/request";
import { hasCode } from "../messages/errors";
import { readPages, rowsTwice, wholeList } from "../wire/pages";
import type { Enough, Listing, Page } from "../wire/pages";
import type { Instance } from "./instance";
import { LongSeries, pagesRead } from "./longWaits";

type Id<Item> = (item: Item) => string;
type IdInAnswer<Item> = (item: Item, at: number) => string;

/** What tells the rows of most lists apart. */
export const idOf = ({ id }: { id: string }): string => id;

/** Tells the rows of one answer apart whose fields the specification does not show. Two of them can be equal. */
export const byPosition = (_item: unknown, at: number): string => String(at);

/** Reads a list that comes in one answer. */
export async function readWhole<Item>(
  instance: Instance,
  id: IdInAnswer<Item>,
  request: Request<Page<Item>>,
): Promise<Listing<Item>> {
  return listed(instance, id, request.operation, await instance.send(request));
}

/** The list that is a part of an answer. */
export function listed<Item>(
  instance: Instance,
  id: IdInAnswer<Item>,
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
  const room = roomForList();
  const series = new LongSeries(pagesRead(page(0).operation), instance.longMs);
  const listing = await readPages(
    id,
    async (skip) => {
      try {
        const next = await instance.send({ ...page(skip), room });
        series.note(instance.reporter.show);
        return next;
      } catch (error) {
        if (skip === 0 || !hasCode(error, "rejected", "answer_too_large")) throw error;
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
 * Reads a list whose parameters the platform may ignore or refuse. If it refuses the page size, it chooses one. If it
 * refuses all parameters of pages, its answer is the whole list. This run does not try these again.
 */
export async function readQueried<Item>(
  instance: Instance,
  id: Id<Item>,
  list: QueriedList<Item>,
  enough?: Enough<Item>,
): Promise<Listing<Item>> {
  const { asked = {}, optional = {}, order, size, skip: skipName, ...request } = list;
  const { route, operation } = request;
  const { refusedPaging } = instance.capabilities;
  // The platform can refuse a value of an optional parameter, so a refusal is only about this one call.
  const chosen = Object.keys(optional).length === 0 ? [asked] : [{ ...asked, ...optional }, asked];
  const ways = refusals
    .slice(refusals.indexOf(refusedPaging.get(route) ?? "nothing"))
    .flatMap((refused) => chosen.map((query) => ({ refused, query })));
  for (const { refused, query } of ways) {
    const isLast = refused === "pages" && query === asked;
    try {
      const listing = await read(refused, query);
      if (refused !== "nothing") refusedPaging.set(route, refused);
      return listing;
    } catch (error) {
      if (isLast || !hasCode(error, "rejected")) throw error;
    }
  }
  throw new RangeError(`no way to ${operation}`);

  async function read(refused: Refused, query: Query): Promise<Listing<Item>> {
    if (refused === "pages")
      return whole(await readWhole(instance, id, { ...request, query }), "refuses");
    const queryOf = (skip: number): Query => ({
      ...(refused === "nothing" && size(skip)),
      ...{ ...order, ...query, [skipName]: skip },
    });
    const page = (skip: number) => ({ ...request, query: queryOf(skip) });
    const listing = await readPaged(instance, id, page, enough);
    if (!listing.isUnpaged) return listing;
    // A server that ignores only `skip` can have more rows.
    const one = Object.fromEntries(Object.keys(size(0)).map((name) => [name, 1]));
    const { rows, odd } = await instance.send({ ...request, query: { ...queryOf(0), ...one } });
    return listing.items.size < 2 || rows.length + odd.length > 1
      ? whole(listing, "ignores")
      : { ...listing, isUnpaged: false };
  }

  function whole(listing: Listing<Item>, does: string): Listing<Item> {
    const { items, partial } = listing;
    instance.warnOnce(
      `query of ${route.title}`,
      `The platform ${does} the parameters that set the order and the pages when Pulumi tries to ${operation}. Pulumi takes its answer of ${items.size} rows as the whole list. An object that the list lacks counts as unknown, not as deleted.`,
    );
    const isCut = partial !== undefined && partial !== rowsTwice;
    return { ...listing, complete: false, partial: isCut ? partial : undefined, isUnpaged: true };
  }
}

/** What a platform refuses of the parameters of pages. */
const refusals = ["nothing", "size", "pages"] as const;
type Refused = (typeof refusals)[number];

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

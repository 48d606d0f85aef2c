import type { HostileKind } from "./kinds";
import { listMoments } from "./hostileServer";
import type { HostileAnswer } from "./hostileServer";
import { mib, rowsLike } from "./payloads";

const pages = (
  name: string,
  answer: HostileAnswer,
  more: Partial<HostileKind> = {},
): HostileKind => ({
  name,
  moments: listMoments,
  bound: "pages",
  answer,
  isHarmless: true,
  ...more,
});

const firstId = 20_000_000;

/** Lists without an end. */
export const pageKinds: readonly HostileKind[] = [
  pages("new pages of 1 row", (exchange) =>
    exchange.answer(200, rowsLike(exchange.row, 1, firstId + exchange.earlier)),
  ),
  pages("new pages of 500 rows", (exchange) =>
    exchange.answer(200, rowsLike(exchange.row, 500, firstId + exchange.earlier * 500)),
  ),
  pages("new pages of 1 MB rows", (exchange) => {
    const more = { note: "a".repeat(mib) };
    exchange.answer(200, rowsLike(exchange.row, 1, firstId + exchange.earlier, more));
  }),
  pages("new pages of odd rows", (exchange) =>
    exchange.answer(200, [null, "row", { name: `no id ${exchange.earlier}` }]),
  ),
  pages(
    "new pages of 1 row and odd rows",
    (exchange) =>
      exchange.answer(200, [...rowsLike(exchange.row, 1, firstId + exchange.earlier), null, {}]),
    { isLong: true },
  ),
  pages("the same page without end", (exchange) =>
    exchange.answer(200, rowsLike(exchange.row, 5, firstId)),
  ),
  pages("two pages in turn without end", (exchange) =>
    exchange.answer(200, rowsLike(exchange.row, 5, firstId + 5 * (exchange.earlier % 2))),
  ),
];

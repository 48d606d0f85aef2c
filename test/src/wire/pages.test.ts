import assert from "node:assert/strict";
import fc from "fast-check";
import { readPages } from "../../../provider/dist/wire/pages";
import type { Page } from "../../../provider/dist/wire/pages";

const id = (item: string) => item;

/** An answer of the expected form. */
const bare = (rows: readonly string[]): Page<string> => ({ rows, odd: [], isWrapped: false });

/** A server with a cap; it counts how often it is asked. */
function pagesOf(items: readonly string[], cap: number, skipped = (skip: number) => skip) {
  const asked: number[] = [];
  const page = async (skip: number) => {
    asked.push(skip);
    if (asked.length > items.length + 2) throw new Error("it does not end");
    const from = skipped(skip);
    return bare(items.slice(from, from + cap));
  };
  return { asked, page };
}

const lists = fc.uniqueArray(fc.string(), { maxLength: 60 });
const filled = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 60 });
const caps = fc.integer({ min: 1, max: 70 });

describe("a paged list", () => {
  it("is read whole under any cap, with ⌈N/cap⌉+1 calls", () =>
    fc.assert(
      fc.asyncProperty(lists, caps, async (list, cap) => {
        const { asked, page } = pagesOf(list, cap);
        const { items, complete, partial } = await readPages(id, page);
        assert.deepEqual([...items.values()], list);
        assert.equal(complete, true);
        assert.equal(partial, undefined);
        assert.equal(asked.length, Math.ceil(list.length / cap) + 1);
      }),
    ));

  it("ends, and is no evidence, on a server that does not skip", () =>
    fc.assert(
      fc.asyncProperty(filled, caps, async (list, cap) => {
        const { asked, page } = pagesOf(list, cap, () => 0);
        const { items, complete, partial } = await readPages(id, page);
        assert.deepEqual([...items.values()], list.slice(0, cap));
        assert.equal(complete, false);
        assert.match(partial ?? "", /shows rows twice/);
        assert.equal(asked.length, 2);
      }),
    ));

  it("is no evidence where a server shows an item twice, as some may be missing then", () =>
    fc.assert(
      fc.asyncProperty(filled, caps, fc.nat(), fc.nat(), async (list, cap, which, where) => {
        const repeated = list[which % list.length] as string;
        const shown = list.toSpliced(where % (list.length + 1), 0, repeated);
        const { complete } = await readPages(id, pagesOf(shown, cap).page);
        assert.equal(complete, false);
      }),
    ));

  it("is no evidence where its order changes between two pages", async () => {
    const orders = [
      ["a", "b", "c"],
      ["c", "b", "a"],
    ];
    let asked = 0;
    const page = async (skip: number) =>
      bare((orders[Math.min(asked++, 1)] as string[]).slice(skip, skip + 2));
    const { items, complete } = await readPages(id, page);
    assert.deepEqual([...items.values()], ["a", "b"]);
    assert.equal(complete, false);
  });

  it("is read only as far as is enough", () =>
    fc.assert(
      fc.asyncProperty(filled, caps, fc.nat({ max: 80 }), async (list, cap, enough) => {
        const { asked, page } = pagesOf(list, cap);
        const { items, partial } = await readPages(id, page, ({ size }) => size >= enough);
        assert.equal(partial, undefined);
        assert.ok(items.size >= Math.min(enough, list.length));
        assert.ok(
          asked.length <= Math.max(1, Math.ceil(Math.min(enough, list.length + 1) / cap)) + 1,
        );
      }),
    ));

  it("loses no row to odd rows, which are counted and are no evidence", () =>
    fc.assert(
      fc.asyncProperty(filled, caps, fc.nat(), async (list, cap, where) => {
        const shown: (string | null)[] = list.toSpliced(
          where % (list.length + 1),
          0,
          null as never,
        );
        const { items, complete, partial, odd } = await readPages(id, async (skip) => {
          const rows = shown.slice(skip, skip + cap);
          const usable = rows.filter((row) => row !== null);
          return { ...bare(usable), odd: usable.length < rows.length ? ["null"] : [] };
        });
        assert.deepEqual([...items.values()], list);
        assert.deepEqual([complete, partial, odd], [false, undefined, ["null"]]);
      }),
    ));

  it("ends on a server that sends nothing but odd rows", async () => {
    const page = async () => ({ ...bare([]), odd: ["null"] });
    const { items, complete, partial } = await readPages(id, page);
    assert.deepEqual([items.size, complete], [0, false]);
    assert.match(partial ?? "", /shows rows twice/);
  });

  it("is no evidence where it comes in an object, and may be cut where that object counts more rows", async () => {
    const list = ["a", "b", "c"];
    const read = (total?: number) =>
      readPages(id, async (skip) => ({
        ...bare(list.slice(skip, skip + 2)),
        isWrapped: true,
        total,
      }));
    const whole = await read(3);
    assert.deepEqual([...whole.items.values()], list);
    assert.deepEqual([whole.complete, whole.partial], [false, undefined]);
    assert.match((await read(4)).partial ?? "", /sent 3 rows and says that there are more/);
  });

  it("finds the last of 12,001 items behind a cap of 500 in 26 calls", async () => {
    const list = Array.from({ length: 12_001 }, (_, index) => `item ${index}`);
    const { asked, page } = pagesOf(list, 500);
    const { items, complete } = await readPages(id, page);
    assert.equal(items.get("item 12000"), "item 12000");
    assert.equal(items.size, 12_001);
    assert.equal(complete, true);
    assert.equal(asked.length, 26);
  });
});

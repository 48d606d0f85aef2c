import assert from "node:assert/strict";
import fc from "fast-check";
import { World } from "./world";
import type { Fate, Sight } from "./world";
import { afterWays } from "./ways";

const fates = [
  "answered",
  "lostDone",
  "lostNotDone",
  "killedBefore",
  "killedDone",
  "killedAnswered",
] as const;
const resource = fc.constantFrom(0, 1);
const sights = fc.record({ late: fc.nat(2), list: fc.constantFrom("whole", "cut", "refused") });
const whole: Sight = { late: 0, list: "whole" };

type Act = (world: World) => void;
/** Named for the counterexamples of fast-check. */
const act = (name: string, work: Act) => Object.assign(work, { toString: () => name });

const acts = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom<Fate>(...fates), sights, fc.boolean())
      .map(([fate, sight, leaves]) =>
        act(`up ${JSON.stringify([fate, sight, leaves])}`, (world) => {
          const stops = world.up(fate, sight);
          if (leaves) for (const at of stops) leave(world, at);
        }),
      ),
  },
  {
    weight: 2,
    arbitrary: fc.constant(act("refresh", (world) => assert.deepEqual(world.refresh(), []))),
  },
  fc.nat(3).map((steps) => act(`wait ${steps}`, (world) => (world.now += steps))),
  fc.tuple(resource, fc.boolean()).map(([at, isEdited]) =>
    act(`rename ${at} ${isEdited}`, (world) => {
      const one = world.declared[at];
      // A person renames what an earlier run finished.
      if (one === undefined || !world.state.has(one.name)) return;
      one.name += "'";
      if (isEdited)
        one.content = one.content.endsWith("1")
          ? one.content.replace("1", "2")
          : one.content.replace("2", "1");
    }),
  ),
  fc.nat(5).map((at) =>
    act(`delete by hand ${at}`, (world) => {
      world.live = world.live.filter((_, index) => index !== at);
    }),
  ),
  resource.map((at) =>
    act(`make by hand ${at}`, (world) => {
      const { content = "" } = world.declared[at] ?? {};
      world.live.push({ id: `object ${++world.made}`, content, shownFrom: world.now });
    }),
  ),
  fc.tuple(resource, fc.boolean()).map(([at, isDone]) =>
    act(`delete without an answer ${at} ${isDone}`, (world) => {
      const held = world.state.get(world.declared[at]?.name ?? "");
      if (held === undefined || !world.can.delete) return;
      world.deletesSent.add(held.id);
      if (isDone) world.live = world.live.filter(({ id }) => id !== held.id);
    }),
  ),
  resource.map((at) =>
    act(`allow a duplicate ${at}`, (world) => {
      const one = world.declared[at];
      if (one === undefined) return;
      one.allowsDuplicate = true;
      world.asked.add(at);
    }),
  ),
);

/** Leaves a stop by the ways that its message offers, as a person does who sees the instance. */
function leave(world: World, at: number): void {
  const one = world.declared[at];
  assert.ok(one !== undefined);
  const adopt = (id: string) => {
    world.state.set(one.name, { id, writtenAt: world.now });
    world.journal.delete(one.name);
  };
  const seen: string[] = [];
  for (let tries = 0; tries < 6; tries++) {
    if (world.state.has(one.name)) return;
    const { verdict, facts } = world.decide(one, whole);
    if (verdict.do !== "stop") return;
    seen.push(verdict.why);
    const uses = (words: string) => {
      const offered = [...afterWays(facts, verdict)].map(({ way }) => way);
      assert.ok(
        offered.some((way) => way.includes(words)),
        `${verdict.why} offers no ${words}`,
      );
    };
    const [first = ""] = verdict.ids;
    const own = world.live.find(
      ({ id, madeFor }) =>
        madeFor === at && ![...world.state.values()].some((held) => held.id === id),
    );
    switch (verdict.why) {
      case "lost":
        uses(own === undefined ? "confirmAbsent" : "adopt");
        if (own === undefined) world.confirmed.add(one.name);
        else adopt(own.id);
        break;
      case "unseen":
        uses("confirmAbsent");
        if (!world.live.some(({ id }) => id === first)) world.confirmed.add(first);
        else world.now++;
        break;
      case "several":
        uses("deleteWrong");
        world.live = world.live.filter(({ id }) => id === first || !verdict.ids.includes(id));
        adopt(first);
        break;
      case "cannotTakeOver":
        uses('"set"');
        one.content = world.live.find(({ id }) => id === first)?.content ?? one.content;
        break;
      case "leaves": {
        uses("aliases");
        for (const [name, { id }] of world.state) if (id === first) world.state.delete(name);
        adopt(first);
        break;
      }
      default:
        uses("adopt");
        adopt(first);
    }
  }
  assert.fail(`no way out of ${seen.join(", ")}`);
}

/** Two live objects that Pulumi created for one resource with the same content. */
function twins({ live, asked }: World): string[] {
  return live.flatMap(({ id, madeFor, content }, at) => {
    const isFirst = (other: (typeof live)[number]) =>
      other.madeFor === madeFor && other.content === content;
    if (madeFor === undefined || asked.has(madeFor)) return [];
    return live.findIndex(isFirst) === at ? [] : [id];
  });
}

describe("decisions in sequences", () => {
  for (const list of [true, false]) {
    for (const remove of [true, false]) {
      it(`create no twins, forget no live object and can go on ${list ? "with" : "without"} a list and ${remove ? "with" : "without"} deletes`, () => {
        const property = fc.property(fc.array(acts, { maxLength: 12 }), (steps) => {
          const world = new World({ list, delete: remove });
          for (const step of steps) {
            step(world);
            assert.deepEqual(twins(world), []);
          }
        });
        fc.assert(property, { numRuns: 2_000 });
      });
    }
  }
});

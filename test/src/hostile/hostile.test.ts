import assert from "node:assert/strict";
import { EngineSite } from "./engineSite";
import type { Moment } from "./hostileServer";
import { CallingProcess } from "./inProcess";
import { kinds } from "./kinds";
import type { HostileKind } from "./kinds";
import { tryOnEngine } from "./onEngine";
import type { Result } from "./result";
import { everySecond } from "../harness/lives/sampled";
import { openSite } from "./site";

/** Most of a call is waiting. */
const jobs = 8;
const mostMs = 120_000;

/** Each kind at one of its moments, in turn. */
const momentOf = ({ moments }: HostileKind, at: number): Moment =>
  moments[at % moments.length] ?? "first list";

const named = (wanted: string): HostileKind =>
  kinds.find(({ name }) => name === wanted) ?? assert.fail(`there is no kind ${wanted}`);

const tried = everySecond(everySecond(kinds.filter(({ isLong }) => isLong !== true)));
/** Only `npm run hostile` judges times: here, other tests have the processors. */
const untimed = { preview: 0, up: 0 };
const isNoTime = (problem: string): boolean => !/^[\d.]+ s(,| beside)/.test(problem);
/** A process with less memory goes on. */
const mostMibOfMany = 200;

describe(`a hostile server (${tried.length} of ${kinds.length} kinds, each at one moment, without an engine)`, function () {
  this.timeout(mostMs);
  const results = new Map<HostileKind, Result>();

  before(async function () {
    // Only Linux tells the memory of a process.
    if (process.platform !== "linux") this.skip();
    const site = await openSite();
    const waiting = [...tried.entries()];
    const work = async () => {
      let calling = await CallingProcess.open(site);
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [at, kind] = next;
        const result = await calling.try(kind, momentOf(kind, at));
        results.set(kind, result);
        if (result.peakMib < mostMibOfMany) continue;
        calling.close();
        calling = await CallingProcess.open(site);
      }
      calling.close();
    };
    await Promise.all(Array.from({ length: jobs }, work));
    await site.close();
  });

  for (const [at, kind] of tried.entries()) {
    it(`does no harm: ${kind.name} (${momentOf(kind, at)})`, () => {
      const { problems, message, code } = results.get(kind) ?? assert.fail("it was not tried");
      assert.deepEqual(problems.filter(isNoTime), [], `${code} ${message.slice(0, 1_000)}`);
    });
  }
});

describe("a hostile server on the real engine (2 of all kinds)", () => {
  let site: EngineSite;
  before(async function () {
    if (process.platform !== "linux") this.skip();
    site = await EngineSite.open({ isTls: false });
  });
  after(() => site.close());

  const runs = [
    { kind: named("gzip bomb"), moment: "first list", command: "preview" },
    { kind: named("body dripped"), moment: "create after", command: "up" },
  ] as const;
  for (const { kind, ...run } of runs) {
    it(`does no harm: ${kind.name} (${run.moment}, ${run.command})`, async () => {
      const { problems, code, message } = await tryOnEngine(site, kind, { ...run, usual: untimed });
      assert.deepEqual(problems.filter(isNoTime), [], `${code} ${message}`);
    });
  }
});

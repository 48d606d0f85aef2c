import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";
import { z } from "zod";
import { visible } from "../../../provider/dist/messages/visible";
import { Clock } from "../harness/virtual/clock";
import { EngineProcess } from "../harness/virtual/engineProcess";
import { Machine } from "../harness/virtual/machine";
import { VirtualProcess } from "../harness/virtual/virtualProcess";
import type * as instancesModule from "../../../provider/dist/platform/instance";
import type * as routesModule from "../../../provider/dist/platform/routes";
import type * as listsModule from "../../../provider/dist/resources/reportSchedule/list";
import type { PlatformError } from "../../../provider/dist/messages/errors";
import { deadlines } from "../harness/sessions/deadlines";
import type { Moment } from "./hostileServer";

const requireReal = createRequire(__filename);

/** One call to a hostile server. */
export interface Call {
  moment: Moment;
  url: string;
  token: string;
  deadlineSeconds: number;
  /** How many times faster the clock of the provider runs. */
  haste: number;
  /** The name of the group that a create makes. */
  name: string;
}

/** How a call ended. */
export interface Ended {
  seconds: number;
  code?: string;
  message?: string;
  mayHaveWorked?: boolean;
  /** Of a list. */
  rows?: number;
  isComplete?: boolean;
  isPartial?: boolean;
  /** What people read as warnings. */
  warnings: string[];
}

/** The largest memory of this process. What Node.js tells includes that of the process that started this one. */
function peakMib(): number {
  const [, kib = "0"] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return Math.round(Number(kib) / 1024);
}

const modules = ["platform/instance", "platform/routes", "resources/reportSchedule/list"] as const;
const pathOf = (name: string) => require.resolve(`../../../provider/dist/${name}.js`);

/** The modules of the provider. If its clock runs faster, they have a clock of their own. */
function provider(haste: number) {
  const engine = new EngineProcess(new Machine("machine", new Clock(haste)), () => undefined);
  const virtual = haste === 1 ? undefined : new VirtualProcess(engine, {});
  const [instances, { routes }, { listSchedules }] = modules.map((name): unknown =>
    virtual === undefined ? requireReal(pathOf(name)) : virtual.load(pathOf(name)),
  ) as [typeof instancesModule, typeof routesModule, typeof listsModule];
  const run = <Result>(work: () => Promise<Result>) => virtual?.run(work) ?? work();
  return { instances, routes, listSchedules, run };
}

/** A message as people read it: the report of the provider makes characters visible. */
const asShown = (text: string): string => visible(text, "\n\t");

/** How long this process could have run while other processes had the processors. */
const delayedMs = (): number =>
  Number(readFileSync("/proc/self/schedstat", "utf8").split(" ")[1]) / 1e6;

async function call({ moment, url, token, deadlineSeconds, haste, name }: Call): Promise<Ended> {
  const { instances, routes, listSchedules, run } = provider(haste);
  const warnings: string[] = [];
  const reporter = { show: () => undefined, warn: (line: string) => void warnings.push(line) };
  const settings = {
    ...{ baseUrl: url, token, tokenHeader: "X-SERVICE-Developer-Token" },
    ...{ operations: "extended" as const, ...deadlines(deadlineSeconds * haste) },
  };
  const send = async (): Promise<Partial<Ended>> => {
    const instance = new instances.Instance(settings, reporter);
    if (!moment.startsWith("create")) {
      const { received, complete, partial } = await listSchedules(instance);
      return { rows: received, isComplete: complete, isPartial: partial !== undefined };
    }
    await instance.send({
      operation: `create group "${name}"`,
      route: routes.createGroup,
      body: { name, type: "open" },
      answer: z.object({ id: z.unknown() }),
    });
    return {};
  };
  const [from, delayed] = [performance.now(), delayedMs()];
  const secondsOf = () => Math.round(performance.now() - from - (delayedMs() - delayed)) / 1_000;
  try {
    const ended = await run(send);
    return { ...ended, seconds: secondsOf(), warnings: warnings.map(asShown) };
  } catch (error) {
    const { code, message, mayHaveWorked } = error as PlatformError;
    return { seconds: secondsOf(), code, message: asShown(message), mayHaveWorked, warnings };
  }
}

process.on("message", (one: Call) => {
  void call(one).then((ended) => process.send?.({ ...ended, peakMib: peakMib() }));
});
process.on("disconnect", () => process.exit());
// The first request of a process loads the HTTP client.
provider(1);
requireReal(pathOf("wire/client"));
process.send?.({ seconds: 0, warnings: [], peakMib: peakMib() });

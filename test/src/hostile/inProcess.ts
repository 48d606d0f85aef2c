import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Call, Ended } from "./child";
import { HostileServer } from "./hostileServer";
import type { Moment } from "./hostileServer";
import type { HostileKind } from "./kinds";
import { selfSigned } from "../trust/certificate";
import type { Result } from "./result";
import type { Site } from "./site";
import { boundSeconds, memoryProblems, textProblems } from "./verdict";

/** How long a call of this form may wait; the pauses of two minutes are three seconds. */
export const quick = { deadlineSeconds: 1, haste: 40 };

const day = 86_400_000;
let groups = 0;

/** A process that calls hostile servers without an engine. */
export class CallingProcess {
  private constructor(
    readonly child: ChildProcess,
    readonly site: Site,
  ) {}

  static async open(site: Site): Promise<CallingProcess> {
    const child = fork(join(__dirname, "child.js"), { serialization: "advanced" });
    await once(child, "message");
    return new CallingProcess(child, site);
  }

  /** Tries one kind at one of its moments. The peak of the memory is that of all calls of the process. */
  async try(kind: HostileKind, moment: Moment): Promise<Result> {
    const { platform, row } = this.site;
    kind.prepare?.(row);
    const isTls = moment === "connection";
    const soon = new Date(Date.now() + day);
    const certificate = isTls ? selfSigned(new Date(0), soon) : undefined;
    const server = await HostileServer.open(platform.url, certificate);
    server.begin(moment, kind.answer, row);
    try {
      const haste = kind.bound === "pauses" ? quick.haste : 1;
      const { deadlineSeconds = quick.deadlineSeconds } = kind;
      const [url, name] = [server.url, `Group ${++groups}`];
      const call: Call = { moment, url, token: platform.token, deadlineSeconds, haste, name };
      this.child.send(call);
      const [ended] = (await once(this.child, "message")) as [Ended & { peakMib: number }];
      const made = platform.state.groups.filter((group) => group.name === name).length;
      return resultOf(kind, moment, call, ended, made);
    } finally {
      await server.close();
    }
  }

  close(): void {
    this.child.kill();
  }
}

/** Tries a kind at all of its moments, in a process of its own. */
export async function tryInProcess(kind: HostileKind, site: Site): Promise<Result[]> {
  const calling = await CallingProcess.open(site);
  const results: Result[] = [];
  try {
    for (const moment of kind.moments) results.push(await calling.try(kind, moment));
  } finally {
    calling.close();
  }
  return results;
}

function resultOf(
  { name, bound, isHarmless }: HostileKind,
  moment: Moment,
  { deadlineSeconds, haste }: Call,
  ended: Ended & { peakMib: number },
  made: number,
): Result {
  const { code, message = "", mayHaveWorked, rows, isComplete, isPartial, warnings } = ended;
  const seconds = ended.seconds * haste;
  const most = boundSeconds(bound, deadlineSeconds * haste);
  const isCreate = moment.startsWith("create");
  // Only a list without an end is odd, and still no whole answer.
  const isEndless = isHarmless !== true || bound === "pages";
  // A server that answers 400, 429 or 307 says that it did nothing.
  const isUnsure = mayHaveWorked === true || ["rejected", "redirected"].includes(code ?? "");
  const problems = [
    ...(seconds > most ? [`${seconds} s, more than ${most} s`] : []),
    ...[message, ...warnings].flatMap(textProblems),
    ...(code === undefined && message !== "" ? [`an error without a code: ${message}`] : []),
    ...memoryProblems(ended.peakMib),
    ...(isCreate && code === undefined && isHarmless !== true
      ? ["the answer counted as a success"]
      : []),
    ...(code !== undefined && moment === "create after" && !isUnsure
      ? ["the error says that nothing was done"]
      : []),
    ...(!isCreate && code === undefined && isComplete === true && isEndless
      ? ["the list counted as complete"]
      : []),
    ...(made > 1 ? [`${made} groups`] : []),
  ];
  const said = `${rows} rows, ${isPartial === true ? "partial" : "whole"}`;
  return {
    kind: name,
    moment,
    run: "call",
    seconds,
    bound: most,
    peakMib: ended.peakMib,
    code: code ?? "",
    message: code === undefined && !isCreate ? said : message,
    problems,
  };
}

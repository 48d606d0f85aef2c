import type { Connection } from "../instances/connect.js";
import { holdsUnknown } from "pulumi-platform-provider/tooling";
import { shellWord } from "../output/shellWord.js";
import { holdsSecret } from "../preview/values.js";
import type { Finding } from "./finding.js";
import { reasonOf } from "./instances.js";
import type { Interrupted } from "./interrupted.js";

/** How many entries of a history are shown. */
const mostShown = 5;

/** Something that must not run twice: what the history of the instance tells of it, and what to do next. */
export async function whatRan(
  about: Interrupted,
  connection: Connection | string,
  stack: string,
): Promise<Finding> {
  const { resource, urn, name, isPending } = about;
  const isMail = resource.mail?.sent !== undefined;
  const did = isMail ? "may have sent e-mail" : "may have run";
  const basis = isPending ? "The interrupted run" : "The interrupted run, if it came that far,";
  const next = isMail
    ? [
        "If it was sent, let a run record it that e-mails nobody:",
        `  pulumi config set platform:mail muted --stack ${stack}`,
        `  pulumi up --stack ${stack} --target ${shellWord(urn.replace(/^urn/, "**"))}`,
        `  pulumi config rm platform:mail --stack ${stack}   # or set the value that it had`,
        `If it was not sent: pulumi-platform recover --stack ${stack} --not-done ${shellWord(name)}`,
      ]
    : [
        "If it ran, remove it from the program, or accept that the next up runs it again.",
        `If it did not run: pulumi-platform recover --stack ${stack} --not-done ${shellWord(name)}`,
      ];
  return {
    ...{ about, kind: "ran", reason: `${basis} ${did}.`, next },
    history: await historyOf(about, connection),
  };
}

/** No number of milliseconds since 1973 is smaller than this, and no number of seconds for long is greater. */
const smallestMs = 1e11;

const timeOf = (at: number): string => {
  const time = new Date(at < smallestMs ? at * 1000 : at);
  return Number.isNaN(time.getTime()) ? String(at) : time.toISOString();
};

/** What the history of the instance shows of it. */
async function historyOf(
  { resource, inputs }: Interrupted,
  connection: Connection | string,
): Promise<string[]> {
  if (typeof connection === "string") return [`Cannot be told: ${connection}`];
  const trace = resource.kind === "action" ? resource.trace : undefined;
  if (trace === undefined) return ["Cannot be told: the platform has no history of it."];
  if (connection.settings.operations !== "extended") {
    return ["Cannot be told: no documented call shows the history. Look on the instance."];
  }
  if (holdsUnknown(inputs) || holdsSecret(inputs)) {
    return ["Cannot be told yet: the program does not know all arguments before the next up."];
  }
  try {
    const runs = [...(await trace(connection.instance, inputs))];
    if (runs.length === 0) return ["The history shows none like it, so far."];
    runs.sort(([, one], [, other]) => (one.at ?? 0) - (other.at ?? 0));
    const shown = runs.slice(-mostShown).map(([id, { outputs, at }]) => {
      const told = Object.entries(outputs).filter(
        ([key]) => !["executionId", "startedAt"].includes(key),
      );
      const time = at === undefined ? "no time told" : timeOf(at);
      return [`${time}: id ${id}`, ...told.map(([key, value]) => `${key} ${String(value)}`)].join(
        ", ",
      );
    });
    const left = runs.length - shown.length;
    return [
      `The history shows ${runs.length} like it; which run started them, it does not tell:`,
      ...shown.map((line) => `  ${line}`),
      ...(left > 0 ? [`  and ${left} earlier`] : []),
    ];
  } catch (error) {
    return [`Cannot be told: ${reasonOf(error)}`];
  }
}

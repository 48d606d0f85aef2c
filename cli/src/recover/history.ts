import type { Connection } from "../instances/connect.js";
import { holdsUnknown, shellWord } from "pulumi-platform-provider/contract";
import { counted } from "../output/texts.js";
import { isMutedBySettings, stackSettings } from "../stack/stackSettings.js";
import { holdsSecret } from "../stack/values.js";
import type { Finding } from "./finding.js";
import { reasonOf } from "./instances.js";
import type { Interrupted } from "./interrupted.js";

/** The maximum number of shown history entries. */
const maxShown = 5;

/** The finding about an e-mail or action that must not run twice: its history on the instance, and the next steps. */
export async function describeUncertainRun(
  about: Interrupted,
  connection: Connection | string,
  stack: string,
): Promise<Finding> {
  const { resource, name, isPending } = about;
  const isMail = resource.mail?.sent !== undefined;
  const did = isMail ? "may have sent e-mail" : "may have run";
  const basis = isPending ? "The interrupted run" : "The interrupted run, if it came that far,";
  const notDone = `pulumi-platform recover --stack ${stack} --not-done ${shellWord(name)}`;
  const next = isMail
    ? [`If it was not sent: ${notDone}`, ...recordingSteps(about, stack)]
    : [
        "If it ran, remove it from the program, or accept that the next up runs it again.",
        `If it did not run: ${notDone}`,
      ];
  const restore = isMail ? restoring(about, stack) : undefined;
  return {
    ...{ about, kind: "ran", reason: `${basis} ${did}.`, next },
    ...(restore !== undefined && { restore }),
    history: await historyOf(about, connection),
  };
}

/** The steps that record an e-mail as sent without sending it. The last step, if there is one, is `restoring`. */
function recordingSteps(about: Interrupted, stack: string): string[] {
  const { urn, instance, provider } = about;
  const hasOwnMail = instance.hasOwnMail === true;
  // The engine updates only the targets, and no other provider.
  const targets = [urn, ...(hasOwnMail && provider !== undefined ? [provider] : [])];
  const up = `  pulumi up --stack ${stack} ${targets.map((one) => `--target ${shellWord(one.replace(/^urn/, "**"))}`).join(" ")}`;
  const head = "If it was sent, record that with a run that e-mails nobody:";
  if (isMuted(about, stack)) return [head, up];
  return hasOwnMail
    ? [
        head,
        `  Write mail: "muted" into the provider ${instance.name ?? ""} of the program: the setting of the stack does nothing there.`,
        up,
        "  Write the value back that the provider has now.",
      ]
    : [head, `  pulumi config set platform:mail muted --stack ${stack}`, up];
}

/** The command that restores the current value of platform:mail. */
function restoring(about: Interrupted, stack: string): string | undefined {
  if (isMuted(about, stack) || about.instance.hasOwnMail === true) return undefined;
  const own = stackSettings(stack)[mailSetting];
  if (own === undefined) return `pulumi config rm ${mailSetting} --stack ${stack}`;
  return typeof own === "string"
    ? `pulumi config set ${mailSetting} ${shellWord(own)} --stack ${stack}`
    : `pulumi config set ${mailSetting} --secret --stack ${stack}   # asks for the value that it has now`;
}

const mailSetting = "platform:mail";

/** A failed preview does not show the settings. */
const isMuted = ({ instance }: Interrupted, stack: string): boolean =>
  instance.mail === "muted" || (instance.hasOwnMail !== true && isMutedBySettings(stack));

const timeOf = (at: number): string => {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? String(at) : time.toISOString();
};

/** The matching runs in the history of the instance, as lines. */
async function historyOf(
  { resource, inputs }: Interrupted,
  connection: Connection | string,
): Promise<string[]> {
  if (typeof connection === "string") return [`Not known: ${connection}`];
  const trace = resource.kind === "action" ? resource.trace : undefined;
  if (trace === undefined) return ["Not known: the platform has no history of it."];
  if (connection.settings.operations !== "extended") {
    return ["Not known: no documented call shows the history. Look on the instance."];
  }
  if (holdsUnknown(inputs) || holdsSecret(inputs)) {
    return ["Not known yet: the program does not know all arguments before the next up."];
  }
  try {
    const runs = [...(await trace(connection.instance, inputs))];
    if (runs.length === 0) return ["The history has no matching run so far."];
    runs.sort(([, one], [, other]) => (one.at ?? 0) - (other.at ?? 0));
    const shown = runs.slice(-maxShown).map(([id, { outputs, at }]) => {
      const shownOutputs = Object.entries(outputs).filter(
        ([key]) => !["executionId", "startedAt"].includes(key),
      );
      const time = at === undefined ? "no time shown" : timeOf(at);
      return [
        `${time}: id ${id}`,
        ...shownOutputs.map(([key, value]) => `${key} ${String(value)}`),
      ].join(", ");
    });
    const left = runs.length - shown.length;
    return [
      `The history has ${counted(runs.length, "matching run")}. It does not show who started a run:`,
      ...shown.map((line) => `  ${line}`),
      ...(left > 0 ? [`  and ${left} earlier`] : []),
    ];
  } catch (error) {
    return [`Not known: ${reasonOf(error)}`];
  }
}

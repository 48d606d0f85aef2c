import { holdsUnknown, shellWord } from "pulumi-platform-provider/contract";
import { counted } from "../output/texts.js";
import { stackSettings } from "../stack/stackSettings.js";
import { holdsSecret } from "../stack/values.js";
import type { Verdict } from "./finding.js";
import { ifUnread } from "./instances.js";
import type { StackInstances } from "./instances.js";
import type { Interrupted } from "./interrupted.js";

const maxShown = 5;
const mailSetting = "platform:mail";

/** The matching runs in the history of the instance, as lines. */
async function historyOf(
  { resource, inputs, instance, storedAt }: Interrupted,
  instances: StackInstances,
): Promise<string[]> {
  const connection = await instances.connect(instance);
  const trace = resource.kind === "action" ? resource.trace : undefined;
  if (holdsUnknown(inputs) || holdsSecret(inputs)) {
    return ["Not known yet: the program does not know all arguments before the next up."];
  }
  if (trace === undefined) return ["Not known: the platform has no history of it."];
  if (connection.settings.operations !== "extended") {
    return ["Not known: no documented call shows the history. Look on the instance."];
  }
  const runs = [...(await trace(connection.instance, inputs))];
  if (runs.length === 0) return ["The history has no matching run so far."];
  runs.sort(([, one], [, other]) => (one.at ?? 0) - (other.at ?? 0));
  const shown = runs.slice(-maxShown).map(([id, { outputs, at }]) => {
    const others = Object.entries(outputs).filter(
      ([key]) => !["executionId", "startedAt"].includes(key),
    );
    const head = `  ${at === undefined ? "no time shown" : timeOf(at)}: id ${id}`;
    const isOld = at !== undefined && storedAt !== undefined && at < storedAt;
    const known = isOld ? ["from before the last change that the state has"] : [];
    return [head, ...known, ...others.map(([key, value]) => `${key} ${String(value)}`)].join(", ");
  });
  const left = runs.length - shown.length;
  return [
    `The history has ${counted(runs.length, "matching run")}. It does not show who started a run:`,
    ...shown,
    ...(left > 0 ? [`  and ${left} earlier`] : []),
  ];
}

function timeOf(at: number): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? String(at) : time.toISOString();
}

/** An e-mail or action that must not run twice, and that may have run, with its history and the next steps. */
export async function uncertainRun(
  about: Interrupted,
  instances: StackInstances,
  mayHaveRun: readonly Interrupted[],
): Promise<Verdict> {
  const { stack } = instances;
  const history = await historyOf(about, instances).catch(
    ifUnread((reason) => [`Not known: ${reason}`]),
  );
  const { resource, name, isPending } = about;
  const isMail = resource.mail?.sent !== undefined;
  const basis = isPending ? "The interrupted run" : "An earlier run";
  const reason = `${basis} ${isMail ? "may have sent e-mail" : "may have run"}.`;
  const notDone = `pulumi-platform recover --stack ${stack} --not-done ${shellWord(name)}`;
  if (!isMail) {
    const next = [
      "If it ran, remove it from the program, or accept that the next up runs it again.",
      `If it did not run: ${notDone}`,
    ];
    return { kind: "ran", reason, history, next };
  }
  const { steps, restore } = recording(about, stack, mayHaveRun);
  const next = [`If it was not sent: ${notDone}`, ...steps];
  return { kind: "ran", reason, history, next, restore };
}

/** The steps that record an e-mail as sent without sending it. `restore` is the last one, if there is one. */
function recording(
  { urn, instance, provider, inputs, declared = inputs }: Interrupted,
  stack: string,
  mayHaveRun: readonly Interrupted[],
): { steps: string[]; restore?: string } {
  const flagsOf = (flag: string, urns: readonly string[]) =>
    urns.map((one) => `--${flag} ${shellWord(one.replace(/^urn/, "**"))}`).join(" ");
  // Pulumi takes no target that needs a resource which the state lacks.
  if (holdsUnknown(declared)) {
    const urns = mayHaveRun.map((one) => one.urn);
    return {
      steps: [
        "If it was sent, first import what it needs (--yes). Create the rest with this command, then run recover again:",
        `  pulumi up --stack ${stack} ${flagsOf("exclude", urns)}`,
      ],
    };
  }
  const { [mailSetting]: mail } = stackSettings(stack);
  const hasOwnMail = instance.hasOwnMail === true;
  // The engine updates only the targets, and no other provider.
  const targets = [urn, ...(hasOwnMail && provider !== undefined ? [provider] : [])];
  const head = `If it was sent, record that with a run that e-mails nobody, as outcome "muted":`;
  const up = `  pulumi up --stack ${stack} ${flagsOf("target", targets)}`;
  // A failed preview does not show the settings.
  const isMuted = instance.mail === "muted" || (!hasOwnMail && mail === "muted");
  if (isMuted) return { steps: [head, up] };
  if (hasOwnMail) {
    const write = `  Write mail: "muted" into the provider ${instance.name ?? ""} of the program: the setting of the stack does nothing there.`;
    return { steps: [head, write, up, "  Write the value back that the provider has now."] };
  }
  const set = `pulumi config set ${mailSetting}`;
  const steps = [head, `  ${set} muted --stack ${stack}`, up];
  if (mail === undefined)
    return { steps, restore: `pulumi config rm ${mailSetting} --stack ${stack}` };
  const restore =
    typeof mail === "string"
      ? `${set} ${shellWord(mail)} --stack ${stack}`
      : `${set} --secret --stack ${stack}   # asks for the value that it has now`;
  return { steps, restore };
}

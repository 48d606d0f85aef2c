import { shellWord } from "pulumi-platform-provider/contract";
import type { Interrupted } from "./interrupted.js";

/** An e-mail or action that must not run twice, and that may have run. */
export interface Ran {
  kind: "ran";
  reason: string;
  history: readonly string[];
  next: readonly string[];
  /** The command after those in `next`. It must be exact, so it is never masked. */
  restore?: string;
}

interface Stack {
  stack: string;
  /** The value of platform:mail in its settings. */
  mail?: unknown;
}

const mailSetting = "platform:mail";

/** Tells what may have run, with its history on the instance and the next steps. */
export function uncertainRun(about: Interrupted, history: readonly string[], stack: Stack): Ran {
  const { resource, name, isPending } = about;
  const isMail = resource.mail?.sent !== undefined;
  const did = isMail ? "may have sent e-mail" : "may have run";
  const basis = isPending ? "The interrupted run" : "The interrupted run, if it came that far,";
  const notDone = `pulumi-platform recover --stack ${stack.stack} --not-done ${shellWord(name)}`;
  const next = isMail
    ? [`If it was not sent: ${notDone}`, ...recordingSteps(about, stack)]
    : [
        "If it ran, remove it from the program, or accept that the next up runs it again.",
        `If it did not run: ${notDone}`,
      ];
  const restore = isMail ? restoring(about, stack) : undefined;
  return { kind: "ran", reason: `${basis} ${did}.`, history, next, restore };
}

/** The steps that record an e-mail as sent without sending it. The last step, if there is one, is `restoring`. */
function recordingSteps(about: Interrupted, { stack, mail }: Stack): string[] {
  const { urn, instance, provider } = about;
  const hasOwnMail = instance.hasOwnMail === true;
  // The engine updates only the targets, and no other provider.
  const targets = [urn, ...(hasOwnMail && provider !== undefined ? [provider] : [])];
  const up = `  pulumi up --stack ${stack} ${targets.map((one) => `--target ${shellWord(one.replace(/^urn/, "**"))}`).join(" ")}`;
  const head = "If it was sent, record that with a run that e-mails nobody:";
  if (isMuted(about, mail)) return [head, up];
  return hasOwnMail
    ? [
        head,
        `  Write mail: "muted" into the provider ${instance.name ?? ""} of the program: the setting of the stack does nothing there.`,
        up,
        "  Write the value back that the provider has now.",
      ]
    : [head, `  pulumi config set ${mailSetting} muted --stack ${stack}`, up];
}

/** The command that restores the current value of platform:mail. */
function restoring(about: Interrupted, { stack, mail }: Stack): string | undefined {
  if (isMuted(about, mail) || about.instance.hasOwnMail === true) return undefined;
  if (mail === undefined) return `pulumi config rm ${mailSetting} --stack ${stack}`;
  return typeof mail === "string"
    ? `pulumi config set ${mailSetting} ${shellWord(mail)} --stack ${stack}`
    : `pulumi config set ${mailSetting} --secret --stack ${stack}   # asks for the value that it has now`;
}

/** A failed preview does not show the settings. */
const isMuted = ({ instance }: Interrupted, mail: unknown): boolean =>
  instance.mail === "muted" || (instance.hasOwnMail !== true && mail === "muted");

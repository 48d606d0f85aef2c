import { shellWord } from "pulumi-platform-provider/contract";
import { markdownText } from "../output/markdown.js";
import { aboutProtect } from "../program/typescript.js";
import { importCommand, importFile } from "./imports.js";
import type { ProjectSettings } from "./projectFiles.js";
import type { Report } from "./report.js";
import { countsOf, notInProgramLines } from "./report.js";
import { gapLine } from "../inventory/inventory.js";

/** The stacks of other instances, for which the export writes settings. */
export interface OtherStacks {
  all: readonly string[];
  /** The stacks with documented operations. */
  documented: readonly string[];
}

/** The page of an exported project: how to take its objects over. */
export function exportReadme(
  settings: ProjectSettings,
  report: Report,
  tokenVariable: string,
  others: OtherStacks,
): string {
  const { name, stack, provider } = settings;
  const commands = [
    "npm install",
    ...(tokenVariable === "PLATFORM_TOKEN" ? [] : [`export PLATFORM_TOKEN=$${tokenVariable}`]),
    `pulumi stack init ${shellWord(stack)}`,
    takeOver(provider),
    "pulumi preview --expect-no-changes",
  ];
  const left = report.gaps.map((gap) => `- ${markdownText(gapLine(gap))}`);
  const beyond = notInProgramLines(report).map((line) => `- ${markdownText(line)}`);
  const address = addressText(report.address);
  return `# ${name}

This Pulumi project declares what ${address} had when \`pulumi-platform export\` read it with ${report.operations}
operations: ${countsOf(report)}.${report.listed === undefined ? "" : `\n${markdownText(report.listed)}`}

## Take over the objects

Run these commands in this folder:

\`\`\`console
${commands.map((command) => `$ ${command}`).join("\n")}
\`\`\`

${explanations[provider]} The preview then has nothing to do.
${aboutProtect} \`pulumi destroy\` needs \`pulumi state unprotect --all\` first.
\`pulumi stack init\` asks twice for a passphrase that encrypts the secrets of the stack. Without it, the secrets are lost.
The state of the stack is in \`.pulumi\` in this folder, which Git ignores, unless \`PULUMI_BACKEND_URL\` names another place. Keep it: without it, import everything again.

${beyond.length === 0 ? "" : `## What the program does not hold\n\nNo argument holds these values, so a copy lacks them. \`report.json\` has all details.\n\n${beyond.join("\n")}\n\n`}${left.length === 0 ? "" : `## What is missing\n\n\`report.json\` has all details.\n\n${left.join("\n")}\n\n`}## Use it for another instance

${mapping[settings.language](address)}

${others.all.length === 0 ? ownSettings(settings) : writtenSettings(others)}
## Export again

Export the instance into this folder again: the command writes what the stack does not manage yet as a new file, and prints the line
to add. It changes no file. \`pulumi-platform drift\` finds what changed in the objects that the stack manages.
`;
}

/** An address as it is, unless Markdown finds more in it. */
const addressText = (address: string): string =>
  /^https?:[\w./:-]+$/.test(address) ? address : markdownText(address);

/** How a copy stays muted, if the export wrote its settings. */
const writtenSettings = ({ all, documented }: OtherStacks): string =>
  `The settings of these stacks say \`platform:mail: muted\`, so a copy e-mails nobody until you set it to \`live\`: ${all.join(", ")}.
For any other stack, run \`pulumi config set platform:mail muted --stack STACK\` before its first \`pulumi up\`.
${documented.length === 0 ? "" : `\n${documented.join(", ")}: ${cannotEnable}\n`}`;

/** The same where no other instance was known. */
const ownSettings = ({ operations }: ProjectSettings): string =>
  `Without settings of its own, a new stack sends e-mail. Run these commands before its first \`pulumi up\`. With \`platform:mail\` set to
\`muted\`, the copy e-mails nobody until you set it to \`live\`:

\`\`\`console
$ pulumi stack init STACK
$ pulumi config set platform:mail muted --stack STACK
$ pulumi config set platform:baseUrl https://OTHER-INSTANCE --stack STACK
$ pulumi config set platform:operations ${operations} --stack STACK
$ export PLATFORM_TOKEN=TOKEN-OF-THE-OTHER-INSTANCE
\`\`\`
${operations === "documented" ? `\n${cannotEnable}\n` : ""}`;

/** Why a copy cannot go live later. */
export const cannotEnable =
  "With documented operations, Pulumi cannot enable a schedule later. For a copy that sends e-mail, set `platform:mail` to `live` before its first `pulumi up`.";

const mapping = {
  typescript: (address: string) =>
    `\`ids\` gives the ids of the instance that a stack manages. \`pulumi-platform map\` writes them to \`map.STACK.json\`. Only a stack of
${address} needs no such file. The preview of any other stack fails without it.`,
  yaml: () =>
    `The setting \`ids\` of a stack has the ids of its instance. \`pulumi-platform map --stack STACK\` writes it. Without the setting, the
preview fails.`,
};

/** The command that takes the objects of a program over. */
export const takeOver = (provider: ProjectSettings["provider"], file = importFile): string =>
  provider === "plugin" ? `${importCommand(file)} --yes` : "pulumi up";

const explanations = {
  plugin: "`pulumi import` records the objects in the state and changes nothing on the instance.",
  dynamic:
    "`pulumi up` adopts each object by its `adopt` argument. Shares and certifications are granted once more, which changes nothing.",
};

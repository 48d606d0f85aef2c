import type { Answers } from "../init/questions.js";
import { hasPassphrase } from "../init/steps.js";
import type { Report } from "./report.js";
import { countsOf, lineOf } from "./report.js";

/** The page of an exported project: how to take its objects over. `documented` are other stacks with documented operations. */
export function exportReadme(
  answers: Answers,
  report: Report,
  tokenVariable: string,
  documented: readonly string[],
): string {
  const { name, stack, provider, backend } = answers;
  const commands = [
    "npm install",
    ...(tokenVariable === "PLATFORM_TOKEN" ? [] : [`export PLATFORM_TOKEN=$${tokenVariable}`]),
    `pulumi stack init ${stack}`,
    takeOver[provider],
    "pulumi preview",
  ];
  const left = report.gaps.map((gap) => `- ${lineOf(gap)}`);
  return `# ${name}

This Pulumi project declares what ${report.address} had when \`pulumi-platform export\` read it with ${report.operations}
operations: ${countsOf(report)}.

## Take over the objects

Run these commands in this folder:

\`\`\`console
${commands.map((command) => `$ ${command}`).join("\n")}
\`\`\`

${explanations[provider]} After that, \`pulumi preview\` has nothing to do.
${hasPassphrase(backend) ? "`pulumi stack init` asks twice for a passphrase that encrypts the secrets of the stack. Without it, the secrets are lost.\n" : ""}
${left.length === 0 ? "" : `## What is missing\n\n\`report.json\` has all details.\n\n${left.join("\n")}\n\n`}## Use it for another instance

${mapping[answers.language === "yaml" ? "yaml" : "typescript"](report.address)} The settings of other
stacks say \`platform:mail: muted\`, so a copy e-mails nobody until you set it to \`live\`.
${documented.length === 0 ? "" : `\n${documented.join(", ")}: ${cannotEnable}\n`}
## Export again

Run the same command again: it writes what changed on the instance since then, and keeps what you changed in the program. If both
changed the same lines, it writes nothing, shows them, and names the options that say whose lines stay. Keep
\`.export/\`, which it compares with.
`;
}

/** Why a copy cannot go live later. */
export const cannotEnable =
  "With documented operations, Pulumi cannot enable a schedule later. For a copy that sends e-mail, set `platform:mail` to `live` before its first `pulumi up`.";

const mapping = {
  typescript: (address: string) =>
    `\`ids\` gives the ids of the instance that a stack manages. \`pulumi-platform map\` writes them to \`map.STACK.json\`. Without that
file, all ids stay as they were on ${address}.`,
  yaml: () =>
    `The setting \`ids\` of a stack has the ids of its instance. \`pulumi-platform map --stack STACK\` writes it. Without the setting, the
preview fails.`,
};

const takeOver = {
  plugin: "pulumi import --file import.json --generate-code=false --protect=false --yes",
  dynamic: "pulumi up",
};

const explanations = {
  plugin: "`pulumi import` records the objects in the state and changes nothing on the instance.",
  dynamic:
    "`pulumi up` takes over each object by its `adopt` argument. Shares and certifications are granted once more, which changes nothing.",
};

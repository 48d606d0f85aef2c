import { projectBackend, type Answers } from "./questions.js";
import { hasPassphrase, steps } from "./steps.js";

/** The README of a project: the commands to run, and their questions. */
export function readme(answers: Answers): string {
  const { name, backend } = answers;
  const parts = [
    `# ${name}\n\nThis Pulumi project manages a data & analytics platform with pulumi-platform.`,
    firstPreview(answers),
    ...(hasPassphrase(backend) ? [passphrase] : []),
    token,
    ...(backend === projectBackend ? [state] : []),
    settings(answers),
    packages,
    pages,
  ];
  return `${parts.join("\n\n")}\n`;
}

function firstPreview(answers: Answers): string {
  const all = steps(answers);
  return [
    "## First preview",
    `You need Pulumi 3.200 or newer on your \`PATH\`. If \`pulumi version\` does not print it, run this command in the clone of
pulumi-platform: \`export PATH="$(npm run --silent engine):$PATH"\`. Set the variables again in each new terminal.`,
    ["Run these commands in this folder:", "", "```console"].join("\n") +
      `\n${all.map(({ command }) => `$ ${command}`).join("\n")}\n` +
      "```",
    all
      .map(({ command, explanation }, index) => `${index + 1}. \`${command}\` ${explanation}`)
      .join("\n"),
    `The preview shows the roles of the instance. Then edit ${programFile[answers.language]}: its last lines are your first report
schedule, as a comment. Run \`pulumi preview\` again, then \`pulumi up\`, which shows the preview and asks for confirmation.`,
  ].join("\n\n");
}

const programFile = { typescript: "`index.ts`", yaml: "`Pulumi.yaml`", python: "`__main__.py`" };

const passphrase = `\
## Passphrase

Pulumi encrypts the secrets of a stack with a passphrase that you choose. Keep it: without it, the secrets are lost. Pulumi asks
for the passphrase in every command, unless one of these environment variables is set:

- \`PULUMI_CONFIG_PASSPHRASE_FILE\`: path of a file that contains the passphrase. Keep the file outside this folder.
- \`PULUMI_CONFIG_PASSPHRASE\`: the passphrase itself

Without a terminal, for example in CI, one of them is required.`;

const token = `\
## Token

The token of the instance belongs in the environment variable \`PLATFORM_TOKEN\`. Never write it in a file of this folder. A token
acts as the user who created it.`;

const state = `\
## State

Pulumi keeps the state in \`.pulumi/\` in this folder. Run Pulumi only in this folder. Git ignores the state, so back it up. For a
team, set \`backend: url:\` in \`Pulumi.yaml\` to storage that all members share, before you create the stack.`;

function settings({ stack, mail, operations }: Answers): string {
  const file = `Pulumi.${stack.replace(/^.*\//, "")}.yaml`;
  const mails = {
    muted: "Nothing is e-mailed, and schedules are created switched off.",
    live: "Recipients in the program get e-mail.",
  }[mail];
  const calls = {
    documented:
      "The provider makes only documented calls. Most objects cannot be changed or deleted.",
    extended: "The provider also makes calls beyond the specification.",
  }[operations];
  return `\
## Settings

\`${file}\` contains the settings of the stack:

- \`platform:mail\` is \`${mail}\`. ${mails ?? "That address gets the e-mail instead of the recipients in the program. Users who subscribed to a report still get it."}
- \`platform:operations\` is \`${operations}\`. ${calls}

To change one, run for example \`pulumi config set platform:mail live\`. A new stack has none of these settings. Set
\`platform:mail\` there before the first \`pulumi up\`: without it, the stack is live and e-mails people.`;
}

const packages = `\
## Packages

pulumi-platform is not in a registry yet. \`packages/\` contains copies of its packages. Commit them, so that the project also
installs elsewhere. For a newer version, replace the copies and their names in \`package.json\`.`;

const pages = `\
## Documentation

The pages are in the clone of pulumi-platform:

- \`docs/getting-started.md\`: from the first preview to a report that sends e-mail
- \`docs/ids.md\`: where to find the ids of pages and views
- \`docs/mail.md\` and \`docs/operations.md\`: who gets e-mail, and which changes are possible
- \`docs/reference/README.md\`: every resource, function, call and error`;

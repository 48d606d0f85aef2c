/** The lines of the command that makes a project of a template. It runs at the top of the checkout. */
export const projectLines = (template) => [
  'export PATH="$(npm run --silent engine):$PATH" &&',
  "  pulumi login --local --non-interactive &&",
  newLine(template),
];

/** The last of these lines. */
export const newLine = (template) => `  pulumi new ${template} --dir ~/reports && cd ~/reports`;

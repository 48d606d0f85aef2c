// The commands of the pages, as a reader without a clone runs them.
import { join } from "node:path";
import { checkPage } from "../docs-check/check.mjs";
import { root } from "../install.mjs";
import { Failure } from "../script.mjs";
import { templates } from "./addresses.mjs";

const names = [
  "docs/getting-started.md",
  "docs/languages.md",
  "docs/export.md",
  "docs/testing.md",
  "docs/plugin.md",
  "simulator/README.md",
  "examples/gitops/README.md",
];
/** Readers skip this section, which is gone with the first release. */
const onlyWithClone = /^## Until the first release[^]*?(?=^## )/m;
const limitMs = 900_000;

export const pages = ({ release, clone, path, environment, simulator }) =>
  names.map((name) => ({
    name,
    run: (step) =>
      step("its commands", async () => {
        const source = {
          ...{ clone, simulator, environment },
          values: { [templates]: join(release, "templates") },
          textOf: (text) => text.replace(onlyWithClone, (part) => part.replace(/[^\n]/g, "")),
          commandOf: (command) => command,
        };
        const { failed } = await checkPage(join(root, name), { source, path, limitMs });
        if (failed > 0) throw new Failure(`${failed} commands did not pass, see above`);
      }),
  }));

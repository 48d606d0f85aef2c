// `npm run site`: builds the documentation site from the Markdown of this tree into dist/site/.
import { cpSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { install, root } from "./install.mjs";

const usage = `npm run site [-- options]
  --base /PATH/          the path of the site on its server
  --check                look for broken links, and for faults of accessibility in Chromium
  --screenshots FOLDER   keep what the check looked at
  --serve [--port 4173]  show the site`;

install();
// Only this command needs the tool of the site, so it is not a part of the workspace.
install("site");
const { Failure, run, runScript, shown } = await import("./script.mjs");
const { build: compile } = await import("./prepare.mjs");
const { writeCalendar } = await import("./site/calendar.mjs");

await runScript("npm run site", async () => {
  const { base, check, screenshots, serve, port } = optionsOf(process.argv.slice(2));
  const site = join(root, "dist/site");
  const made = join(root, "dist/site-public");
  await compile(["cli", "simulator", ...(check ? ["test"] : [])]);
  for (const folder of [site, made]) rmSync(folder, { recursive: true, force: true });
  await writeCalendar(join(made, "live/calendar.html"));
  cpSync(join(root, "docs/logo.svg"), join(made, "logo.svg"));
  process.env.SITE_BASE = base;
  const { build } = await import("../site/build.mjs");
  await build();
  if (check) {
    const args = [site, base, ...(screenshots === undefined ? [] : [resolve(screenshots)])];
    const { code } = await run(process.execPath, ["test/dist/site/main.js", ...args], shown);
    if (code !== 0) return code;
  }
  if (!serve) return 0;
  const { code } = await run(process.execPath, ["site/serve.mjs", site, base, port], shown);
  return code;
});

function optionsOf(args) {
  const [flag, text] = [{ type: "boolean", default: false }, { type: "string" }];
  const options = {
    ...{ check: flag, screenshots: text, serve: flag },
    base: { ...text, default: "/" },
    port: { ...text, default: "4173" },
  };
  try {
    const { values } = parseArgs({ args, options });
    if (/^\/(.+\/)?$/.test(values.base)) return values;
  } catch (error) {
    throw new Failure(`${error.message}\n${usage}`);
  }
  throw new Failure(`--base begins and ends with "/".\n${usage}`);
}

import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import process from "node:process";
import { styleText } from "node:util";
import { Failure, root, run } from "../children.mjs";
import { cleanEnvironment } from "../prepare.mjs";

export const say = (text = "") => process.stdout.write(`${text}\n`);
// Bold where somebody looks at it, nothing to strip out of a log.
export const heading = (text) => say(`\n${process.stdout.isTTY ? styleText("bold", text) : text}`);

/** Commands with what each is for, in two columns. */
export function sayCommands(commands) {
  const width = Math.max(...commands.map(([command]) => command.length));
  for (const [command, purpose] of commands) say(`  ${command.padEnd(width)}   # ${purpose}`);
}

/** A stack of the program at the top of the checkout, with everything that Pulumi keeps in `folder`. */
export class Stack {
  constructor({ folder, name, engine, platform }) {
    this.folder = folder;
    this.name = name;
    this.engine = engine;
    this.platform = platform;
    this.settings = {
      PULUMI_HOME: join(folder, "home"),
      PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
      PULUMI_STACK: name,
      // The state is only on this machine and holds no secret: the token is in the environment.
      PULUMI_CONFIG_PASSPHRASE: "demo",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DIY_BACKEND_ZSTD: "true",
    };
    this.env = {
      ...cleanEnvironment(),
      ...this.settings,
      ...platform,
      PATH: `${engine}${delimiter}${process.env.PATH}`,
    };
  }

  async make() {
    mkdirSync(join(this.folder, "state"), { recursive: true });
    const args = ["stack", "select", "--create", this.name, "--non-interactive"];
    const { code, text } = await run("pulumi", args, { env: this.env, quiet: "all" });
    if (code !== 0) throw new Failure(`pulumi ${args.join(" ")} failed:\n${text.trim()}`, code);
  }

  /** Runs `pulumi` and shows what it says. */
  async pulumi(...args) {
    say(`$ pulumi ${args.join(" ")}`);
    const { code } = await run("pulumi", [...args, "--suppress-permalink=true"], { env: this.env });
    if (code !== 0) throw new Failure(`pulumi ${args[0]} ended with exit code ${code}`, code);
  }

  /** The resources in the state. */
  async resources() {
    const { code, text } = await run("pulumi", ["stack", "export"], {
      env: this.env,
      quiet: "stdout",
    });
    if (code !== 0) throw new Failure(`pulumi stack export ended with exit code ${code}`, code);
    return JSON.parse(text).deployment.resources ?? [];
  }

  /** Writes what a shell needs to run `pulumi` by hand on this stack, without a real token. */
  writeEnvironment({ withToken }) {
    const file = join(this.folder, `${this.name}.sh`);
    const { PLATFORM_TOKEN, ...open } = this.platform;
    const exported = { ...this.settings, ...open, ...(withToken && { PLATFORM_TOKEN }) };
    const lines = Object.entries(exported).map(([name, value]) => `export ${name}=${quote(value)}`);
    lines.push(`export PATH=${quote(this.engine)}:"$PATH"`);
    writeFileSync(file, `${lines.join("\n")}\n`);
    return shown(file);
  }
}

/** A path as a person at the top of the checkout would write it. */
export function shown(path) {
  const inside = relative(root, path);
  return inside.startsWith("..") ? path : inside;
}

const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

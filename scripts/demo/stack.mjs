import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, isAbsolute, join, relative } from "node:path";
import process from "node:process";
import { styleText } from "node:util";
import { root } from "../install.mjs";
import { projectLines } from "../pack/projectLines.mjs";
import { cleanEnvironment } from "../prepare.mjs";
import { run as runCommand } from "../run.mjs";
import { Failure, failIfStopped, print, run } from "../script.mjs";

export const printHeading = (text) =>
  print(`\n${process.stdout.isTTY ? styleText("bold", text) : text}`);

/** Prints commands and their purposes in two columns. */
export function printCommands(commands) {
  const width = Math.max(...commands.map(([command]) => command.length));
  for (const [command, purpose] of commands) print(`  ${command.padEnd(width)}   # ${purpose}`);
}

/** The last lines: one command that makes a project of one's own. docs/getting-started.md has it, too. */
export function printOwnProject() {
  printHeading("5. Your own project");
  print("These lines are one command, which makes a project in ~/reports. It asks for names, a");
  print("new passphrase, and the address and token of your instance. The state is in ~/.pulumi.");
  print();
  const [first, ...others] = projectLines('"$PWD/dist/packages/templates/typescript"');
  print([`npm run pack && ${first}`, ...others].map((line) => `  ${line}`).join("\n"));
}

/** A stack of the program at the top of the checkout. Pulumi keeps all its files in `folder`. */
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
      // The state stays on this machine and holds no secret. The token is in the environment.
      PULUMI_CONFIG_PASSPHRASE: "demo",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DIY_BACKEND_ZSTD: "true",
      // The journal stays with the home.
      PULUMI_SKIP_CHECKPOINTS: "true",
    };
    this.env = {
      ...cleanEnvironment(),
      ...this.settings,
      ...platform,
      PATH: `${engine}${delimiter}${process.env.PATH}`,
    };
  }

  async create() {
    mkdirSync(join(this.folder, "state"), { recursive: true });
    const args = ["stack", "select", "--create", this.name, "--non-interactive"];
    const { code, all } = await run("pulumi", args, { env: this.env });
    if (code !== 0) throw new Failure(`pulumi ${args.join(" ")} failed:\n${all.trim()}`, code);
  }

  /** Runs `pulumi` and shows the lines that `shorten` takes from its output. A failure or a signal shows everything. */
  async pulumi(shorten, ...args) {
    failIfStopped();
    print(`$ pulumi ${args.join(" ")}`);
    const given = [...args, "--suppress-permalink=true"];
    const { code, all } = await runCommand("pulumi", given, { env: this.env });
    print(code === 0 ? shorten(all).join("\n") : all.trimEnd());
    failIfStopped();
    if (code !== 0) throw new Failure(`pulumi ${args[0]} ended with exit code ${code}`, code);
  }

  /** The resources in the state. */
  async resources() {
    const options = { env: this.env, stderr: "inherit" };
    const { code, out } = await run("pulumi", ["stack", "export"], options);
    if (code !== 0) throw new Failure(`pulumi stack export ended with exit code ${code}`, code);
    return JSON.parse(out).deployment.resources ?? [];
  }

  /**
   * Writes a command that runs `pulumi` on this stack. The terminal keeps no variable of it, so no other project
   * meets the address of this instance. Never with the token of a real instance.
   */
  writeCommand({ withToken }) {
    const file = join(this.folder, `${this.name}.sh`);
    const isOpen = (name) => withToken || !isToken.test(name);
    const platform = Object.entries(this.platform).filter(([name]) => isOpen(name));
    const exported = [...Object.entries(this.settings), ...platform];
    const lines = [
      "#!/bin/sh",
      "# Runs pulumi on this stack. The variables are set for this one command.",
      "(",
      `cd ${quote(root)} || exit`,
      ...exported.map(([name, value]) => `export ${name}=${quote(value)}`),
      `export PATH=${quote(this.engine)}:"$PATH"`,
      'pulumi "$@"',
      ")",
    ];
    writeFileSync(file, `${lines.join("\n")}\n`);
    chmodSync(file, 0o700);
    return shortCommand(file);
  }
}

/** A path as you write it at the top of the checkout. */
export function shortPath(path) {
  const inside = relative(root, path);
  return inside.startsWith("..") ? path : inside;
}

/** Variables that hold a token, and not the name of its header. */
const isToken = /^PLATFORM_(ACCESS_)?TOKEN(?!_HEADER$)/;

/** A path that a shell takes for a command. */
function shortCommand(path) {
  const short = shortPath(path);
  return isAbsolute(short) ? short : `./${short}`;
}

const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

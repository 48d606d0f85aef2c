import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export const scripts = path.join(__dirname, "..", "..", "..", "scripts");
export const hosts = [
  "pulumi-language-nodejs",
  "pulumi-language-yaml",
  "pulumi-language-python",
  "pulumi-language-python-exec",
  "pulumi-resource-pulumi-nodejs",
];
export const everything = ["pulumi", ...hosts].sort();

/** A machine of its own: a PATH with nothing on it yet, and an empty home. */
export class Machine {
  readonly root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "engine-test-")));
  readonly bin = path.join(this.root, "bin");
  readonly home = path.join(this.root, "home");
  readonly cache = path.join(this.home, ".cache", "pulumi-platform");
  private readonly journal = path.join(this.root, "journal");

  constructor() {
    for (const folder of [this.bin, this.home]) fs.mkdirSync(folder);
  }

  /** Puts a command on PATH that notes every call before it does `body`. */
  command(name: string, body = "", file = path.join(this.bin, name)): void {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const note = `{ name: ${JSON.stringify(name)}, args, env: process.env }`;
    fs.writeFileSync(
      file,
      `#!${process.execPath}
const fs = require("fs"), path = require("path"), args = process.argv.slice(2);
fs.appendFileSync(${JSON.stringify(this.journal)}, JSON.stringify(${note}) + "\\n");
${body}\n`,
      { mode: 0o755 },
    );
  }

  pulumi(version: string, beside: string[] = hosts): void {
    this.command("pulumi", `console.log("v${version}")`);
    for (const name of beside) this.command(name);
  }

  /** A Go that "compiles" each package to an empty file, or fails the way it is told to. */
  go({ version = "1.99.0", failure = "", takes = 0 } = {}): void {
    this.command(
      "go",
      `if (args[0] === "version") return console.log("go version go${version} linux/amd64");
const failure = ${JSON.stringify(failure)};
if (failure) { console.error("go: downloading example.com v1.0.0\\n" + failure); process.exit(1); }
const out = args[args.indexOf("-o") + 1];
for (const name of args.filter((arg) => arg.includes("/cmd/")))
  fs.writeFileSync(path.join(out, path.basename(name)), "built", { mode: 0o755 });
const sdk = /\\S+pulumi\\/sdk\\/v3 v\\S+/.exec(fs.readFileSync("go.mod", "utf8"))[0].replace(" ", "@");
const python = path.join(process.env.GOMODCACHE, sdk, "python/cmd");
fs.mkdirSync(python, { recursive: true });
fs.writeFileSync(path.join(python, "pulumi-language-python-exec"), "built");
setTimeout(() => {}, ${takes});`,
    );
  }

  /** An npm that installs a launcher which "downloads" a CLI into its home. */
  npm(files: string[]): void {
    const launcher = `const fs = require("fs"), path = require("path");
const bin = path.join(process.env.PULUMI_HOME, "versions", VERSION, "bin");
fs.mkdirSync(bin, { recursive: true });
for (const name of ${JSON.stringify(files)})
  fs.writeFileSync(path.join(bin, name), "#!${process.execPath}\\nconsole.log('v3.259.0')", { mode: 0o755 });`;
    this.command(
      "npm",
      `const { version } = require(path.resolve("package-lock.json")).packages["node_modules/pulumi"];
fs.mkdirSync("node_modules/pulumi", { recursive: true });
const code = ${JSON.stringify(launcher)}.replace("VERSION", JSON.stringify(version));
fs.writeFileSync("node_modules/pulumi/run.js", code);`,
    );
  }

  calls(name: string): { args: string[]; env: Record<string, string> }[] {
    if (!fs.existsSync(this.journal)) return [];
    return fs
      .readFileSync(this.journal, "utf8")
      .trim()
      .split("\n")
      .map(
        (line) => JSON.parse(line) as { name: string; args: string[]; env: Record<string, string> },
      )
      .filter((call) => call.name === name);
  }

  start(env = {}) {
    const child = spawn(process.execPath, [path.join(scripts, "engine.mjs")], {
      env: { PATH: this.bin, HOME: this.home, ...env },
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (data) => (out += String(data)));
    child.stderr.on("data", (data) => (err += String(data)));
    const ended = new Promise<{ code: number | null; out: string; err: string; folder: string }>(
      (resolve) => child.on("close", (code) => resolve({ code, out, err, folder: out.trimEnd() })),
    );
    return { child, ended };
  }

  run(env = {}) {
    return this.start(env).ended;
  }

  cached(): string[] {
    return fs.existsSync(this.cache) ? fs.readdirSync(this.cache) : [];
  }
}

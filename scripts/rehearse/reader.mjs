// Somebody who has an empty home, an empty folder, and nothing of this tree.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startSimulator, token } from "../docs-check/instances.mjs";
import { readersEnvironment } from "../docs-check/session.mjs";
import { Failure, run } from "../script.mjs";

/** Commands may download and compile, but ask nothing. */
const timeout = 900_000;

export class Reader {
  #environment;
  /** Lines that each new terminal begins with. */
  first = [];

  constructor(folder, { path, environment }) {
    this.home = join(folder, "home");
    // Projects take their names from their folders, and "work" has a meaning of its own in Go.
    this.folder = join(folder, "reports");
    for (const one of [this.home, this.folder]) mkdirSync(one, { recursive: true });
    this.#environment = {
      ...readersEnvironment(this.home, path, environment),
      PULUMI_CONFIG_PASSPHRASE: "rehearsal",
      PULUMI_BACKEND_URL: `file://${this.home}`,
      PLATFORM_TOKEN: token,
    };
  }

  write(file, text) {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof text === "string" ? text : JSON.stringify(text, null, 2));
  }

  /** Sets variables for the next commands. */
  set(variables) {
    Object.assign(this.#environment, variables);
  }

  /** Runs lines of a shell, in order, to the first that fails. Returns what they print. */
  async run(...lines) {
    const options = { cwd: this.folder, env: this.#environment, timeout };
    const script = ["set -e", ...this.first, ...lines].join("\n");
    const { code, all, cut } = await run("/bin/bash", ["--norc", "-c", script], options);
    if (code !== 0)
      throw new Failure(`${lines.join("\n")}\nended with ${cut ?? `exit code ${code}`}:\n${all}`);
    return all;
  }

  /** Runs lines whose output must contain this. */
  async see(pattern, ...lines) {
    const all = await this.run(...lines);
    if (!pattern.test(all))
      throw new Failure(`${lines.join("\n")}\nprinted no ${pattern}:\n${all}`);
    return all;
  }
}

/** Runs `use` with the address of a simulated instance with all operations. */
export async function withInstance(command, use) {
  const { child, url } = await startSimulator(command, "extended");
  try {
    return await use(url);
  } finally {
    child.kill();
  }
}

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { parseJson, toJson } from "./json.js";
import { seed } from "./seed.js";
import { replaceState, type State } from "./state.js";
import { stateProblem } from "./stateProblems.js";

/** Thrown when a data file cannot be used. The file does not change. */
export class BadDataFile extends Error {}

/** Keeps a state in a file. Reads the file at the start, and writes it after changes and at the end. */
export class DataFile {
  #written = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly path: string,
    readonly state: State,
  ) {}

  load(): void {
    // A file that cannot be written fails now, not at the end.
    if (!existsSync(this.path)) {
      this.#using(() => {
        this.flush();
      });
      return;
    }
    const text = this.#using(() => readFileSync(this.path, "utf8"));
    replaceState(this.state, { ...seed(), ...parseState(this.path, text) });
    this.#written = text;
  }

  /** Writes after 100 ms, so that many calls cause one write. */
  touch(): void {
    this.#timer ??= setTimeout(() => this.flush(), 100).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = `${toJson(this.state, 2)}\n`;
    if (text === this.#written) return;
    // After a crash the file is the old one or the new one, never half of one.
    const beside = `${this.path}.${process.pid}.tmp`;
    writeFileSync(beside, text);
    renameSync(beside, this.path);
    this.#written = text;
  }

  #using<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw new BadDataFile(`${this.path} cannot be used: ${(error as Error).message}`);
    }
  }
}

function parseState(path: string, text: string): Partial<State> {
  let parsed: unknown;
  try {
    parsed = parseJson(text);
  } catch {
    throw new BadDataFile(`${path} is not valid JSON`);
  }
  const problem = stateProblem(parsed);
  if (problem) throw new BadDataFile(`${path} is not a state of the simulator: ${problem}`);
  return parsed as Partial<State>;
}

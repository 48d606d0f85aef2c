import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { parseJson, toJson } from "./json.js";
import { otherInstance, seed } from "./seed.js";
import { replaceState, type State } from "./state.js";

/** Thrown when a data file cannot be used. The file does not change. */
export class BadDataFile extends Error {}

/** Keeps a state in a file. Reads the file at the start, and writes it after changes and at the end. */
export class DataFile {
  private written = "";
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly path: string,
    private readonly state: State,
  ) {}

  load(): void {
    // A file that cannot be written fails now, not at the end.
    if (!existsSync(this.path)) {
      this.using(() => {
        this.flush();
      });
      return;
    }
    const text = this.using(() => readFileSync(this.path, "utf8"));
    replaceState(this.state, { ...seed(), ...parseState(this.path, text) });
    this.written = text;
  }

  /** Writes after 100 ms, so that many calls cause one write. */
  touch(): void {
    this.timer ??= setTimeout(() => this.flush(), 100).unref();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const text = `${toJson(this.state, 2)}\n`;
    if (text === this.written) return;
    // After a crash the file is the old one or the new one, never half of one.
    const beside = `${this.path}.${process.pid}.tmp`;
    writeFileSync(beside, text);
    renameSync(beside, this.path);
    this.written = text;
  }

  private using<Result>(work: () => Result): Result {
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

/** A bigint is a number of JSON. */
const typeName = (value: unknown) =>
  Array.isArray(value) ? "array" : typeof value === "bigint" ? "number" : typeof value;

/** What is wrong with an object of a collection; undefined if nothing. */
export function itemProblem(item: unknown, collection: string, id: string): string | undefined {
  const [, examples] = Object.entries(otherInstance()).find(([name]) => name === collection) ?? [];
  return deepProblem(item, (examples as unknown[] | undefined)?.[0], `${collection}/${id}`);
}

/** Compares a value with an example. A value of another type would make later calls fail. */
function deepProblem(value: unknown, example: unknown, path: string): string | undefined {
  if (example === null || example === undefined) return undefined;
  // A string, number or boolean may be null.
  if (value === null && typeof example !== "object") return undefined;
  if (value === null || typeName(value) !== typeName(example)) {
    return `${path} must be of type ${typeName(example)}`;
  }
  if (typeof example !== "object") return undefined;
  const below = Array.isArray(example)
    ? (value as unknown[]).map((item, n) => deepProblem(item, example[0], `${path}[${n}]`))
    : Object.entries(example)
        // A field that the file leaves out has the value of a new instance.
        .filter(([name]) => path !== "" || Object.hasOwn(value as object, name))
        .map(([name, inner]) =>
          deepProblem(
            (value as Record<string, unknown>)[name] ?? null,
            inner,
            path === "" ? name : `${path}.${name}`,
          ),
        );
  return below.find((problem) => problem !== undefined);
}

/** What is wrong with a state: an unknown field, or a value of the wrong type. Undefined if nothing. */
export function stateProblem(candidate: unknown): string | undefined {
  if (typeof candidate !== "object" || candidate === null || Array.isArray(candidate)) {
    return "it must be an object";
  }
  const known = new Map<string, unknown>(Object.entries(seed()));
  for (const [name, value] of Object.entries(candidate)) {
    if (!known.has(name)) return `${name} is not a known field`;
    const wanted = typeName(known.get(name));
    if (value === null || typeName(value) !== wanted) return `${name} must be of type ${wanted}`;
  }
  return deepProblem(candidate, otherInstance(), "");
}

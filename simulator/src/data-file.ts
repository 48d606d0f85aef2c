import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { otherInstance, seed } from "./seed.js";
import { become, type State } from "./state.js";

/** Thrown when a data file cannot be used; the file is left as it is. */
export class BadDataFile extends Error {}

/** Keeps a state in a file: read at the start, written shortly after a change and at the end. */
export class DataFile {
  private written = "";
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly path: string,
    private readonly state: State,
  ) {}

  load(): void {
    // What cannot be kept is refused now, and not at the end.
    if (!existsSync(this.path)) {
      this.using(() => {
        this.flush();
      });
      return;
    }
    const text = this.using(() => readFileSync(this.path, "utf8"));
    become(this.state, { ...seed(), ...parseState(this.path, text) });
    this.written = text;
  }

  /** Writes a moment later, so that a burst of calls is one write. */
  touch(): void {
    this.timer ??= setTimeout(() => this.flush(), 100).unref();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const text = `${JSON.stringify(this.state, null, 2)}\n`;
    if (text === this.written) return;
    // A reader, or a crash, meets the old file or the new one, never half of one.
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
    parsed = JSON.parse(text);
  } catch {
    throw new BadDataFile(`${path} is not valid JSON`);
  }
  const problem = misfit(parsed);
  if (problem) throw new BadDataFile(`${path} is not a state of the simulator: ${problem}`);
  return parsed as Partial<State>;
}

const outline = (value: unknown) => (Array.isArray(value) ? "array" : typeof value);

/** What keeps an object of a collection from being used. */
export function itemMisfit(item: unknown, collection: string, id: string): string | undefined {
  const [, examples] = Object.entries(otherInstance()).find(([name]) => name === collection) ?? [];
  return deepMisfit(item, (examples as unknown[] | undefined)?.[0], `${collection}/${id}`);
}

/** Compares what is there with an example: a value that has another form would fail call after call. */
function deepMisfit(value: unknown, example: unknown, path: string): string | undefined {
  if (example === null || example === undefined) return undefined;
  // A scalar may be unknown.
  if (value === null && typeof example !== "object") return undefined;
  if (value === null || outline(value) !== outline(example)) {
    return `${path} must be of type ${outline(example)}`;
  }
  if (typeof example !== "object") return undefined;
  const below = Array.isArray(example)
    ? (value as unknown[]).map((item, n) => deepMisfit(item, example[0], `${path}[${n}]`))
    : Object.entries(example)
        // What the file leaves out as a whole is as on a new instance.
        .filter(([name]) => path !== "" || Object.hasOwn(value as object, name))
        .map(([name, inner]) =>
          deepMisfit(
            (value as Record<string, unknown>)[name] ?? null,
            inner,
            path === "" ? name : `${path}.${name}`,
          ),
        );
  return below.find((problem) => problem !== undefined);
}

/** What keeps a state from being used: unknown names, or a value that has another form than an instance has. */
export function misfit(candidate: unknown): string | undefined {
  if (typeof candidate !== "object" || candidate === null || Array.isArray(candidate)) {
    return "it must be an object";
  }
  const known = new Map<string, unknown>(Object.entries(seed()));
  for (const [name, value] of Object.entries(candidate)) {
    if (!known.has(name)) return `${name} is not a known field`;
    const wanted = outline(known.get(name));
    if (value === null || outline(value) !== wanted) return `${name} must be of type ${wanted}`;
  }
  return deepMisfit(candidate, otherInstance(), "");
}

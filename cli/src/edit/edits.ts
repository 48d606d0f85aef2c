import { createRequire } from "node:module";
import { join } from "node:path";
import { Failure } from "../failure.js";
import { holdsSecret } from "../stack/values.js";
import { isEdit, isEqual, isPlain, spliced } from "./wanted.js";
import type { Compiler } from "./literal.js";
import type { Position, Program, ValueEdit } from "./wanted.js";

/** The outcome of one edit. */
export interface Outcome extends Partial<Position> {
  /** Why a person must edit the program; absent if it is edited. */
  reason?: string;
}

/** Edits the files of a program one value after the other. Each edit is read again, and must give the value. */
export class Edits {
  readonly #texts: Map<string, string>;
  readonly #edited = new Set<string>();

  constructor(
    readonly program: Program,
    readonly files: ReadonlyMap<string, string>,
  ) {
    this.#texts = new Map(files);
  }

  apply(wanted: ValueEdit): Outcome {
    const { type, name, from, to } = wanted;
    const isSecret = [from, to].some(holdsSecret);
    if (isSecret || !isPlain(to)) {
      const reason = isSecret ? "the value is a secret" : "no literal can give this value";
      return { ...this.program.locate(type, name), reason };
    }
    const found = this.program.find(wanted);
    if (!isEdit(found)) return found;
    const { file, line } = found;
    const before = this.#texts.get(file) ?? "";
    const after = spliced(before, found.splice);
    this.program.write(file, after);
    const again = this.program.find({ ...wanted, from: to });
    if (!isEdit(again) || !isEqual(again.value, to) || !this.program.isValid(file)) {
      this.program.write(file, before);
      return { file, line, reason: "an edit here would not give the value of the instance" };
    }
    this.#texts.set(file, after);
    this.#edited.add(file);
    return { file, line };
  }

  /** The new texts of the files that changed. */
  changed(): Map<string, string> {
    return new Map([...this.#edited].map((file) => [file, this.#texts.get(file) ?? ""]));
  }
}

/** The compiler that the project has: it runs the program, too. */
export function compilerOf(folder: string): Compiler {
  try {
    const ts = createRequire(join(folder, "package.json"))("typescript") as Partial<Compiler>;
    if (ts.createLanguageService !== undefined) return ts as Compiler;
  } catch {
    // Told below.
  }
  throw new Failure(
    "Edits of a TypeScript program need the package typescript, version 5 or 6. Install it: npm install --save-dev typescript@5",
  );
}

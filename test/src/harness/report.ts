import { nameIn } from "../engine/pulumiStack";
import type { Told } from "../engine/pulumiStack";
import type { Line } from "./virtual/engineProcess";
import type { Difference, Subject } from "./session";

/** What a command does and says, in order. */
export class Report {
  readonly #ops = new Map<string, string[]>();
  readonly #differences = new Map<string, string[]>();
  readonly #lines: Line[] = [];
  /** Steps that change anything. */
  changes = 0;

  step({ name }: Subject, op: string, detailed?: Difference["detailed"]): void {
    this.#ops.set(name, [...(this.#ops.get(name) ?? []), op]);
    if (op !== "same" && op !== "refresh") this.changes++;
    if (detailed === undefined) return;
    const paths = Object.entries(detailed).map(([path, kind]) => `${kind} ${path}`);
    this.#differences.set(name, paths.sort());
  }

  line(line: Line): void {
    this.#lines.push(line);
  }

  hasErrors(): boolean {
    return this.#lines.some(({ severity }) => severity === "error");
  }

  error(urn: string, text: string): void {
    this.line({ urn, severity: "error", text });
  }

  told(): Told {
    const errors = new Map<string, string>();
    const notices = new Map<string, string>();
    for (const { urn, severity, text } of this.#lines) {
      if (urn === "") continue;
      const told = severity === "error" ? errors : notices;
      told.set(nameIn(urn), (told.get(nameIn(urn)) ?? "") + text);
    }
    const steps = [...this.#ops].map(([name, ops]) => `    ${name}: ${ops.join(", ")}\n`);
    const said = this.#lines.map(({ urn, severity, text }) => {
      const by = urn === "" ? "the stack" : `${urn.split("::")[2]} (${nameIn(urn)})`;
      return `  ${by}:\n    ${severity}: ${text}\n`;
    });
    return {
      code: this.hasErrors() ? 255 : 0,
      text: [...steps, ...said].join(""),
      ops: this.#ops,
      differences: this.#differences,
      errors,
      notices,
    };
  }
}

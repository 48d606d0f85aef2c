import { nameIn } from "../engine/stacks/pulumiStack";
import type { Told } from "../engine/stacks/pulumiStack";
import type { Line } from "./virtual/engineProcess";
import type { Difference, Subject } from "./sessions/session";
import { subjectOf } from "./states/state";
import type { Step } from "./steps/step";

/** What a command does and says, in order. */
export class Report {
  readonly #ops = new Map<string, string[]>();
  readonly #differences = new Map<string, string[]>();
  readonly #lines: Line[] = [];
  #printed = "";
  /** Steps that change anything. */
  changes = 0;
  hasFailed = false;

  /** Whether the command reads and does nothing else, so that what a read finds is a change. */
  constructor(
    readonly countsReads = false,
    /** Called whenever a person sees something new. */
    readonly onShown: (line?: string) => void = () => undefined,
  ) {}

  /** Shows a step that begins. */
  before(step: Step): void {
    const { res, op, detailed } = step;
    this.onShown();
    if (res.type.startsWith("pulumi:")) return;
    this.#step(subjectOf(res), op, detailed);
  }

  /** Counts a step that went well. */
  after({ op, isLogical, result, res, isInternal }: Step): void {
    this.onShown();
    if (isInternal === true || res.urn.endsWith("::default")) return;
    const counted = op === "refresh" && this.countsReads ? result : isLogical ? op : "same";
    if (counted !== "same") this.changes++;
  }

  failed({ urn }: Subject, { message }: Error, isPreview: boolean): void {
    this.error(urn, isPreview ? `Preview failed: ${message}` : message);
  }

  #step({ name }: Subject, op: string, detailed: Difference["detailed"]): void {
    this.#ops.set(name, [...(this.#ops.get(name) ?? []), op]);
    if (detailed === undefined) return;
    const paths = Object.entries(detailed).map(([path, kind]) => `${kind} ${path}`);
    this.#differences.set(name, paths.sort());
  }

  line(line: Line): void {
    this.onShown(line.text);
    this.#lines.push(line);
  }

  /** Says something that is not about a resource. */
  print(text: string): void {
    this.#printed += `${text}\n`;
  }

  hasErrors(): boolean {
    return this.hasFailed || this.#lines.some(({ severity }) => severity === "error");
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
      text: [...steps, ...said, this.#printed].join(""),
      ops: this.#ops,
      differences: this.#differences,
      errors,
      notices,
    };
  }
}

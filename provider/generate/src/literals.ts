/** Values as they are written in a program. */

/** A call with positional (without a name) and named arguments, as Python has them. */
export class Call {
  constructor(
    readonly callee: string,
    readonly args: readonly (readonly [name: string, value: unknown])[],
  ) {}
}

/** How a language writes objects and words without quotes. */
export interface Notation {
  indent: string;
  /** What stands inside of the braces of an object on one line. */
  padding: string;
  key: (name: string) => string;
  word: (value: boolean | null) => string;
}

export const typescriptNotation: Notation = {
  indent: "  ",
  padding: " ",
  key: String,
  word: String,
};

export const pythonNotation: Notation = {
  indent: "    ",
  padding: "",
  key: (name) => JSON.stringify(name),
  word: (value) => (value === null ? "None" : value ? "True" : "False"),
};

const width = 90;

/** A value in TypeScript or Python: on one line where it fits after `column` characters. */
export function literal(value: unknown, notation: Notation, column = 0, margin = ""): string {
  const line = onOneLine(value, notation);
  const pieces = piecesOf(value, notation);
  if (pieces === undefined || column + line.length <= width) return line;
  const inner = margin + notation.indent;
  const parts = pieces.parts.map(
    ([start, part]) =>
      inner + start + literal(part, notation, inner.length + start.length + 1, inner),
  );
  return `${pieces.open}\n${parts.join(",\n")},\n${margin}${pieces.close}`;
}

function onOneLine(value: unknown, notation: Notation): string {
  const pieces = piecesOf(value, notation);
  if (pieces === undefined) {
    return typeof value === "boolean" || value === null
      ? notation.word(value)
      : JSON.stringify(value);
  }
  const { open, parts, close, padding = "" } = pieces;
  const inside = parts.map(([start, part]) => start + onOneLine(part, notation)).join(", ");
  return open + padding + inside + padding + close;
}

/** The parts of a list, an object or a call, each with the text before it. */
function piecesOf(value: unknown, { key, padding }: Notation) {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) {
    return { open: "[", parts: value.map((item: unknown) => ["", item] as const), close: "]" };
  }
  if (value instanceof Call) {
    const parts = value.args.map(([name, part]) => [name === "" ? "" : `${name}=`, part] as const);
    return { open: `${value.callee}(`, parts, close: ")" };
  }
  const parts = Object.entries(value).map(
    ([name, part]) => [`${key(name)}: `, part as unknown] as const,
  );
  return { open: "{", parts, close: "}", padding };
}

/** A value in YAML, in lines of its own under its key or behind it. */
export function yaml(value: unknown, margin = ""): string {
  if (typeof value !== "object" || value === null) return ` ${yamlWord(value)}`;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => {
      const text = yaml(item, `${margin}  `);
      // The first field of an object stands behind the dash.
      return `${margin}-${text.startsWith("\n") ? ` ${text.trimStart()}` : text}`;
    });
    return `\n${items.join("\n")}`;
  }
  const fields = Object.entries(value).map(
    ([name, field]) => `${margin}${name}:${yaml(field, `${margin}  `)}`,
  );
  return `\n${fields.join("\n")}`;
}

/** Text stands without quotes only where no reader of YAML sees anything else in it. */
function yamlWord(value: unknown): string {
  const isPlain =
    typeof value === "string" &&
    /^[A-Za-z$][\w ${}[\].:@/-]*$/.test(value) &&
    !/^(true|false|yes|no|on|off|null|y|n)$|: |:$/i.test(value);
  return isPlain ? value : JSON.stringify(value);
}

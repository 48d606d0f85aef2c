/** JSON with one line for each item of a list, however many there are: so people can read it, and changes are small. */
export function jsonText(content: object): string {
  // As in all JSON, what is undefined is left out.
  const known = Object.entries(content).filter(([, value]) => value !== undefined);
  const fields = known.map(([name, value]) => {
    const lines = Array.isArray(value) && value.length > 0 ? linesOf(value) : JSON.stringify(value);
    return `  ${JSON.stringify(name)}: ${lines}`;
  });
  return `{\n${fields.join(",\n")}\n}\n`;
}

const linesOf = (items: readonly unknown[]): string =>
  `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(",\n")}\n  ]`;

/** The values of the constants that a program has in `shared.ts`, without whitespace and line breaks. */
export type ConstantTexts = ReadonlyMap<string, string>;

export const constantsIn = (shared: string): ConstantTexts =>
  new Map(
    [...shared.matchAll(/^export const (\S+) =\s*([[{][^]*?^[\]}]|[[{].*[\]}]);$/gm)].map(
      ([, name = "", value = ""]) => [name, tokensOf(value)],
    ),
  );

/** A TypeScript program without its layout. */
export const tokensOf = (text: string): string =>
  text.replace(
    /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\s+|,(?=\s*(?:[\]})]|$))/g,
    (_, quoted?: string) => quoted ?? "",
  );

/** Whether lines with fields of an object give the same fields the same values, each with the constants of its side. */
export function haveSameMeaning(
  a: string,
  b: string,
  constantsOfA: ConstantTexts,
  constantsOfB: ConstantTexts,
): boolean {
  const [fields, others] = [fieldsOf(a, constantsOfA), fieldsOf(b, constantsOfB)];
  return (
    fields !== undefined &&
    fields.size === others?.size &&
    [...fields].every(([name, value]) => others.get(name) === value)
  );
}

/** The fields that lines set; undefined if they hold anything else. */
function fieldsOf(text: string, constants: ConstantTexts): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  for (const part of partsOf(tokensOf(text)) ?? [""]) {
    const spread = /^\.\.\.(.+)$/.exec(part)?.[1];
    const held = spread === undefined ? undefined : constants.get(spread);
    const inner =
      held?.startsWith("{") === true ? fieldsOf(held.slice(1, -1), constants) : undefined;
    const [, name, value] = /^([\w$]+):([^/].*)$/s.exec(part) ?? [];
    // A later field replaces an earlier one, as in the program.
    if (inner !== undefined) for (const [key, one] of inner) fields.set(key, one);
    else if (name !== undefined && value !== undefined) {
      fields.set(name, constants.get(value) ?? value);
    } else return undefined;
  }
  return fields;
}

/** The parts between the outermost commas; undefined if a bracket has no other. */
function partsOf(text: string): string[] | undefined {
  const parts: string[] = [];
  let part = "";
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^]/g)) {
    if (/^[[{(]$/.test(token)) depth++;
    if (/^[\]})]$/.test(token)) depth--;
    if (depth < 0) return undefined;
    if (token === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else part += token;
  }
  return depth === 0 ? [...parts, part] : undefined;
}

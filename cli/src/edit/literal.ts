import type ts from "typescript";
import type { Splice } from "./wanted.js";
import { isEqual, lineEnd } from "./wanted.js";
import { quoted } from "../output/quotes.js";

export type Compiler = typeof ts;

/** Expressions around a value that do not change it. */
export function unwrapped(compiler: Compiler, node: ts.Expression): ts.Expression {
  let inner = node;
  while (
    compiler.isAsExpression(inner) ||
    compiler.isParenthesizedExpression(inner) ||
    compiler.isTypeAssertionExpression(inner) ||
    compiler.isSatisfiesExpression(inner) ||
    compiler.isNonNullExpression(inner)
  ) {
    inner = inner.expression;
  }
  return inner;
}

/** The name of a property, where it is written as it is. */
export function nameOf(compiler: Compiler, name: ts.PropertyName | undefined): string | undefined {
  return name && (compiler.isIdentifier(name) || compiler.isStringLiteral(name))
    ? name.text
    : undefined;
}

/** The value of a literal; undefined if the program computes the value. */
export function valueOf(
  compiler: Compiler,
  expression: ts.Expression,
): { value: unknown } | undefined {
  const node = unwrapped(compiler, expression);
  if (compiler.isStringLiteralLike(node)) return { value: node.text };
  if (compiler.isNumericLiteral(node)) return { value: Number(node.text) };
  const { SyntaxKind } = compiler;
  if (
    compiler.isPrefixUnaryExpression(node) &&
    node.operator === SyntaxKind.MinusToken &&
    compiler.isNumericLiteral(node.operand)
  ) {
    return { value: -Number(node.operand.text) };
  }
  if (node.kind === SyntaxKind.TrueKeyword) return { value: true };
  if (node.kind === SyntaxKind.FalseKeyword) return { value: false };
  if (compiler.isArrayLiteralExpression(node)) {
    const items = node.elements.map((element) => valueOf(compiler, element));
    return items.includes(undefined) ? undefined : { value: items.map((item) => item?.value) };
  }
  if (compiler.isObjectLiteralExpression(node)) {
    const fields: [string, unknown][] = [];
    for (const property of node.properties) {
      const name = nameOf(compiler, property.name);
      const held = compiler.isPropertyAssignment(property)
        ? valueOf(compiler, property.initializer)
        : undefined;
      if (name === undefined || name === "__proto__" || held === undefined) return undefined;
      fields.push([name, held.value]);
    }
    return { value: Object.fromEntries(fields) };
  }
  return undefined;
}

/** The edit that gives a literal another value; undefined if comments inside it would be lost. */
export function replaced(
  compiler: Compiler,
  source: ts.SourceFile,
  expression: ts.Expression,
  value: unknown,
): Splice | undefined {
  const node = unwrapped(compiler, expression);
  const [start, end] = [node.getStart(source), node.getEnd()];
  const text = source.text.slice(start, end);
  const quote = /^[^"]*'/.test(text) ? "'" : '"';
  if (!Array.isArray(value) || !compiler.isArrayLiteralExpression(node)) {
    const isLossy = hasComment(compiler, text, []);
    return isLossy ? undefined : { start, end, text: literal(value, quote) };
  }
  const items = node.elements.map((element) => ({
    value: valueOf(compiler, element)?.value,
    start: element.getStart(source) - start,
    end: element.getEnd() - start,
  }));
  if (hasComment(compiler, text, items)) return undefined;
  const kept = [...items];
  const parts = value.map((one: unknown) => {
    const at = kept.findIndex((item) => isEqual(item.value, one));
    const [same] = at < 0 ? [] : kept.splice(at, 1);
    return same ? text.slice(same.start, same.end) : literal(one, quote);
  });
  const eol = lineEnd(source.text);
  const indent = /^\[\s*\n([ \t]*)/.exec(text)?.[1];
  if (indent === undefined) return { start, end, text: `[${parts.join(", ")}]` };
  const outer = /\n([ \t]*)\]$/.exec(text)?.[1] ?? "";
  const isClosed = /,\s*\]$/.test(text);
  const lines = parts.join(`,${eol}${indent}`);
  const inner =
    parts.length === 0 ? "" : `${eol}${indent}${lines}${isClosed ? "," : ""}${eol}${outer}`;
  return { start, end, text: `[${inner}]` };
}

/** The edit that gives an object a further field. */
export function inserted(
  source: ts.SourceFile,
  object: ts.ObjectLiteralExpression,
  name: string,
  value: unknown,
): Splice {
  const quote = /^[^"]*'/.test(source.text) ? "'" : '"';
  const field = `${name}: ${literal(value, quote)}`;
  const last = object.properties.at(-1);
  if (last === undefined) {
    return { start: object.getStart(source), end: object.getEnd(), text: `{ ${field} }` };
  }
  const lineStart = source.text.lastIndexOf("\n", last.getStart(source)) + 1;
  const before = source.text.slice(lineStart, last.getStart(source));
  const separator = /^[ \t]*$/.test(before) ? lineEnd(source.text) + before : " ";
  // A comma that ended the last field ends the new one.
  return { start: last.getEnd(), end: last.getEnd(), text: `,${separator}${field}` };
}

function literal(value: unknown, quote: string): string {
  if (typeof value === "string") return quoted(value, quote);
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, quote)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, one]) => `${name}: ${literal(one, quote)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

/** Whether a list has a comment outside of its items. */
function hasComment(
  compiler: Compiler,
  text: string,
  items: readonly { start: number; end: number }[],
): boolean {
  const scanner = compiler.createScanner(compiler.ScriptTarget.Latest, false, undefined, text);
  const { SingleLineCommentTrivia, MultiLineCommentTrivia, EndOfFileToken } = compiler.SyntaxKind;
  for (let kind = scanner.scan(); kind !== EndOfFileToken; kind = scanner.scan()) {
    const at = scanner.getTokenStart();
    const isInItem = items.some(({ start, end }) => at >= start && at < end);
    if ((kind === SingleLineCommentTrivia || kind === MultiLineCommentTrivia) && !isInItem) {
      return true;
    }
  }
  return false;
}

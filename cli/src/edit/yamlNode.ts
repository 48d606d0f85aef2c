import { isAlias, isNode, isPair, isScalar, isSeq, parse, visit } from "yaml";
import type { Node, Scalar, YAMLMap } from "yaml";
import { literalText, quotedText, textOf } from "../output/quotes.js";
import { withLeaves } from "../stack/values.js";
import { isEqual, lineEnd } from "./wanted.js";
import type { Splice } from "./wanted.js";

/** Whether a value is only a literal: no expression, alias, tag or function of Pulumi. */
export function isLiteral(node: Node): boolean {
  let isPure = true;
  visit(node, (_, inner) => {
    const isPlainPair = !isPair(inner) || (isScalar(inner.key) && !isFunction(inner.key));
    const isPlainNode =
      !isNode(inner) || !(isAlias(inner) || inner.anchor !== undefined || inner.tag !== undefined);
    const isText = isScalar(inner) && typeof inner.value === "string";
    if (!isPlainPair || !isPlainNode || (isText && textOf(inner.value as string) === undefined)) {
      isPure = false;
    }
  });
  return isPure;
}

const isFunction = ({ value }: Scalar): boolean => /^(<<$|fn::)/i.test(String(value));

/** The value that Pulumi reads from a literal. */
export const valueOf = (node: Node): unknown =>
  withLeaves(node.toJSON(), (leaf) => (typeof leaf === "string" ? textOf(leaf) : leaf));

/** The edit that gives a literal another value; undefined if comments inside it would be lost. */
export function replacedNode(node: Node, text: string, value: unknown): Splice | undefined {
  if (!node.range) return undefined;
  const [start, end] = node.range;
  const old = text.slice(start, end);
  // A block of lines ends with the end of its last line.
  const closing = /\r?\n$/.exec(old)?.[0] ?? "";
  if (isScalar(node)) {
    const end_ = /^[|>]/.test(old) ? closing : "";
    return { start, end, text: scalarText(value, node) + end_ };
  }
  if (hasComment(old)) return undefined;
  if (!isSeq(node) || node.flow === true || !Array.isArray(value) || value.length === 0) {
    const isFlow = (node as { flow?: boolean }).flow === true;
    return { start, end, text: flowText(value) + (isFlow ? "" : closing) };
  }
  const kept = [...node.items];
  const items = value.map((one: unknown) => {
    const index = kept.findIndex((item) => isNode(item) && isEqual(valueOf(item), one));
    const [same] = index < 0 ? [] : kept.splice(index, 1);
    const range = isNode(same) ? same.range : undefined;
    return `- ${range ? text.slice(range[0], range[1]).trimEnd() : flowText(one)}`;
  });
  return { start, end, text: items.join(lineEnd(text) + indentOf(text, start)) + closing };
}

/** The edit that gives a map a further field. */
export function addedTo(
  map: YAMLMap,
  text: string,
  key: string,
  value: unknown,
): Splice | undefined {
  const first = map.items[0]?.key;
  const start = isNode(first) ? first.range?.[0] : undefined;
  if (start === undefined) return undefined;
  const separator = map.flow === true ? ", " : lineEnd(text) + indentOf(text, start);
  return { start, end: start, text: `${key}: ${flowText(value)}${separator}` };
}

/** Spaces up to the column of a position. */
const indentOf = (text: string, at: number): string =>
  " ".repeat(at - (text.lastIndexOf("\n", at - 1) + 1));

/** Text stays without quotes where it was so, and no version of YAML takes it for anything else. */
function scalarText(value: unknown, { type }: Scalar): string {
  const text = typeof value === "string" ? literalText(value) : undefined;
  const isSimple =
    type === "PLAIN" &&
    text !== undefined &&
    /^[A-Za-z](?:[\w .()-]*[\w.)-])?$/.test(text) &&
    (["1.1", "1.2"] as const).every((version) => parse(text, { version }) === text);
  return isSimple ? text : flowText(value);
}

function flowText(value: unknown): string {
  if (typeof value === "string") return quotedText(literalText(value));
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(flowText).join(", ")}]`;
  const fields = Object.entries(value).map(([key, one]) => `${key}: ${flowText(one)}`);
  return `{ ${fields.join(", ")} }`;
}

const hasComment = (text: string): boolean =>
  /(^|\s)#/.test(text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/g, '""'));

import { isMap, isNode, isScalar, LineCounter, parseDocument, visit } from "yaml";
import type { Alias, Document, Node, Pair, YAMLMap } from "yaml";
import { same, typeToken } from "pulumi-platform-provider/contract";
import { isEdit, reasons } from "./wanted.js";
import type { Found, Position, Program, ValueEdit } from "./wanted.js";
import { addedTo, isLiteral, replacedNode, valueOf } from "./yamlNode.js";

interface Source {
  file: string;
  text: string;
  document: Document;
  lines: LineCounter;
}

/** A YAML program, by the paths of its files. */
export class YamlProgram implements Program {
  readonly #sources = new Map<string, Source>();

  constructor(files: ReadonlyMap<string, string>) {
    for (const [file, text] of files) this.write(file, text);
  }

  write(file: string, text: string): void {
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines });
    this.#sources.set(file, { file, text, document, lines });
  }

  isValid(file: string): boolean {
    return this.#sources.get(file)?.document.errors.length === 0;
  }

  locate(type: string, name: string): Position | undefined {
    const [found] = this.#resources(type, name);
    return found && positionOf(found.source, found.pair.key);
  }

  find(wanted: ValueEdit): Found {
    const { type, name, field } = wanted;
    const [found, second] = this.#resources(type, name);
    if (found === undefined) {
      const quoted = JSON.stringify(name);
      return { reason: `no file of the program has a resource ${quoted} of type platform:${type}` };
    }
    const { source, pair } = found;
    if (second !== undefined) {
      const at = positionOf(second.source, second.pair.key);
      return told(source, pair.key, `${at.file}:${at.line} has a resource of the same name`);
    }
    const properties = (pair.value as YAMLMap).get("properties", true);
    if (!isMap(properties)) return told(source, pair.key, "there are no properties here");
    const value = at(source, properties, field.path.split("."), wanted);
    const alias = isEdit(value) ? aliasOf(source, value.splice.start) : undefined;
    if (alias === undefined) return value;
    const { file, line } = positionOf(source, alias);
    const reason = `${file}:${line} uses this, too, so a change of it could change other resources`;
    return { file: value.file, line: value.line, reason };
  }

  #resources(type: string, name: string): { source: Source; pair: Pair }[] {
    return [...this.#sources.values()].flatMap((source) => {
      const resources = source.document.get("resources", true);
      const pairs = isMap(resources) ? resources.items : [];
      return pairs.filter((pair) => isResource(pair, type, name)).map((pair) => ({ source, pair }));
    });
  }
}

function isResource({ key, value }: Pair, type: string, name: string): boolean {
  if (!isMap(value) || !isScalar(key)) return false;
  const token = value.get("type");
  const isOfType = token === `platform:${type}` || token === typeToken(type);
  return isOfType && (value.get("name") ?? key.value) === name;
}

/** The value at a path below a map. */
function at(source: Source, map: YAMLMap, path: readonly string[], wanted: ValueEdit): Found {
  const [key = "", ...rest] = path;
  const node = map.get(key, true) as unknown;
  if (isNode(node)) {
    if (rest.length === 0) return literal(source, node, wanted);
    return isMap(node) ? at(source, node, rest, wanted) : told(source, node, reasons.computed);
  }
  const isMerged = map.items.some((pair) => isScalar(pair.key) && pair.key.value === "<<");
  const splice =
    rest.length === 0 && wanted.canInsert && !isMerged
      ? addedTo(map, source.text, key, wanted.to)
      : undefined;
  return splice === undefined
    ? told(source, map, `there is no ${key} here`)
    : { ...positionOf(source, map), splice, value: undefined };
}

function literal(source: Source, node: Node, wanted: ValueEdit): Found {
  if (!isLiteral(node)) return told(source, node, reasons.computed);
  const value = valueOf(node);
  if (!same(wanted.field, value, wanted.from)) {
    return told(source, node, reasons.changed);
  }
  const splice = replacedNode(node, source.text, wanted.to);
  return splice === undefined
    ? told(source, node, reasons.lossy)
    : { ...positionOf(source, node), splice, value };
}

/** An alias of something that a position is part of. */
function aliasOf({ document }: Source, position: number): Alias | undefined {
  let found: Alias | undefined;
  visit(document, {
    Alias(_, alias) {
      const [start, , end] = alias.resolve(document)?.range ?? [0, 0, 0];
      if (start <= position && position < end) found ??= alias;
    },
  });
  return found;
}

const told = (source: Source, node: unknown, reason: string): Found => ({
  ...positionOf(source, node),
  reason,
});

function positionOf({ file, lines }: Source, node: unknown): Position {
  const start = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  return { file, line: lines.linePos(start).line };
}

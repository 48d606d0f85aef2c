import type ts from "typescript";
import { same } from "pulumi-platform-provider/contract";
import { inserted, nameOf, replaced, unwrapped, valueOf } from "./literal.js";
import type { Compiler } from "./literal.js";
import { Sources } from "./sources.js";
import { reasons } from "./wanted.js";
import type { Found, Position, Program, ValueEdit } from "./wanted.js";

/** A program in TypeScript or JavaScript, by the paths of its files. */
export class TypeScriptProgram implements Program {
  readonly #sources: Sources;

  constructor(
    readonly compiler: Compiler,
    files: ReadonlyMap<string, string>,
  ) {
    this.#sources = new Sources(compiler, files);
  }

  write(path: string, text: string): void {
    this.#sources.write(path, text);
  }

  isValid(path: string): boolean {
    return this.#sources.isValid(path);
  }

  locate(type: string, name: string): Position | undefined {
    const [node] = this.#resources(type, name).declared;
    return node && this.#positionOf(node);
  }

  find(wanted: ValueEdit): Found {
    const { type, name, field } = wanted;
    const { declared, others } = this.#resources(type, name);
    const [resource, second] = declared;
    if (resource === undefined) {
      const [other] = others;
      const quoted = JSON.stringify(name);
      return other === undefined
        ? { reason: `no file of the program has new ${type}(${quoted}, …)` }
        : {
            ...this.#positionOf(other),
            reason: `the program computes the name ${quoted} of this resource, perhaps here`,
          };
    }
    if (second !== undefined) {
      const at = this.#positionOf(second);
      return {
        ...this.#positionOf(resource),
        reason: `${at.file}:${at.line} has a resource of the same name`,
      };
    }
    const [, given] = resource.arguments ?? [];
    if (given === undefined) return this.#told(resource, "the resource has no arguments here");
    return this.#at(given, field.path.split("."), wanted);
  }

  /** The `new` expressions with this class and this name, and those whose names are no literals. */
  #resources(type: string, name: string) {
    const { compiler } = this;
    const all = this.#sources
      .nodes(compiler.isNewExpression)
      .filter(({ expression }) => this.#sources.isClass(expression, type));
    const nameOf = ({ arguments: args }: ts.NewExpression) => {
      const first = args?.[0];
      return first && compiler.isStringLiteralLike(first) ? first.text : undefined;
    };
    return {
      declared: all.filter((one) => nameOf(one) === name),
      others: all.filter((one) => nameOf(one) === undefined),
    };
  }

  /** The value at a path below an expression. */
  #at(expression: ts.Expression, path: readonly string[], wanted: ValueEdit): Found {
    const { compiler } = this;
    const node = unwrapped(compiler, expression);
    if (compiler.isIdentifier(node)) return this.#atConstant(node, path, wanted);
    const [key, ...rest] = path;
    if (key === undefined) return this.#literal(node, wanted);
    if (!compiler.isObjectLiteralExpression(node)) return this.#told(node, reasons.computed);
    const { properties } = node;
    const at = properties.findLastIndex(({ name }) => nameOf(compiler, name) === key);
    const property = properties[at];
    const unclear = properties
      .slice(at + 1)
      .find((one) => one.name === undefined || compiler.isComputedPropertyName(one.name));
    if (unclear !== undefined) {
      return this.#told(unclear, `this can set ${key}, too`);
    }
    if (property === undefined) {
      if (rest.length > 0 || !wanted.canInsert) {
        return this.#told(node, `there is no ${key} here`);
      }
      const splice = inserted(node.getSourceFile(), node, key, wanted.to);
      return { ...this.#positionOf(node), splice, value: undefined };
    }
    if (compiler.isShorthandPropertyAssignment(property)) {
      return this.#atConstant(property.name, rest, wanted);
    }
    if (!compiler.isPropertyAssignment(property)) return this.#told(property, reasons.computed);
    return this.#at(property.initializer, rest, wanted);
  }

  #atConstant(identifier: ts.Identifier, path: readonly string[], wanted: ValueEdit): Found {
    const { text } = identifier;
    const declaration = this.#sources.constantOf(identifier);
    if (declaration?.initializer === undefined) return this.#told(identifier, reasons.computed);
    const other = this.#sources.otherUseOf(declaration, identifier);
    if (other !== undefined) {
      const { file, line } = this.#positionOf(other);
      return this.#told(
        declaration,
        `${file}:${line} also uses ${text} or its whole file, so a change of it could change other resources`,
      );
    }
    return this.#at(declaration.initializer, path, wanted);
  }

  #literal(node: ts.Expression, wanted: ValueEdit): Found {
    const { compiler } = this;
    const held = valueOf(compiler, node);
    if (held === undefined) return this.#told(node, reasons.computed);
    if (!same(wanted.field, held.value, wanted.from)) {
      return this.#told(node, reasons.changed);
    }
    const splice = replaced(compiler, node.getSourceFile(), node, wanted.to);
    if (splice === undefined) return this.#told(node, reasons.lossy);
    return { ...this.#positionOf(node), splice, value: held.value };
  }

  #told = (node: ts.Node, reason: string): Found => ({ ...this.#positionOf(node), reason });

  #positionOf(node: ts.Node): Position {
    const source = node.getSourceFile();
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    return { file: source.fileName.slice(1), line: line + 1 };
  }
}

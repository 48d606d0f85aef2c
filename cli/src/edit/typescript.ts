import { posix } from "node:path";
import type ts from "typescript";
import { same } from "pulumi-platform-provider/contract";
import { inserted, nameOf, replaced, unwrapped, valueOf } from "./literal.js";
import type { Compiler } from "./literal.js";
import { ofPlatform } from "./imports.js";
import type { Found, Position, Program, ValueEdit } from "./wanted.js";

const computed = "the program computes the value here";

/** A program in TypeScript or JavaScript, by the paths of its files. */
export class TypeScriptProgram implements Program {
  readonly #sources = new Map<string, ts.SourceFile>();

  constructor(
    readonly compiler: Compiler,
    files: ReadonlyMap<string, string>,
  ) {
    for (const [path, text] of files) this.write(path, text);
  }

  write(path: string, text: string): void {
    const { Latest } = this.compiler.ScriptTarget;
    this.#sources.set(path, this.compiler.createSourceFile(path, text, Latest, true));
  }

  isValid(path: string): boolean {
    const text = this.#sources.get(path)?.text ?? "";
    const options = { reportDiagnostics: true, fileName: path };
    return this.compiler.transpileModule(text, options).diagnostics?.length === 0;
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
    const declared: ts.NewExpression[] = [];
    const others: ts.NewExpression[] = [];
    for (const source of this.#sources.values()) {
      const isClass = ofPlatform(compiler, source);
      const visit = (node: ts.Node): void => {
        if (compiler.isNewExpression(node) && isClass(node.expression, type)) {
          const [first] = node.arguments ?? [];
          if (first === undefined || !compiler.isStringLiteralLike(first)) others.push(node);
          else if (first.text === name) declared.push(node);
        }
        compiler.forEachChild(node, visit);
      };
      visit(source);
    }
    return { declared, others };
  }

  /** The value at a path below an expression. */
  #at(expression: ts.Expression, path: readonly string[], wanted: ValueEdit): Found {
    const { compiler } = this;
    const node = unwrapped(compiler, expression);
    if (compiler.isIdentifier(node)) return this.#atConstant(node, path, wanted);
    const [key, ...rest] = path;
    if (key === undefined) return this.#literal(node, wanted);
    if (!compiler.isObjectLiteralExpression(node)) return this.#told(node, computed);
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
      return { ...this.#positionOf(node), splices: [splice], value: undefined };
    }
    if (compiler.isShorthandPropertyAssignment(property)) {
      return this.#atConstant(property.name, rest, wanted);
    }
    if (!compiler.isPropertyAssignment(property)) return this.#told(property, computed);
    return this.#at(property.initializer, rest, wanted);
  }

  #atConstant(identifier: ts.Identifier, path: readonly string[], wanted: ValueEdit): Found {
    const { text } = identifier;
    const declaration = this.#declarationOf(identifier);
    if (declaration?.initializer === undefined) return this.#told(identifier, computed);
    const sharing = this.#sharing(declaration);
    if (sharing !== undefined) {
      const at = this.#positionOf(sharing);
      return this.#told(
        declaration,
        `${at.file}:${at.line} can use ${text} under another name, so a change of it could change other resources`,
      );
    }
    const uses = this.#usesOf(text);
    if (uses !== 1) {
      return this.#told(
        declaration,
        `${text} is used in ${uses} places, so a change of it could change other resources`,
      );
    }
    return this.#at(declaration.initializer, path, wanted);
  }

  #literal(node: ts.Expression, wanted: ValueEdit): Found {
    const { compiler } = this;
    const held = valueOf(compiler, node);
    if (held === undefined) return this.#told(node, computed);
    if (!same(wanted.field, held.value, wanted.from)) {
      return this.#told(
        node,
        "the program has another value here than the state, so it changed since the last pulumi up",
      );
    }
    const splice = replaced(compiler, node.getSourceFile(), node, wanted.to);
    if (splice === undefined) return this.#told(node, "an edit would lose the comments inside");
    return { ...this.#positionOf(node), splices: [splice], value: held.value };
  }

  /** The `const` of a name: the only one in this file, or in the file that it is imported from. */
  #declarationOf(identifier: ts.Identifier): ts.VariableDeclaration | undefined {
    const { compiler } = this;
    const source = identifier.getSourceFile();
    const own = this.#constants(source, identifier.text);
    if (own.length > 0) return own.length === 1 ? own[0] : undefined;
    for (const statement of source.statements) {
      if (!compiler.isImportDeclaration(statement)) continue;
      const named = statement.importClause?.namedBindings;
      const isImported =
        named !== undefined &&
        compiler.isNamedImports(named) &&
        named.elements.some(
          ({ name, propertyName }) => !propertyName && name.text === identifier.text,
        );
      if (!isImported || !compiler.isStringLiteral(statement.moduleSpecifier)) continue;
      const target = this.#fileOf(source.fileName, statement.moduleSpecifier.text);
      const found = target && this.#constants(target, identifier.text);
      return found?.length === 1 ? found[0] : undefined;
    }
    return undefined;
  }

  #fileOf(from: string, module: string): ts.SourceFile | undefined {
    if (!module.startsWith(".")) return undefined;
    const path = posix.join(posix.dirname(from), module);
    const names = [
      path,
      `${path}.ts`,
      `${path}.js`,
      path.replace(/js$/, "ts"),
      posix.join(path, "index.ts"),
    ];
    return names.map((name) => this.#sources.get(name)).find((one) => one !== undefined);
  }

  /** The declarations of this name in a file; undefined for anything but a `const` with a value. */
  #constants(source: ts.SourceFile, name: string): (ts.VariableDeclaration | undefined)[] {
    const { compiler } = this;
    const found: (ts.VariableDeclaration | undefined)[] = [];
    const visit = (node: ts.Node): void => {
      if (compiler.isIdentifier(node) && node.text === name) {
        const { parent } = node;
        if (compiler.isVariableDeclaration(parent) && parent.name === node) {
          const isConst = (parent.parent.flags & compiler.NodeFlags.Const) !== 0;
          found.push(isConst && parent.initializer !== undefined ? parent : undefined);
        } else if (compiler.isParameter(parent) || compiler.isBindingElement(parent)) {
          found.push(undefined);
        }
      }
      compiler.forEachChild(node, visit);
    };
    visit(source);
    return found;
  }

  /** An import or export of a whole file, or of the constant under another name. Its uses cannot be counted. */
  #sharing(declaration: ts.VariableDeclaration): ts.Node | undefined {
    const { compiler } = this;
    const own = declaration.getSourceFile();
    const isOwn = (from: ts.SourceFile, module: ts.Expression | undefined) =>
      module !== undefined &&
      (!compiler.isStringLiteralLike(module) ||
        this.#fileOf(from.fileName, module.text)?.fileName === own.fileName);
    const name = declaration.name.getText(own);
    const takes = (source: ts.SourceFile, node: ts.Node): boolean => {
      if (compiler.isImportDeclaration(node)) {
        const { namedBindings, name: byDefault } = node.importClause ?? {};
        const isRenamed =
          namedBindings !== undefined &&
          (!compiler.isNamedImports(namedBindings) ||
            namedBindings.elements.some(({ propertyName }) => propertyName?.text === name));
        return (isRenamed || byDefault !== undefined) && isOwn(source, node.moduleSpecifier);
      }
      // An export under another name, or of everything.
      if (compiler.isExportDeclaration(node)) {
        const { exportClause, moduleSpecifier } = node;
        if (exportClause === undefined || compiler.isNamespaceExport(exportClause))
          return isOwn(source, moduleSpecifier);
        return exportClause.elements.some(
          (one) => (one.propertyName ?? one.name).text === name && one.propertyName !== undefined,
        );
      }
      if (compiler.isExternalModuleReference(node)) return isOwn(source, node.expression);
      const isCall = compiler.isCallExpression(node);
      const isLoad =
        isCall &&
        (node.expression.kind === compiler.SyntaxKind.ImportKeyword ||
          (compiler.isIdentifier(node.expression) && node.expression.text === "require"));
      return isLoad && isOwn(source, node.arguments[0]);
    };
    for (const source of this.#sources.values()) {
      const visit = (node: ts.Node): ts.Node | undefined =>
        takes(source, node) ? node : compiler.forEachChild(node, visit);
      const found = visit(source);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** How often a name is used in all files. Every other thing of the same name counts, too. */
  #usesOf(name: string): number {
    const { compiler } = this;
    let uses = 0;
    const visit = (node: ts.Node): void => {
      if (compiler.isIdentifier(node) && node.text === name && !isNaming(compiler, node)) uses += 1;
      compiler.forEachChild(node, visit);
    };
    for (const source of this.#sources.values()) visit(source);
    return uses;
  }

  #told = (node: ts.Node, reason: string): Found => ({ ...this.#positionOf(node), reason });

  #positionOf(node: ts.Node): Position {
    const source = node.getSourceFile();
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    return { file: source.fileName, line: line + 1 };
  }
}

/** Whether an identifier names something, and does not use it. */
function isNaming(compiler: Compiler, node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    compiler.isImportSpecifier(parent) ||
    (compiler.isVariableDeclaration(parent) && parent.name === node) ||
    (compiler.isPropertyAssignment(parent) && parent.name === node) ||
    (compiler.isPropertyAccessExpression(parent) && parent.name === node) ||
    (compiler.isPropertySignature(parent) && parent.name === node)
  );
}

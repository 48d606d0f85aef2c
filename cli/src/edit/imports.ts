import type ts from "typescript";
import type { Compiler } from "./literal.js";

const isOurs = (module: string): boolean => /^pulumi-platform(\/plugin|\/dynamic)?$/.test(module);

/** Tells which expressions of a file are a class of ours: by what the file imports, not by the name alone. */
export function ofPlatform(
  compiler: Compiler,
  source: ts.SourceFile,
): (expression: ts.Expression, type: string) => boolean {
  const modules = new Set<string>();
  const classes = new Map<string, string>();
  const take = (name: ts.BindingName | ts.ImportSpecifier): void => {
    if (compiler.isIdentifier(name)) modules.add(name.text);
    else if (compiler.isImportSpecifier(name)) {
      classes.set(name.name.text, (name.propertyName ?? name.name).text);
    } else if (compiler.isObjectBindingPattern(name)) {
      for (const { name: own, propertyName } of name.elements) {
        const from = propertyName ?? own;
        if (compiler.isIdentifier(own) && compiler.isIdentifier(from)) {
          classes.set(own.text, from.text);
        }
      }
    }
  };
  for (const statement of source.statements) {
    if (compiler.isImportDeclaration(statement)) {
      const { moduleSpecifier, importClause } = statement;
      if (!compiler.isStringLiteral(moduleSpecifier) || !isOurs(moduleSpecifier.text)) continue;
      if (importClause?.name) take(importClause.name);
      const bindings = importClause?.namedBindings;
      if (bindings && compiler.isNamespaceImport(bindings)) take(bindings.name);
      else bindings?.elements.forEach(take);
    } else if (compiler.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (initializer && isRequire(compiler, initializer)) take(name);
      }
    }
  }
  return (expression, type) =>
    compiler.isIdentifier(expression)
      ? classes.get(expression.text) === type
      : compiler.isPropertyAccessExpression(expression) &&
        compiler.isIdentifier(expression.expression) &&
        modules.has(expression.expression.text) &&
        expression.name.text === type;
}

function isRequire(compiler: Compiler, node: ts.Expression): boolean {
  if (!compiler.isCallExpression(node) || !compiler.isIdentifier(node.expression)) return false;
  const [module] = node.arguments;
  return (
    node.expression.text === "require" &&
    module !== undefined &&
    compiler.isStringLiteral(module) &&
    isOurs(module.text)
  );
}

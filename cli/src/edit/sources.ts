import type ts from "typescript";
import type { Compiler } from "./literal.js";

/** The files of a program, and what their names stand for. The compiler reads no other files, and no packages. */
export class Sources {
  readonly #texts: Map<string, string>;
  readonly #host: ts.LanguageServiceHost;
  readonly #service: ts.LanguageService;
  readonly #resolutions: ts.ModuleResolutionCache;
  #checker: ts.TypeChecker | undefined;

  constructor(
    readonly compiler: Compiler,
    files: ReadonlyMap<string, string>,
  ) {
    this.#texts = new Map([...files].map(([path, text]) => [`/${path}`, text]));
    const tree = {
      fileExists: (path: string) => this.#texts.has(path),
      readFile: (path: string) => this.#texts.get(path),
      getCurrentDirectory: () => "/",
    };
    // The settings of the project say which file a name such as "#texts" or "@/texts" is.
    const settings = compiler.getParsedCommandLineOfConfigFile("/tsconfig.json", undefined, {
      ...tree,
      useCaseSensitiveFileNames: true,
      readDirectory: () => [],
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    });
    const { ModuleDetectionKind, ModuleKind, ModuleResolutionKind } = compiler;
    const own = {
      ...{ allowJs: true, noLib: true, types: [], moduleDetection: ModuleDetectionKind.Force },
      // Of all ways to find a file by a name, this one finds most.
      ...{ module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler },
    };
    const options = { ...settings?.options, ...own };
    const paths = [...this.#texts.keys()].filter((path) => /\.[cm]?[jt]sx?$/.test(path));
    this.#host = {
      ...tree,
      getScriptFileNames: () => paths,
      getScriptVersion: (path) => this.#texts.get(path) ?? "",
      getScriptSnapshot: (path) => {
        const text = this.#texts.get(path);
        return text === undefined ? undefined : compiler.ScriptSnapshot.fromString(text);
      },
      getCompilationSettings: () => options,
      getDefaultLibFileName: () => "",
    };
    this.#resolutions = compiler.createModuleResolutionCache("/", (path) => path, options);
    this.#service = compiler.createLanguageService(this.#host);
    this.#checker = this.#service.getProgram()?.getTypeChecker();
  }

  write(path: string, text: string): void {
    this.#texts.set(`/${path}`, text);
    this.#checker = this.#service.getProgram()?.getTypeChecker();
  }

  isValid(path: string): boolean {
    return this.#service.getSyntacticDiagnostics(`/${path}`).length === 0;
  }

  /** All nodes of a kind. */
  nodes<Kind extends ts.Node>(isKind: (node: ts.Node) => node is Kind): Kind[] {
    const found: Kind[] = [];
    const visit = (node: ts.Node): void => {
      if (isKind(node)) found.push(node);
      this.compiler.forEachChild(node, visit);
    };
    this.#service.getProgram()?.getSourceFiles().forEach(visit);
    return found;
  }

  /** The `const` of a name, in any file. */
  constantOf(name: ts.Identifier): ts.VariableDeclaration | undefined {
    const { compiler } = this;
    const found = this.#declarationOf(name);
    const isConst =
      found !== undefined &&
      compiler.isVariableDeclaration(found) &&
      (compiler.getCombinedNodeFlags(found) & compiler.NodeFlags.Const) !== 0;
    return isConst ? found : undefined;
  }

  /** Another place than this one that uses a constant, in any file and under any name, or may do so. */
  otherUseOf(constant: ts.VariableDeclaration, use: ts.Identifier): ts.Node | undefined {
    const { compiler } = this;
    const isNaming = (name: ts.Identifier): boolean =>
      name === constant.name || compiler.isImportSpecifier(name.parent);
    const others = this.nodes(compiler.isIdentifier).filter(
      (name) => name !== use && !isNaming(name),
    );
    return this.#loadOf(constant) ?? others.find((name) => this.#declarationOf(name) === constant);
  }

  /**
   * What gives another file all exports at once, or may do so: `import *`, `export *`, `require`. Nobody can count the uses
   * behind it. Any text that names the file of the constant counts, except in an import of single names.
   */
  #loadOf(constant: ts.VariableDeclaration): ts.Node | undefined {
    const { compiler } = this;
    const isExported =
      (compiler.getCombinedModifierFlags(constant) & compiler.ModifierFlags.Export) !== 0;
    if (!isExported) return undefined;
    const own = constant.getSourceFile().fileName;
    const options = this.#host.getCompilationSettings();
    const resolve = (text: string, from: string) =>
      compiler.resolveModuleName(text, from, options, this.#host, this.#resolutions).resolvedModule;
    const isOfOwn = (text: ts.StringLiteralLike): boolean => {
      const from = text.getSourceFile().fileName;
      return resolve(text.text, from)?.resolvedFileName === own;
    };
    const isOfNames = ({ parent }: ts.Node): boolean => {
      if (!compiler.isImportDeclaration(parent)) return false;
      const { name, namedBindings } = parent.importClause ?? {};
      return name === undefined && (!namedBindings || compiler.isNamedImports(namedBindings));
    };
    const isComputed = ({ arguments: [path] }: ts.CallExpression): boolean =>
      path !== undefined && !compiler.isStringLiteralLike(path);
    return (
      this.nodes(compiler.isStringLiteralLike).find((one) => !isOfNames(one) && isOfOwn(one)) ??
      this.nodes(compiler.isCallExpression).find((one) => this.#isLoad(one) && isComputed(one))
    );
  }

  /** Whether an expression is a class of ours: by what the file imports, not by the name alone. */
  isClass(expression: ts.Expression, type: string): boolean {
    const { compiler } = this;
    const isMember = compiler.isPropertyAccessExpression(expression);
    const name = isMember ? expression.expression : expression;
    const [from] = this.#checker?.getSymbolAtLocation(name)?.declarations ?? [];
    if (!from || !/^pulumi-platform(\/plugin|\/dynamic)?$/.test(this.#moduleOf(from))) return false;
    const isOne = compiler.isImportSpecifier(from) || compiler.isBindingElement(from);
    if (isMember) return !isOne && expression.name.text === type;
    return isOne && (from.propertyName ?? from.name).getText() === type;
  }

  /** The module that a name comes from, with `import` or `require`. */
  #moduleOf(name: ts.Declaration): string {
    const { compiler } = this;
    let node: ts.Node = name;
    while (!compiler.isImportDeclaration(node) && !compiler.isVariableDeclaration(node)) {
      if (compiler.isSourceFile(node)) return "";
      node = node.parent;
    }
    const call = compiler.isVariableDeclaration(node) ? node.initializer : undefined;
    const isLoad = call && compiler.isCallExpression(call) && this.#isLoad(call);
    const module = compiler.isImportDeclaration(node)
      ? node.moduleSpecifier
      : isLoad && call.arguments[0];
    return module && compiler.isStringLiteralLike(module) ? module.text : "";
  }

  #isLoad({ expression }: ts.CallExpression): boolean {
    const { compiler } = this;
    const isImport = expression.kind === compiler.SyntaxKind.ImportKeyword;
    return isImport || (compiler.isIdentifier(expression) && expression.text === "require");
  }

  #declarationOf(name: ts.Identifier): ts.Declaration | undefined {
    const { compiler } = this;
    const checker = this.#checker;
    const symbol = compiler.isShorthandPropertyAssignment(name.parent)
      ? checker?.getShorthandAssignmentValueSymbol(name.parent)
      : checker?.getSymbolAtLocation(name);
    if (checker === undefined || symbol === undefined) return undefined;
    const isAlias = (symbol.flags & compiler.SymbolFlags.Alias) !== 0;
    const original = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    return checker.getExportSymbolOfSymbol(original).valueDeclaration;
  }
}

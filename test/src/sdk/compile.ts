import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..", "..", "..");
const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  esModuleInterop: true,
  resolveJsonModule: true,
  types: ["node"],
};

const onDisk = ts.createCompilerHost(options);
/** Files outside the programs, which are the same in every compilation of this process. */
const parsed = new Map<string, ts.SourceFile | undefined>();
const parse: ts.CompilerHost["getSourceFile"] = (file, ...others) => {
  if (!parsed.has(file)) parsed.set(file, onDisk.getSourceFile(file, ...others));
  return parsed.get(file);
};
let last: ts.Program | undefined;

/**
 * Compiles programs as their users would, and returns what the compiler says of each. Those whose names are paths can
 * import each other.
 */
export function compile(programs: Readonly<Record<string, string>>): Record<string, string[]> {
  const names = Object.keys(programs);
  const fileOf = (name: string) =>
    join(root, "test", name.endsWith(".ts") ? name : `program-${names.indexOf(name)}.ts`);
  const texts = new Map(names.map((name) => [fileOf(name), programs[name]]));
  const host = ts.createCompilerHost(options);
  host.fileExists = (file) => texts.has(file) || onDisk.fileExists(file);
  host.readFile = (file) => texts.get(file) ?? onDisk.readFile(file);
  host.getSourceFile = (file, target, ...others) => {
    const text = texts.get(file);
    return text === undefined
      ? parse(file, target, ...others)
      : ts.createSourceFile(file, text, target);
  };
  const compiled = ts.createProgram([...texts.keys()], options, host, last);
  last = compiled;
  return Object.fromEntries(
    names.map((name) => {
      const source = compiled.getSourceFile(fileOf(name));
      const found = [
        ...compiled.getSyntacticDiagnostics(source),
        ...compiled.getSemanticDiagnostics(source),
      ];
      return [
        name,
        found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
      ];
    }),
  );
}

import { join } from "node:path";
import ts from "typescript";

/** Compiles one file of a project, and checks the types of no other. Returns the compiler's errors. */
export function checkFile(project: string, path: string): string {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  // A project with references would check all of its files.
  const alone = { composite: false, incremental: false };
  const config = ts.getParsedCommandLineOfConfigFile(join(project, "tsconfig.json"), alone, host);
  if (config === undefined) throw new Error(`${project} has no tsconfig.json`);
  const { options, projectReferences } = config;
  const program = ts.createProgram({ rootNames: [path], options, projectReferences });
  const source = program.getSourceFile(path);
  const problems = [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ];
  program.emit(source);
  return ts.formatDiagnostics(problems, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => project,
    getNewLine: () => "\n",
  });
}

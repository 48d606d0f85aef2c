import type { PlatformFunction } from "../../dist/definition/function";
import type { Resource } from "../../dist/definition/resource";
import { csharpProgram } from "./csharpProgram";
import { pythonProgram, typescriptProgram, yamlProgram } from "./examples";
import { goProgram } from "./goProgram";
import { javaProgram } from "./javaProgram";
import type { PackageSchema } from "./spec";
import { typedExample } from "./typedExample";
import { pluginClasses } from "./typescript";

interface Program {
  language: string;
  /** What Markdown calls the language. */
  fence: string;
  text: string;
}

/** The example of a definition in every language of Pulumi. */
export function programsOf(
  definition: Resource | PlatformFunction,
  schema: PackageSchema,
): readonly [Program, ...Program[]] {
  const example = typedExample(definition, schema);
  const typescript = typescriptProgram(definition, pluginClasses.path);
  return [
    { language: "TypeScript", fence: "typescript", text: typescript },
    { language: "Python", fence: "python", text: pythonProgram(definition) },
    { language: "Go", fence: "go", text: goProgram(example) },
    { language: "YAML", fence: "yaml", text: yamlProgram(definition) },
    { language: "C#", fence: "csharp", text: csharpProgram(example) },
    { language: "Java", fence: "java", text: javaProgram(example) },
  ];
}

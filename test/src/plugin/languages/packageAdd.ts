import { cpSync, existsSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "../../engine/stacks/stack";
import type { Stack } from "../../engine/stacks/stack";
import { plugins } from "../stack";

/** The languages whose hosts come with Pulumi's own CLI only. */
const hosts = { Java: "pulumi-language-java", "C#": "pulumi-language-dotnet" };
export type OwnCliLanguage = keyof typeof hosts;
export const ownCliLanguages = Object.keys(hosts) as OwnCliLanguage[];

/** Whether Pulumi can run programs in a language: its host is on the PATH. */
export const hasHost = (language: OwnCliLanguage): boolean =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .some((folder) => existsSync(join(folder, hosts[language])));

/** Makes the package of a language from the plugin, as a reader does, and lets the program of a stack use it. */
export async function addPackage(stack: Stack): Promise<void> {
  await stack.ok("package", "add", join(root, "provider", "bin", "pulumi-resource-platform"));
  const sources = join(stack.folder, "sdks", "platform", "src");
  if (existsSync(sources)) cpSync(sources, join(stack.folder, "src"), { recursive: true });
}

type Programs = Readonly<Record<string, string>>;

/** Writes one program of several, each of which exports nothing or outputs with names of its own. */
export const writeTogether: Record<OwnCliLanguage, (stack: Stack, programs: Programs) => void> = {
  Java(stack, programs) {
    stack.write("Pulumi.yaml", `name: program\nruntime: java\n${plugins}`);
    cpSync(join(root, "examples", "weekly-report-java", "pom.xml"), join(stack.folder, "pom.xml"));
    mkdirSync(join(stack.folder, "src", "main", "java"), { recursive: true });
    for (const [name, text] of Object.entries(javaTogether(programs)))
      stack.write(join("src", "main", "java", `${name}.java`), text);
  },
  "C#"(stack, programs) {
    stack.write("Pulumi.yaml", `name: program\nruntime: dotnet\n${plugins}`);
    const project = "weekly-report-csharp";
    const from = join(root, "examples", project, `${project}.csproj`);
    cpSync(from, join(stack.folder, "program.csproj"));
    for (const [name, text] of Object.entries(csharpTogether(programs)))
      stack.write(`${name}.cs`, text);
  },
};

function javaTogether(programs: Programs): Programs {
  const classes = Object.entries(programs).map(([name, text]) => {
    const declared = text
      .replace("class App", `class ${name}`)
      .replace("main(String[] args)", "declare(com.pulumi.Context ctx)")
      .replace(/ {8}Pulumi\.run\(ctx -> \{\n([^]*?\n) {8}\}\);\n/, "$1");
    return [name, declared] as const;
  });
  const calls = classes.map(([name]) => `            ${name}.declare(ctx);\n`).join("");
  const main = `import com.pulumi.Pulumi;

public class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
${calls}        });
    }
}
`;
  return { ...Object.fromEntries(classes), App: main };
}

function csharpTogether(programs: Programs): Programs {
  const generic = "using System.Collections.Generic;\n";
  const outputs = "Dictionary<string, object?>";
  const classes = Object.entries(programs).map(([name, text]) => {
    const [head = "", body = ""] = text.split("return await Deployment.RunAsync(() =>\n{");
    const declared = body.replace(/\}\);\s*$/, "");
    const end = declared.includes("return new") ? "" : `    return new ${outputs}();\n`;
    const uses = head.includes(generic) ? head : generic + head;
    const method = `public static ${outputs} Declare()\n{${declared}${end}}`;
    return [name, `${uses}static class ${name}\n{\n${method}\n}\n`] as const;
  });
  const calls = classes.map(([name]) => `${name}.Declare()`).join(", ");
  const main = `${generic}using System.Linq;
using Pulumi;

return await Deployment.RunAsync(() =>
    new[] { ${calls} }.SelectMany(one => one).ToDictionary(one => one.Key, one => one.Value));
`;
  return { ...Object.fromEntries(classes), Program: main };
}

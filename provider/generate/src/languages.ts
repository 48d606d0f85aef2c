import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What the SDKs of the languages have of their own. */

const manifest = readFileSync(join(__dirname, "../../../package.json"), "utf8");
const { repository } = JSON.parse(manifest) as { repository: string };
/** The module that a program in Go gets. */
export const goModule: string = `${repository.replace("https://", "")}/sdk/go/platform`;
/** The beginning of the namespaces in C# and of the packages in Java. Pulumi's own begin with its name. */
export const csharpRoot = "PulumiPlatform";
export const javaBase = "io.github.pulumiplatform";

/** The page of the Python package. */
const pythonReadme = `# pulumi_platform

Report schedules, groups, shares and settings of a data & analytics platform in Python programs for Pulumi.

\`\`\`python
import pulumi_platform as platform

platform.Group("analysts", name="Analysts", type="open")
\`\`\`

The package needs a plugin, which Pulumi downloads. The plugin needs Node.js 20.19 or newer on \`PATH\`. You can also install it with
npm in the folder of your program, as the package \`pulumi-platform-provider\`, and name its folder in \`Pulumi.yaml\`:

\`\`\`yaml
plugins:
  providers:
    - name: platform
      path: node_modules/pulumi-platform-provider/bin
\`\`\`

Your program writes properties in snake_case (\`hour_of_day\`). In arguments of functions, nested objects need the classes of
the package, for example \`platform.PaginationField(field_name="date")\`, because Pulumi does not translate dictionaries there.
Below \`schema\` of \`response_format\`, nodes need the classes or the platform's names, such as \`minLength\`. Previews, messages and the state use the platform's names
(\`hourOfDay\`).
`;

export const languageOptions = {
  nodejs: { packageName: "pulumi-platform", respectSchemaVersion: true },
  python: { pyproject: { enabled: true }, respectSchemaVersion: true, readme: pythonReadme },
  go: { importBasePath: goModule, respectSchemaVersion: true },
  csharp: { rootNamespace: csharpRoot, respectSchemaVersion: true },
  java: { basePackage: javaBase },
};

import { pluginType } from "../stack/resourceTypes.js";
import type { Import } from "../stack/importFiles.js";
import type { Program } from "../program/expression.js";

export const importFile = "import.json";

/** The objects that a program declares. */
export const importsOf = ({ declared }: Program): Import[] =>
  declared.map(({ item, name }) => ({ type: pluginType(item.resource), name, id: item.id }));

/** The content of an import file. */
export const importText = (imports: readonly Import[]): string =>
  jsonByLine({ resources: imports });

/** JSON with one line for each item of a list, however many there are: so people can read it, and changes are small. */
export function jsonByLine(content: object): string {
  // As in all JSON, what is undefined is left out.
  const known = Object.entries(content).filter(([, value]) => value !== undefined);
  const fields = known.map(([name, value]) => {
    const lines = Array.isArray(value) && value.length > 0 ? linesOf(value) : JSON.stringify(value);
    return `  ${JSON.stringify(name)}: ${lines}`;
  });
  return `{\n${fields.join(",\n")}\n}\n`;
}

const linesOf = (items: readonly unknown[]): string =>
  `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(",\n")}\n  ]`;

/** The command that takes the objects of an import file over. It leaves those as they are that the stack has. */
export const importCommand = (file: string): string =>
  `pulumi import --file ${file} --generate-code=false`;

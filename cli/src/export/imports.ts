import { pluginType } from "../stack/resourceTypes.js";
import type { Import } from "../stack/importFiles.js";
import type { Program } from "../program/expression.js";
import { jsonText } from "./jsonText.js";

export const importFile = "import.json";

/** The objects that a program declares. */
export const importsOf = ({ declared }: Program): Import[] =>
  declared.map(({ item, name }) => ({ type: pluginType(item.resource), name, id: item.id }));

/** The content of an import file. */
export const importText = (imports: readonly Import[]): string => jsonText({ resources: imports });

/** The command that takes the objects of an import file over. It leaves those as they are that the stack has. */
export const importCommand = (file: string): string =>
  `pulumi import --file ${file} --generate-code=false`;

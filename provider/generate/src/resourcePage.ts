import type { Resource } from "../../dist/definition/resource";
import { callTable, permissionTable, routesOf } from "./calls";
import { commandTable, importSentence, replacementSentence } from "./commands";
import { argumentTable, outputTable, unionSections } from "./fieldTables";
import { code, list, section } from "./markdown";
import { pageHeader, seeErrors } from "./functionPage";

/** The reference page of a resource. */
export function resourcePage(resource: Resource): string {
  const { name, doc, inputs, outputs, example, limits = [] } = resource;
  const needsExtended = resource.kind === "object" && resource.documented.create === undefined;
  const needed = needsExtended ? ["Pulumi can create it only with extended operations."] : [];
  return [
    `${pageHeader}# ${name}\n\n${doc}\n\n`,
    code("typescript", example),
    section("Arguments", argumentTable(inputs)),
    section("Outputs", outputTable(outputs)),
    unionSections([inputs], argumentTable),
    unionSections([outputs], outputTable),
    section("Import", importSentence(resource)),
    section(
      "Preview, refresh, update and delete",
      [commandTable(resource), replacementSentence(resource)].filter(Boolean).join("\n\n"),
    ),
    section("Permissions", permissionTable(routesOf(resource))),
    section("API calls", callTable(resource)),
    section("Limits", list([...needed, ...limits])),
    seeErrors,
  ].join("");
}

import { importForms } from "../../dist/definition/object";
import type { Resource } from "../../dist/definition/resource";
import { callTable } from "./calls";
import { commandTable, replacementSentence } from "./commands";
import {
  argumentTable,
  fieldsIn,
  outputTable,
  fieldsWithoutArgument,
  unionSections,
} from "./fieldTables";
import { exampleSection, pageHeader } from "./functionPage";
import { codesOf, importSection, isImportable } from "./importSection";
import { list, section } from "./markdown";
import type { PackageSchema } from "./spec";

/** The reference page of a resource. */
export function resourcePage(resource: Resource, schema: PackageSchema): string {
  const { name, doc, inputs, outputs, limits = [] } = resource;
  const needsExtended = resource.kind === "object" && resource.documented.create === undefined;
  const needed = needsExtended ? ["Pulumi can create it only with extended operations."] : [];
  return [
    `${pageHeader}# ${name}\n\n${doc}\n\n`,
    exampleSection(resource, schema),
    section("Arguments", argumentTable(fieldsIn(inputs))),
    section("Outputs", outputTable(fieldsIn(outputs), idRows(resource))),
    section("Import", importSection(resource)),
    section(
      "Preview, refresh, update and delete",
      [commandTable(resource), replacementSentence(resource)].filter(Boolean).join("\n\n"),
    ),
    section("API calls and permissions", callTable(resource)),
    section(
      "Limits",
      [list([...needed, ...limits]), fieldsWithoutArgument(resource)].filter(Boolean).join("\n\n"),
    ),
    unionSections(inputs),
  ].join("");
}

/** Every object has an id, which is no field of its definition. */
function idRows(resource: Resource): string[][] {
  if (!isImportable(resource)) return [];
  const forms = codesOf(importForms(resource));
  const text = forms
    ? `Id in the state and of an import: ${forms}.`
    : `Id of the ${resource.noun} on the platform, which other resources and an import take.`;
  return [["`id`", "string", text]];
}

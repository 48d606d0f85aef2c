import { importForms, nameField, verbsOf } from "../../dist/definition/object";
import type { ObjectResource } from "../../dist/definition/object";
import type { Resource } from "../../dist/definition/resource";
import { canRead } from "../../dist/definition/verbs";
import { typeToken } from "../../dist/state/typeTokens";
import { code } from "./markdown";

/** How a program takes over an object that exists. */
export function importSection(resource: Resource): string {
  const { name, inputs, example } = resource;
  if (resource.kind === "action") {
    return "Not possible: the platform keeps no object of this kind.";
  }
  if (!isImportable(resource)) {
    return `You cannot import a \`${name}\`, because no known call reads it. Declare it in your program.`;
  }
  const command = `$ pulumi import ${typeToken(name)} ${example.name} ${example.importId ?? "ID"}`;
  const canRepeat = verbsOf(resource, "extended").create?.repeatable === true;
  const byDynamic =
    "adopt" in inputs.shape
      ? "With the dynamic resources, set `adopt` to the id instead."
      : canRepeat
        ? "With the dynamic resources, declare the object instead: a repeated create does no harm."
        : "The dynamic resources cannot take it over.";
  return `${code("console", command)}${idSentences(resource)} ${byDynamic} See [import](../import.md).`;
}

export const isImportable = (resource: Resource): resource is ObjectResource =>
  resource.kind === "object" && [resource.documented, resource.extended].some(canRead);

/** The forms of an import id in a sentence. */
export const codesOf = (forms: readonly string[]): string =>
  forms.map((form) => `\`${form}\``).join(" or ");

/** What the last word of the command is, and which operations it needs. */
function idSentences(resource: ObjectResource): string {
  const { noun, documented, extended } = resource;
  const id = codesOf(importForms(resource)) || `the id of the ${noun}`;
  const byName = `its \`${nameField(resource)}\``;
  if (documented.list) return `The last word is ${id}, or ${byName} in quotes.`;
  const also = extended.list ? ` With extended operations, it can be ${byName} in quotes.` : "";
  const needs = documented.fetch ? "" : " The import needs extended operations.";
  return `The last word is ${id}.${also}${needs}`;
}

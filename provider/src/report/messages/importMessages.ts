import { importForms, nameField } from "../../definition/object";
import type { ObjectResource } from "../../definition/object";
import type { Resource } from "../../definition/resource";
import type { Values } from "../../definition/values";
import { canRead } from "../../definition/verbs";
import type { Verbs } from "../../definition/verbs";
import { nameOf } from "./messageParts";
import type { Notice } from "../notices";
import { extendedOption, useExtended } from "../../messages/options";
import type { Advice } from "../../messages/advice";
import { PlatformError } from "../../messages/errors";

/** An object that an import cannot find, or cannot read. */
export function cannotImport(
  resource: ObjectResource,
  key: string,
  verbs: Verbs<Values, Values>,
): PlatformError {
  const { noun, documented, extended } = resource;
  const forms = importForms(resource);
  const form = forms.join(" or ") || "its id";
  const operation = `import ${noun} ${key}`;
  if (verbs.fetch !== undefined) {
    const byName: Advice =
      extended.list === undefined
        ? []
        : [
            {
              to: "importByName",
              steps: [useExtended, { again: "import", by: nameField(resource) ?? form }],
            },
          ];
    return new PlatformError({
      code: "not_found",
      operation,
      detail: "it does not exist, or the user of the token cannot see it",
      advice: forms.some((one) => hasForm(key, one))
        ? undefined
        : [{ steps: [{ again: "import", by: form }] }, ...byName],
    });
  }
  const isWider = canRead(extended);
  const declare: Advice = documented.create?.repeatable
    ? [{ steps: [{ program: "declare" }], note: "Creating it again changes nothing." }]
    : [];
  return new PlatformError({
    code: "impossible",
    operation,
    detail: `the ${isWider ? "documented API" : "platform"} does not show it, so no call was made`,
    advice: [...(isWider ? [{ to: "import" as const, steps: [useExtended] }] : []), ...declare],
  });
}

/** Whether a key has a form such as `CARD/<cardId>`. */
const hasForm = (key: string, form: string) =>
  new RegExp(`^${form.replace(/<\w+>/, ".+")}$`).test(key);

/** A resource gets an object that a killed run created for another one. */
export const createdUnsaved = ({ noun }: Resource, id: string, at: number): string =>
  `A run of this stack that was killed created ${noun} ${id} at ${new Date(at).toISOString()} for a resource with another name. If the program still declares that one, undo this import with \`pulumi state delete\`, and run \`pulumi up\`, which takes the object over. Otherwise \`pulumi up\` creates another ${noun}.`;

/** The answer of the platform lacks data that the import needs. */
export const importsHalf = ({ noun }: Resource, key: string, why: string): PlatformError =>
  new PlatformError({ code: "unexpected_answer", operation: `import ${noun} ${key}`, detail: why });

export function cannotImportAction({ noun }: Resource, key: string): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `import ${noun} ${key}`,
    detail: "the platform does not show it, so no call was made",
    advice: [{ steps: [{ program: "declare" }], note: "It runs when it is created." }],
  });
}

export function noneToImport(
  resource: ObjectResource,
  key: string,
  near: readonly string[],
  count: number,
): PlatformError {
  return new PlatformError({
    code: "not_found",
    operation: `find ${resource.noun} "${key}"`,
    detail: `none of the ${count} that the user of the token can see has that id or ${nameField(resource)}`,
    note: near.length === 0 ? undefined : `Did you mean ${near.join(", ")}?`,
  });
}

export function severalToImport(
  resource: ObjectResource,
  key: string,
  found: readonly { id: string }[],
): PlatformError {
  return new PlatformError({
    code: "ambiguous",
    operation: `find ${resource.noun} "${key}"`,
    detail: `${found.length} have that ${nameField(resource)} (ids ${found.map(({ id }) => id).join(", ")})`,
    advice: [{ steps: [{ again: "import", by: "its id" }] }],
  });
}

export function cannotFilter({ noun }: Resource, property: string): PlatformError {
  return new PlatformError({
    code: "invalid_input",
    operation: `list every ${noun}`,
    detail: `a list cannot be filtered by ${property}`,
  });
}

export function cannotList({ noun }: Resource): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `list every ${noun}`,
    detail: "the documented API cannot list them, so no call was made",
    advice: [extendedOption],
  });
}

/** `pulumi do` shows only the first page of a list. */
export function firstPage({ name }: Resource, count: number, shown: number): string {
  return `${count} ${name} objects match. Without \`--all\` or \`--count\`, the list shows only the first ${shown}.`;
}

export function recordedUnseen({ name }: Resource, paths: readonly string[]): string {
  return `${name}: ${paths.join(", ")} cannot be read. Your program's values are recorded as current, and nothing is written now.`;
}

/** The first value of a program for what an import could not read. */
export const recordedUnsent = (
  resource: Resource,
  inputs: Values,
  paths: readonly string[],
): Notice => ({
  kind: "recorded, and not sent",
  first: `${nameOf(resource, inputs)}: the import could not read ${paths.join(", ")}, so the value of your program is recorded, and not sent. Make sure that the instance has it.`,
  several: (resources) =>
    `${resources} declare values that the import could not read. They are recorded, and not sent.`,
});

export function importedTwice({ noun }: Resource, id: string): PlatformError {
  return new PlatformError({
    code: "declared_twice",
    operation: `import ${noun} ${id}`,
    detail: "another resource of this program already manages it",
    advice: [{ steps: [{ program: "remove" }] }],
  });
}

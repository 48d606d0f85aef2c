import { metaOf } from "../../dist/definition/meta";
import { pluralOf, replacingPaths } from "../../dist/definition/object";
import type { Resource } from "../../dist/definition/resource";
import { fieldsOf } from "../../dist/definition/schema";
import type { Operations } from "../../dist/platform/operations";
import { callsOf } from "../../dist/definition/calls";
import type { Caller } from "../../dist/definition/calls";
import { isImportable } from "./importSection";
import { table } from "./markdown";

const options = "[your options](../operations.md#your-options)";

const modes: readonly Operations[] = ["documented", "extended"];

/** What each command does in each operations mode, from what the definition has and lacks. */
export function commandTable(resource: Resource): string {
  if (resource.kind === "action") return actionSentences(resource);
  const sentences: Record<string, (operations: Operations) => string> = {
    preview: () => previewSentence(resource),
    refresh: (operations) => readSentence(resource, operations),
    update: (operations) => updateSentence(resource, operations),
    delete: (operations) => deleteSentence(resource, operations),
  };
  const rows = Object.entries(sentences).map(([command, sentence]) => [
    command,
    ...modes.map(sentence),
  ]);
  const isSame = ([, documented, extended]: string[]) => documented === extended;
  return rows.every(isSame)
    ? table(
        ["command", "documented and extended operations"],
        rows.map((row) => row.slice(0, 2)),
      )
    : table(
        ["command", ...modes.map((mode) => `${mode} operations`)],
        rows.map((row) => (isSame(row) ? [...row.slice(0, 2), "The same."] : row)),
      );
}

/** What differs between the resources that Pulumi runs. The page of all resources says the rest. */
function actionSentences({ mail }: Resource): string {
  return sentences(
    mail
      ? "An update e-mails the report again, to all recipients, when `triggers` or another argument changes."
      : "An update runs it again when `triggers` or another argument changes.",
    mail && "A preview shows the number of e-mail recipients, and lists them if there are few.",
    "For the other commands, see [actions](README.md#actions).",
  );
}

function previewSentence({ inputs, mail, noun }: Resource): string {
  return sentences(
    "Checks every argument and writes nothing.",
    "adopt" in inputs.shape && `Reads the ${noun} that \`adopt\` names.`,
    mail && "Shows the number of e-mail recipients, and lists them if there are few.",
  );
}

function readSentence(resource: Resource, operations: Operations): string {
  const canRead = has(resource, "read", operations);
  return sentences(
    canRead ? "Finds manual changes." : "Makes no call: Pulumi keeps the state.",
    noteOf(resource, "read", operations),
  );
}

function updateSentence(resource: Resource, operations: Operations): string {
  const canUpdate = has(resource, "update", operations);
  const replacing = replacingPaths(resource.inputs).map((path) => `\`${path}\``);
  const paths = replacing.join(" or ");
  const replaced = has(resource, "delete", operations)
    ? `Replaces the ${resource.noun} when ${paths} changes.`
    : `The preview refuses to change ${paths}.`;
  const isAllReplaced =
    replacing.length ===
    fieldsOf(resource.inputs).filter(({ schema }) => metaOf(schema).programOnly === undefined)
      .length;
  return sentences(
    canUpdate && !isAllReplaced && `Changes the ${resource.noun} in place.`,
    !canUpdate && !isAllReplaced && `Not possible: the preview fails and lists ${options}.`,
    replacing.length > 0 && replaced,
    noteOf(resource, "update", operations),
  );
}

function deleteSentence(resource: Resource, operations: Operations): string {
  if (has(resource, "delete", operations)) {
    // A resource that no call reads has no object to delete.
    const deleted = isImportable(resource) && `Deletes the ${resource.noun}.`;
    return sentences(deleted, noteOf(resource, "delete", operations));
  }
  return `Not possible: \`up\` and \`destroy\` fail before any call. With \`retainOnDelete\`, Pulumi forgets the ${resource.noun} instead: see ${options}.`;
}

const has = (resource: Resource, verb: Caller, operations: Operations) =>
  callsOf(resource, verb, operations) !== undefined;

function noteOf(
  resource: Resource,
  verb: "read" | "update" | "delete",
  operations: Operations,
): string | undefined {
  const note = resource.notes?.[verb];
  if (typeof note !== "string") return note?.[operations];
  return has(resource, verb, operations) ? note : undefined;
}

const sentences = (...all: readonly (string | false | undefined)[]) =>
  all.filter((one) => typeof one === "string").join(" ");

/** Which of two objects comes first when Pulumi replaces one; undefined where it is as the reference says of all. */
export function replacementSentence(resource: Resource): string | undefined {
  if (resource.kind === "action") return undefined;
  const { noun, replacement } = resource;
  if (!isImportable(resource)) {
    return "When Pulumi moves the resource to another instance, it creates the new one first. Then it does on the old instance what a delete does.";
  }
  return replacement === "deleteFirst"
    ? `When Pulumi replaces the ${noun}, it deletes the old ${noun} first, so that two ${pluralOf(resource)} never have the same name. A move to another instance creates the new ${noun} first.`
    : undefined;
}

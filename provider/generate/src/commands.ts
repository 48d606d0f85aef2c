import { metaOf } from "../../dist/definition/meta";
import { replacingPaths } from "../../dist/definition/object";
import type { Resource } from "../../dist/definition/resource";
import { fieldsOf } from "../../dist/definition/schema";
import type { Operations } from "../../dist/platform/operations";
import { callsOf } from "./calls";
import type { VerbName } from "./calls";
import { table } from "./markdown";

const modes: readonly Operations[] = ["documented", "extended"];

/** What each command does in each operations mode, from what the definition has and lacks. */
export function commandTable(resource: Resource): string {
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
  return table(["command", ...modes.map((mode) => `${mode} operations`)], rows);
}

function previewSentence({ inputs, mail }: Resource): string {
  return sentences(
    "Checks every argument and writes nothing.",
    "adopt" in inputs.shape && "Reads the object that `adopt` names.",
    mail && "Shows the number of e-mail recipients, and lists them if there are few.",
  );
}

function readSentence(resource: Resource, operations: Operations): string {
  if (resource.kind === "action") return "Makes no call.";
  const canRead = has(resource, "read", operations);
  return sentences(
    canRead ? "Finds manual changes." : "Makes no call: Pulumi keeps the state.",
    noteOf(resource, "read", operations),
  );
}

function updateSentence(resource: Resource, operations: Operations): string {
  if (resource.kind === "action") {
    const again = resource.mail ? "E-mails the report again, to all recipients," : "Runs again";
    return `${again} when \`triggers\` or another argument changes. Pulumi never replaces the resource.`;
  }
  const canUpdate = has(resource, "update", operations);
  const replacing = replacingPaths(resource.inputs).map((path) => `\`${path}\``);
  const paths = replacing.join(" or ");
  const replaced = has(resource, "delete", operations)
    ? `Replaces the object when ${paths} changes.`
    : `The preview refuses to change ${paths}.`;
  const isAllReplaced =
    replacing.length ===
    fieldsOf(resource.inputs).filter(({ schema }) => metaOf(schema).programOnly !== true).length;
  return sentences(
    canUpdate && !isAllReplaced && "Changes the object in place.",
    !canUpdate && !isAllReplaced && "Not possible: the preview fails and shows the ways out.",
    replacing.length > 0 && replaced,
    noteOf(resource, "update", operations),
  );
}

function deleteSentence(resource: Resource, operations: Operations): string {
  if (resource.kind === "action") return "Makes no call: the platform keeps the result.";
  if (has(resource, "delete", operations)) {
    return sentences("Deletes the object.", noteOf(resource, "delete", operations));
  }
  return "Fails before any call. With `retainOnDelete`, Pulumi forgets the object instead.";
}

const has = (resource: Resource, verb: VerbName, operations: Operations) =>
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

/** Which of two objects comes first when Pulumi replaces one; undefined where nothing is replaced. */
export function replacementSentence(resource: Resource): string | undefined {
  if (resource.kind === "action") return undefined;
  return resource.replacement === "deleteFirst"
    ? "When Pulumi replaces the object, it deletes the old one first, because the provider assumes that names are unique on an instance. A move to another instance creates the new object first."
    : "When Pulumi replaces the object or moves it to another instance, it creates the new one first and then deletes the old one.";
}

import type { Resource } from "../../dist/definition/resource";
import { callsOf, type VerbName } from "./calls";
import { table } from "./markdown";

/** What each command does in each operations mode, from what the definition has and lacks. */
export function commandTable(resource: Resource): string {
  const { notes = {} } = resource;
  const rows = [
    ["preview", ...both(() => previewSentence(resource))],
    ["refresh", ...ways(resource, "read", read), notes.read],
    ["update", ...ways(resource, "update", update), notes.update],
    ["delete", ...ways(resource, "delete", remove), notes.delete],
  ].map(([command = "", documented = "", extended = "", note = ""]) => [
    command,
    `${documented} ${note}`.trim(),
    `${extended} ${note}`.trim(),
  ]);
  return table(["command", "documented operations", "extended operations"], rows);
}

const both = (sentence: () => string) => [sentence(), sentence()];

type Sentence = (resource: Resource, isPossible: boolean, isElsewhere: boolean) => string;

/** A sentence for each mode: whether it has the verb, and whether only the other mode has it. */
function ways(resource: Resource, verb: VerbName, sentence: Sentence): [string, string] {
  const documented = callsOf(resource, verb, "documented") !== undefined;
  const extended = callsOf(resource, verb, "extended") !== undefined;
  return [sentence(resource, documented, extended), sentence(resource, extended, false)];
}

function previewSentence({ inputs, mail }: Resource): string {
  return [
    "Checks every argument and writes nothing.",
    ...("adopt" in inputs.shape ? ["Reads the object that `adopt` names."] : []),
    ...(mail === undefined
      ? []
      : ["Shows the number of recipients, and lists them if there are few."]),
  ].join(" ");
}

const read: Sentence = ({ kind }, isPossible) =>
  isPossible
    ? "Finds manual changes."
    : kind === "action"
      ? "Makes no call."
      : "Makes no call: Pulumi keeps the state.";

const update: Sentence = ({ kind }, isPossible) =>
  kind === "action"
    ? "Runs again when `triggers` or an argument changes. Pulumi never replaces the resource."
    : isPossible
      ? "Changes the object in place."
      : "Not possible: the preview fails and shows the ways out.";

const remove: Sentence = ({ kind }, isPossible, isElsewhere) =>
  kind === "action"
    ? "Makes no call: the platform keeps the result."
    : isPossible
      ? "Deletes the object."
      : `Fails before any call.${isElsewhere ? " With `retainOnDelete`, Pulumi forgets the object instead." : ""}`;

/** How an import finds the object. */
export function importSentence(resource: Resource): string {
  const notShown =
    "You cannot import it, because the platform does not show it. Declare it in your program.";
  if (resource.kind === "action") return notShown;
  const { documented, extended, named, key } = resource;
  const id = key === undefined ? "its id" : `\`${key}\``;
  const byName = `${id} or its \`${named}\``;
  if (documented.list) return `The plugin imports it by ${byName}.`;
  if (documented.lookup) {
    return `The plugin imports it by ${id}${extended.list ? `, and with extended operations by ${byName}` : ""}.`;
  }
  return extended.lookup
    ? `With extended operations, the plugin imports it by ${id}. With documented operations, an import fails before any call.`
    : notShown;
}

/** Which of two objects comes first when Pulumi replaces one; undefined where nothing is replaced. */
export function replacementSentence(resource: Resource): string | undefined {
  if (resource.kind === "action") return undefined;
  return resource.replacement === "deleteFirst"
    ? "A replacement deletes the old object first, because no two objects can have the same name."
    : "A replacement creates the new object first, then deletes the old one.";
}

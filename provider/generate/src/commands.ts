import type { Resource } from "../../dist/definition/resource";
import type { Values } from "../../dist/definition/values";
import type { Verb, Verbs } from "../../dist/definition/verbs";

type Ways = readonly [documented: Verb<unknown> | undefined, extended: Verb<unknown> | undefined];

/** What each command does with a resource, for its page: from what its definition has and has not. */
export function commandsSection(resource: Resource): string {
  const { notes = {} } = resource;
  const { documented, extended } = verbsIn(resource);
  const action = resource.kind === "action";
  const ways = (verb: "read" | "update" | "delete"): Ways => [
    documented[verb],
    extended[verb] ?? documented[verb],
  ];
  const sentences = {
    preview: [previewSentence(resource)],
    up: [
      notes.create,
      action ? (notes.update ?? runsAgain) : updateSentence(ways("update"), notes.update),
    ],
    refresh: [readSentence(ways("read")), notes.read],
    "import (plugin)": [importSentence(resource)],
    destroy: [
      action ? undefined : deleteSentence(ways("delete")),
      action ? staysDone : notes.delete,
    ],
  };
  return Object.entries(sentences)
    .map(([command, said]) => [command, said.filter((one) => one !== undefined)] as const)
    .filter(([, said]) => said.length > 0)
    .map(([command, said]) => `- **${command}**: ${said.join(" ")}`)
    .join("\n");
}

const runsAgain = "Runs again when `triggers` or an argument changes; it is never replaced.";
const staysDone = "Nothing is called: what was done stays done.";

/** The verbs of any resource: an action runs when it is created or updated. */
export function verbsIn(resource: Resource): {
  documented: Partial<Verbs<Values, Values>>;
  extended: Partial<Verbs<Values, Values>>;
} {
  if (resource.kind === "object") return resource;
  const run = { calls: resource.calls, run: () => Promise.reject(new Error()) };
  return { documented: { create: run, update: run }, extended: {} };
}

function previewSentence(resource: Resource): string {
  const { inputs, mail } = resource;
  const { documented } = verbsIn(resource);
  const looks = "adopt" in inputs.shape ? " Looks at the object that `adopt` names." : "";
  const people =
    mail === undefined ? "" : " Says how many people get mail, and who where they are few.";
  const refused =
    documented.update === undefined
      ? " Refuses a change that cannot be made, with the ways out."
      : "";
  return `Checks every argument, and writes nothing.${looks}${people}${refused}`;
}

function readSentence([documented, extended]: Ways): string {
  if (documented !== undefined) return "Finds what was changed on the instance.";
  return extended === undefined
    ? "Calls nothing: the state is all that is known."
    : "Finds what was changed on the instance in extended operations; in documented ones it calls nothing.";
}

function importSentence(resource: Resource): string {
  if (resource.kind === "action") {
    return "There is no way, as the platform shows it nowhere: declare it in the program.";
  }
  const { documented, extended, named, key = "<id>" } = resource;
  const byName = `by its id or its \`${named}\``;
  if (documented.list) return `Takes an object ${byName}.`;
  if (documented.lookup && extended.list) {
    return `Takes an object by its id; in extended operations ${byName}.`;
  }
  return extended.lookup
    ? `Takes what \`${key}\` names in extended operations; in documented ones it fails before any call.`
    : "There is no way, as the platform shows it nowhere: declare it in the program.";
}

function updateSentence([documented, extended]: Ways, note: string | undefined): string {
  const way =
    documented !== undefined
      ? "Makes a change in place."
      : extended !== undefined
        ? "Makes a change in place in extended operations; in documented ones there is no way."
        : undefined;
  return [way, note].filter((one) => one !== undefined).join(" ");
}

function deleteSentence([documented, extended]: Ways): string | undefined {
  if (documented !== undefined) return undefined;
  return extended === undefined
    ? "There is no way: it fails before any call."
    : "Deletes it in extended operations. In documented ones it fails before any call: `retainOnDelete` lets Pulumi forget it instead.";
}

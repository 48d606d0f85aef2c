/** Arguments that name another resource of the program, and the inputs that get its id. */
const references: Readonly<Record<string, string>> = {
  scheduleOf: "scheduleId",
  groupOf: "groupId",
};

/** The arguments that name no resource, and the names by the inputs that get the ids. */
export function withoutReferences(args: Readonly<Record<string, unknown>>): {
  rest: Record<string, unknown>;
  named: Record<string, string>;
} {
  const entries = Object.entries(args);
  const named = entries.flatMap(([key, name]): [string, string][] => {
    const input = references[key];
    return input === undefined || typeof name !== "string" ? [] : [[input, name]];
  });
  return {
    rest: Object.fromEntries(entries.filter(([key]) => !(key in references))),
    named: Object.fromEntries(named),
  };
}

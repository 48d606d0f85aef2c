import type { PlatformFunction } from "../../dist/definition/function";
import type { Resource } from "../../dist/definition/resource";
import { literal, pythonNotation } from "./literals";
import { shownFields } from "./types";

/** What Pulumi's mocks answer in the unit tests of programs, derived from the examples of the definitions. */

type Values = Readonly<Record<string, unknown>>;

interface MockAnswer {
  /** The id of a resource. `{field}` stands for an input, and `{number}` and `{run}` for ids that the mocks make. */
  id?: string;
  answer: Values;
  answerWith?: Readonly<Record<string, Values>>;
  /** The arguments that the platform repeats in its answer, by the fields of the answer. */
  repeats?: Readonly<Record<string, string>>;
}

/** 2026-01-01T00:00:00Z. */
const ranAt = 1_767_225_600_000;

function mockAnswers(
  resources: readonly Resource[],
  functions: readonly PlatformFunction[],
): Record<string, MockAnswer> {
  const ofResources = resources.map((resource) => {
    const run = resource.kind === "action" ? { outcome: "done", ranAt } : {};
    return [resource.name, { id: idOf(resource), ...answerOf(resource, resource.inputs, run) }];
  });
  const ofFunctions = functions.map((one) => [one.name, answerOf(one, one.args)]);
  return Object.fromEntries([...ofResources, ...ofFunctions]) as Record<string, MockAnswer>;
}

function answerOf(
  { example }: Resource | PlatformFunction,
  schema: Resource["inputs"],
  run: Values = {},
): MockAnswer {
  const { args, answerWith } = example;
  const answer = { ...example.answer, ...run };
  const repeats = Object.entries(answer).flatMap(([field, value]) => {
    // An example is the only place that shows which argument an answer with another name repeats.
    const same = shownFields(schema).find(([name]) => name === field) ?? [];
    const [argument] = same[0] ? same : (Object.entries(args).find(isIn(value)) ?? []);
    return argument === undefined ? [] : [[field, argument] as const];
  });
  return {
    answer,
    ...(answerWith && { answerWith }),
    ...(repeats.length > 0 && { repeats: Object.fromEntries(repeats) }),
  };
}

/** Whether an argument has the same text or id. Counts and words of lists are the same by chance. */
const isIn =
  (value: unknown) =>
  ([, given]: [string, unknown]): boolean =>
    typeof value === "string" && value.length > 3 && String(given) === value;

function idOf({ kind, example: { args, importId } }: Resource): string {
  if (kind === "action") return "{run}";
  if (importId === undefined) return "{number}";
  const parts = importId.split("/").map((part) => {
    const [input] = Object.entries(args).find(([, value]) => value === part) ?? [];
    if (input !== undefined) return `{${input}}`;
    return /^\d+$/.test(part) ? "{number}" : part;
  });
  return parts.join("/");
}

export const typescriptAnswers = (...all: Parameters<typeof mockAnswers>): string =>
  `// Generated from the definitions. Do not edit: change their examples and run \`npm run generate\`.
export const answers = ${JSON.stringify(mockAnswers(...all))};
`;

export const pythonAnswers = (...all: Parameters<typeof mockAnswers>): string =>
  `# Generated from the definitions. Do not edit: change their examples and run \`npm run generate\`.
import typing

ANSWERS: typing.Dict[str, typing.Any] = ${literal(mockAnswers(...all), pythonNotation, 41)}
`;

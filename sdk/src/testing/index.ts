import { createHash } from "node:crypto";
import type { Output, runtime, Unwrap } from "@pulumi/pulumi";
import { dynamicTypeToken, typeToken } from "pulumi-platform-provider/program";
import type * as platform from "../index";
import * as pulumi from "../pulumi";
import { answers } from "./answers";

type Package = typeof platform;
type Values = Record<string, unknown>;

/** The values of the outputs of a resource. */
type ValuesOf<Resource> = {
  [
    Name in Exclude<keyof Resource, "urn"> as Resource[Name] extends Output<unknown> ? Name : never
  ]?: Resource[Name] extends Output<infer Value> ? Value : never;
};

type Answer<Args, Result> = Partial<Result> | ((args: Args) => Partial<Result>);

/** Answers of your own, by the names of resources and functions. They replace only the fields that they have. */
export type MockAnswers = {
  [Name in keyof typeof answers]?: Package[Name] extends new (
    name: string,
    args: infer Args,
  ) => infer Resource
    ? Answer<Unwrap<Args>, ValuesOf<Resource>>
    : Package[Name] extends (args: infer Args) => Promise<infer Result>
      ? Answer<NonNullable<Args>, Result>
      : never;
};

/** An entry of the generated table. */
interface Known {
  id?: string;
  answer: Values;
  answerWith?: Record<string, Values>;
  repeats?: Record<string, string>;
}
const known: Readonly<Record<string, Known>> = answers;

const names = new Map(
  Object.keys(known).flatMap((name) =>
    [typeToken(name), dynamicTypeToken(name)].map((token) => [token, name] as const),
  ),
);

/**
 * Mocks for `pulumi.runtime.setMocks` that answer as the platform does, the same in every run. They work for the dynamic
 * resources and for the plugin. Resources of other packages get the id `<name>-id` and their inputs as state.
 *
 * @example
 * ```typescript
 * await pulumi.runtime.setMocks(
 *   platformMocks({
 *     getRoles: { roles: [{ id: "1", name: "Admin" }] },
 *     Group: ({ name }) => ({ id: name === "Analysts" ? "5000000001" : "5000000002" }),
 *   }),
 * );
 * ```
 */
export function platformMocks(overrides: MockAnswers = {}): runtime.Mocks {
  const own = overrides as Record<string, Answer<Values, Values> | undefined>;
  const answer = (name: string, given: Values): Values => {
    const override = own[name];
    const replaced = typeof override === "function" ? withDetails(() => override(given)) : override;
    return { ...platformAnswer(name, given), ...replaced };
  };
  return {
    newResource({ type, name, inputs, id: existing }) {
      const resource = names.get(type);
      if (resource === undefined) return { id: `${name}-id`, state: inputs as Values };
      const declared = visible(inputs as Values);
      // The state keeps its secrets, and answers follow from the values.
      const given = plain(declared);
      const { id, ...outputs } = answer(resource, given);
      // Pulumi passes the id of an import or of a read. It is empty for a new resource.
      const found = [id, existing, given.adopt].find(isText) ?? newId(resource, name, given);
      return { id: found, state: { ...declared, ...outputs } };
    },
    call({ token, inputs }) {
      const name = names.get(token);
      return name === undefined ? (inputs as Values) : answer(name, inputs as Values);
    },
  };
}

/** Waits for the value of an output, for an assertion about it. */
export function valueOf<Value>(output: Output<Value>): Promise<Value> {
  return new Promise((resolve) => {
    // A resource has no output for an argument that the program omits.
    pulumi.output(output).apply((value) => resolve(value as Value));
  });
}

/** Pulumi shows the details of an error, as those of the engine have them, and no message. */
function withDetails<Result>(override: () => Result): Result {
  try {
    return override();
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { details: error.message }) : error;
  }
}

function platformAnswer(name: string, given: Values): Values {
  const { answer = {}, answerWith = {}, repeats = {} } = known[name] ?? {};
  const further = Object.entries(answerWith).filter(([argument]) => Boolean(given[argument]));
  const repeated = Object.entries(repeats).flatMap(([field, argument]) => {
    const value = given[argument];
    if (value === undefined) return [];
    return [
      [field, typeof answer[field] === "string" ? `${value as string | number}` : value] as const,
    ];
  });
  return Object.assign(
    { ...answer, ...Object.fromEntries(repeated) },
    ...further.map(([, outputs]) => outputs),
  ) as Values;
}

/** An id of the form that the platform gives, which only the type and the name decide. */
function newId(resource: string, name: string, given: Values): string {
  const digest = createHash("sha256").update(`${resource}::${name}`).digest("hex");
  const number = 2 ** 32 + parseInt(digest.slice(0, 8), 16);
  const parts: Values = { ...given, number, run: `r${digest.slice(0, 24)}` };
  return (
    known[resource]?.id?.replace(/\{(\w+)\}/g, (_all, part: string) => String(parts[part])) ?? ""
  );
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Inputs without those that the SDK adds for the dynamic providers. */
const visible = (inputs: Values): Values =>
  Object.fromEntries(Object.entries(inputs).filter(([name]) => !name.startsWith("__")));

const plain = (inputs: Values): Values =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, pulumi.unwrapRpcSecret(value) as unknown]),
  );

import { but, everywhere, withBody, type ErrorCase, type Fact, type Source } from "./fact.js";

/** What the description says of objects that one path creates and lists, and a path with their id fetches, perhaps updates, and deletes. */
interface Plain {
  path: string;
  /** The path parameter with the id. The names of the facts have this word, as in `createTerm`. */
  param: string;
  /** What sentences call an object. */
  object: string;
  source: Source;
  /** The source of the update and the delete. Default: `source`. */
  changeSource?: Source;
  /** The sources of parts of every operation. */
  parts?: Fact["parts"];
  /** The fields of a body. An answer has them, and the id. */
  fields: Readonly<Record<string, "string" | "integer" | "number" | "boolean">>;
  /** A body with every field. */
  sample: Readonly<Record<string, unknown>>;
  /** Another body with every field, if there is a PUT. */
  update?: Readonly<Record<string, unknown>>;
  /** The page size that the provider asks for. */
  limit: number;
  /** Changes of the sample that a create and an update refuse, and that the message names, by what is wrong. */
  refused?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The answer to a name that another object has. */
  usedName?: Pick<ErrorCase, "source" | "parts" | "status">;
  /** The answer to the fetch of an unknown object. Default: a guess. */
  unknown?: Pick<ErrorCase, "source" | "parts" | "body">;
}

const profileOf = (source: Source) => (source === "SPEC" ? "documented" : "extended");

/** The facts of a plain collection. */
export function plainFacts(plain: Plain): readonly Fact[] {
  const { path, param, object, source, changeSource = source, parts, fields, sample } = plain;
  const word = param.replace(/^./, (letter) => letter.toUpperCase());
  const known = { source, parts, profile: profileOf(source), statuses: [200] } as const;
  const changing = { ...known, source: changeSource, profile: profileOf(changeSource) } as const;
  const shape = { id: "integer", ...fields } as const;

  const when = `a ${object} that does not exist`;
  const unknown = { when, source: "GUESS", status: 404, params: { [param]: "1999" } } as const;
  const wrongBodies = [
    ...withBody,
    ...Object.entries(plain.refused ?? {}).map(([when, change]): ErrorCase => ({
      ...{ when, source, parts: { status: "GUESS" }, status: 400 },
      ...{ request: but(sample, change), names: Object.keys(change)[0] },
    })),
    ...(plain.usedName === undefined
      ? []
      : [{ when: "a name that another object has", isUsed: true, ...plain.usedName } as const]),
  ];

  const create: Fact = {
    ...known,
    ...{ name: `create${word}`, method: "POST", path },
    ...{ requestFields: fields, sampleRequest: sample, responseFields: shape },
    errors: [...everywhere, ...wrongBodies],
  };
  const one = { path: `${path}/{${param}}`, params: { [param]: { of: create, field: "id" } } };
  const update: Fact = {
    ...changing,
    ...one,
    ...{ name: `update${word}`, method: "PUT" },
    ...{ requestFields: fields, sampleRequest: plain.update },
    errors: [...everywhere, ...wrongBodies, unknown],
  };
  return [
    create,
    {
      ...known,
      ...{ name: `list${word}s`, method: "GET", path, responseFields: [shape] },
      query: { limit: String(plain.limit), offset: "0" },
      errors: everywhere,
    },
    {
      ...known,
      ...one,
      ...{ name: `fetch${word}`, method: "GET", responseFields: shape },
      errors: [...everywhere, { ...unknown, ...plain.unknown }],
    },
    ...(plain.update === undefined ? [] : [update]),
    {
      ...changing,
      ...one,
      ...{ name: `delete${word}`, method: "DELETE" },
      errors: [...everywhere, unknown],
    },
  ];
}

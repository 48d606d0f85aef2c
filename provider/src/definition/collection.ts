import { z } from "zod";
import type { Instance } from "../platform/instance";
import { idOf, readQueried } from "../platform/lists";
import type { Request } from "../wire/request";
import type { Route } from "../wire/route";
import { anyAnswer, anyId, listOf, orBareId } from "./answers";
import { metaOf } from "./meta";
import { pluralOf } from "./object";
import type { Values } from "./values";
import type { Change, Existing, Fetch, ObjectList, Verb } from "./verbs";

interface Collection {
  noun: string;
  /** The schema of the inputs. The first field is the name of an object. */
  inputs: z.ZodObject;
  /** An object as a fetch shows it, and the list unless it has its own schema. */
  answer: z.ZodType<Existing>;
}

type Writes<Content, Result> = Verb<(instance: Instance, content: Content) => Promise<Result>>;
type Said = Pick<Change<Values, Values>, "id" | "inputs">;

/**
 * The verbs of objects that one list shows, and that an id at the end of a path names. A body has the fields of the
 * inputs. A definition writes a verb of another form itself.
 */
export function collection({ noun, inputs: schema, answer }: Collection) {
  const fields = Object.entries(schema.shape)
    .filter(([, field]) => metaOf(field as z.ZodType).programOnly === undefined)
    .map(([field]) => field);
  const bodyOf = (inputs: Values) =>
    Object.fromEntries(fields.map((field) => [field, inputs[field]]));
  const nameOf = (inputs: Values) => `"${String(inputs[fields[0] ?? ""])}"`;
  const paramsOf = ({ path }: Route, id: string) => ({ [/\{(\w+)\}$/.exec(path)?.[1] ?? ""]: id });
  const fetchOf = (route: Route, id: string) => ({
    operation: `read ${noun} ${id}`,
    ...{ route, params: paramsOf(route, id), answer },
  });

  return {
    create: (route: Route): Writes<Values, { id: string }> => ({
      calls: [{ route }],
      run: (instance, inputs) =>
        instance.send({
          operation: `create ${noun} ${nameOf(inputs)}`,
          ...{ route, body: bodyOf(inputs), answer: orBareId("id", z.object({ id: anyId })) },
        }),
    }),
    /** Reads pages of `limit` rows in this order, with the parameter `offset`. */
    list: (
      route: Route,
      { limit, ...order }: NonNullable<Request<unknown>["query"]>,
      item = answer,
    ): Verb<(instance: Instance) => Promise<ObjectList<Values>>> => ({
      calls: [{ route }],
      run: (instance) =>
        readQueried(instance, idOf, {
          operation: `list ${pluralOf({ noun })}`,
          ...{ route, answer: listOf(item), order, size: () => ({ limit }), skip: "offset" },
        }),
    }),
    fetch: (route: Route): Fetch<Values> => ({
      calls: [{ route }],
      async run(instance, id) {
        const found = await instance.find(fetchOf(route, id));
        return found && { found: "present", ...found };
      },
    }),
    /** If the route replaces the whole object, `read` fetches what the program leaves to the instance. */
    update: (route: Route, read?: Route): Writes<Said, undefined> => ({
      calls: [...(read === undefined ? [] : [{ route: read }]), { route }],
      async run(instance, { id, inputs }) {
        const operation = `update ${noun} ${id} ${nameOf(inputs)}`;
        const kept = read && (await instance.send({ ...fetchOf(read, id), operation })).live;
        const said = Object.entries(bodyOf(inputs)).filter(([, value]) => value !== undefined);
        const body = { ...kept, ...Object.fromEntries(said) };
        const request = { operation, route, params: paramsOf(route, id), body };
        await instance.send({ ...request, answer: anyAnswer });
        return undefined;
      },
    }),
    delete: (
      route: Route,
    ): Verb<(instance: Instance, id: string, state: Values) => Promise<unknown>> => ({
      calls: [{ route }],
      run: (instance, id, state) =>
        instance.send({
          operation: `delete ${noun} ${id} ${nameOf(state)}`,
          ...{ route, params: paramsOf(route, id), answer: anyAnswer },
        }),
    }),
  };
}

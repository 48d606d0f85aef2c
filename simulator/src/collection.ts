import type { Id } from "./ids.js";
import { HttpError, newId, numericId, ok, pageOf } from "./route.js";
import type { Answer, Context, RouteDeclaration } from "./route.js";
import type { Schema } from "./schema.js";
import { declareList } from "./state.js";
import type { State } from "./state.js";

/** The names of the state's lists of objects whose ids are numbers. */
type CollectionName = {
  [Name in keyof State]: State[Name] extends { id: Id }[] ? Name : never;
}[keyof State];

type Item<Name extends CollectionName> = State[Name][number];

interface Options<Name extends CollectionName> {
  path: string;
  /** The path parameter that holds an id. */
  param: string;
  /** What messages call one object, as in "role". */
  object: string;
  /** The counter of `state.lastIds`. Default: `object`. */
  lastId?: string;
  /** The message for an unknown id. Default: "<object> <id> does not exist". */
  unknown?: string;
  /** Whether a caller may see an object. Default: every caller sees every object. */
  isVisible?: (item: Item<Name>, context: Context) => boolean;
  /** How an answer shows one object. Default: as the state holds it. */
  shown?: (item: Item<Name>, context: Context) => unknown;
}

/** What the description of an operation says; the rest follows from the collection. */
type Described = Pick<RouteDeclaration, "source" | "summary">;

interface Creation<Name extends CollectionName, Body>
  extends
    Described,
    Pick<RouteDeclaration, "bodySchema" | "extendedBodySchema" | "extendedCoerce"> {
  make: (body: Body, context: Context) => Omit<Item<Name>, "id">;
  answer: (item: Item<Name>, context: Context) => unknown;
}

interface Change<Name extends CollectionName, Body>
  extends Described, Pick<RouteDeclaration, "bodySchema"> {
  /** The fields that the body changes. */
  change: (body: Body, context: Context, item: Item<Name>) => Partial<Item<Name>>;
  /** Default: as answers show the object. */
  answer?: (item: Item<Name>, context: Context) => unknown;
}

interface List extends Described {
  /** How many objects a page has by default; the query parameters are `offset` and `limit`. Default: no pages. */
  limit?: number;
}

interface Plain<Name extends CollectionName> extends Pick<RouteDeclaration, "source"> {
  /** JSON schema of the body of a create, and of an update that replaces the object. */
  bodySchema: Schema;
  /** The values of fields that such a body omits. */
  defaults?: Partial<Item<Name>>;
  /** The status of the answer to a name that another object has. Default: two objects can have one name. */
  usedNameStatus?: number;
  /** How many objects a page of the list has by default. */
  limit: number;
  /** What a PUT does with fields that its body omits: `replaces` sets their defaults, `changes` keeps them. Default: there is no PUT. */
  update?: "replaces" | "changes";
  /** The source of the update and the delete. Default: `source`. */
  changeSource?: RouteDeclaration["source"];
}

/** A list of the state that routes create, list, read, update and delete objects of. */
export class Collection<Name extends CollectionName> {
  constructor(
    readonly name: Name,
    readonly options: Options<Name>,
  ) {
    declareList(name);
  }

  /** Routes that create, list, fetch, perhaps update, and delete objects that keep the fields of their body. */
  plain(plain: Plain<Name>): RouteDeclaration[] {
    const { source, bodySchema, defaults, usedNameStatus, limit, update } = plain;
    const { changeSource = source } = plain;
    const { object } = this.options;
    type Body = Omit<Item<Name>, "id">;
    const refuseUsedName = (body: Body, context: Context, own?: Item<Name>) => {
      if (usedNameStatus === undefined || !("name" in body)) return;
      if (own !== undefined && "name" in own && own.name === body.name) return;
      this.refuseUsedName(context, String(body.name), usedNameStatus);
    };
    return [
      this.create<Body>({
        ...{ source, summary: `Create one ${object}`, bodySchema },
        make(body, context) {
          refuseUsedName(body, context);
          return { ...defaults, ...body };
        },
        answer: (item, context) => this.#shown(item, context),
      }),
      this.list({ source, summary: `List each ${object}`, limit }),
      this.fetch({ source, summary: `Fetch one ${object}` }),
      ...(update === undefined
        ? []
        : [
            this.update<Body>({
              ...{ source: changeSource, summary: `Update one ${object}` },
              bodySchema: update === "replaces" ? bodySchema : { ...bodySchema, required: [] },
              change(body, context, item) {
                refuseUsedName(body, context, item);
                return { ...(update === "replaces" && defaults), ...body } as Partial<Item<Name>>;
              },
            }),
          ]),
      this.delete({ source: changeSource, summary: `Delete one ${object}`, answer: ok() }),
    ];
  }

  create<Body>({ make, answer, ...described }: Creation<Name, Body>): RouteDeclaration {
    const handler = (context: Context): Answer => {
      const made = make(context.body as Body, context);
      const { object, lastId = object } = this.options;
      const item = { id: newId(context, lastId), ...made } as Item<Name>;
      this.all(context).push(item);
      return ok(answer(item, context));
    };
    return { method: "POST", path: this.options.path, ...described, handler };
  }

  list({ limit, ...described }: List): RouteDeclaration {
    const handler = (context: Context): Answer => {
      const items = context.list(this.all(context));
      const page = limit === undefined ? items : pageOf(context, items, limit);
      return ok(page.map((item) => this.#shown(item, context)));
    };
    return { method: "GET", path: this.options.path, ...described, handler };
  }

  fetch(described: Described): RouteDeclaration {
    const handler = (context: Context): Answer => ok(this.#shown(this.named(context), context));
    return { method: "GET", path: this.#onePath, ...described, handler };
  }

  /** A PUT that changes the object that the path names. */
  update<Body>({
    change,
    answer = (item, context) => this.#shown(item, context),
    ...described
  }: Change<Name, Body>): RouteDeclaration {
    const handler = (context: Context): Answer => {
      const item = this.named(context);
      Object.assign(item, change(context.body as Body, context, item));
      return ok(answer(item, context));
    };
    return { method: "PUT", path: this.#onePath, ...described, handler };
  }

  delete({ answer, ...described }: Described & { answer: Answer }): RouteDeclaration {
    const handler = (context: Context): Answer => {
      this.remove(context, [this.named(context)]);
      return answer;
    };
    return { method: "DELETE", path: this.#onePath, ...described, handler };
  }

  all(context: Context): Item<Name>[] {
    return context.state[this.name];
  }

  /** The object that the path names. */
  named(context: Context): Item<Name> {
    return this.find(context, numericId(context, this.options.param));
  }

  find(context: Context, id: Id): Item<Name> {
    const { object, unknown, isVisible } = this.options;
    const found = this.all(context).find((item) => item.id === id);
    if (!found || isVisible?.(found, context) === false)
      throw new HttpError(404, unknown ?? `${object} ${id} does not exist`);
    return found;
  }

  remove(context: Context, gone: readonly Item<Name>[]): void {
    const kept = this.all(context).filter((item) => !gone.includes(item));
    Object.assign(context.state, { [this.name]: kept });
  }

  /** For collections in which two objects never have the same name. */
  refuseUsedName(context: Context, name: string, status = 400): void {
    if (this.all(context).some((item) => "name" in item && item.name === name))
      throw new HttpError(status, `another ${this.options.object} has the name "${name}"`);
  }

  #shown(item: Item<Name>, context: Context): unknown {
    return this.options.shown === undefined ? item : this.options.shown(item, context);
  }

  get #onePath(): string {
    return `${this.options.path}/{${this.options.param}}`;
  }
}

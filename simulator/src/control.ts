import type { FastifyInstance } from "fastify";
import { itemProblem, stateProblem } from "./stateProblems.js";
import { BadFaultRule, type FaultRule } from "./faults/faults.js";
import type { Instance } from "./instance.js";
import { HttpError } from "./route.js";
import { routesOf } from "./routes.js";
import type { State } from "./state.js";
import { BadVariant } from "./variants/variant.js";

/** Paths with this prefix belong to the simulator, not to the platform. */
export const controlPrefix = "/_control";

interface ItemParams {
  collection: string;
  id: string;
}

/** Adds the control API: reads and edits the state, and manages faults and variants, over HTTP. */
export function addControl(app: FastifyInstance, instance: Instance): void {
  const { state } = instance;
  const path = (rest: string) => `${controlPrefix}${rest}`;

  app.get(path("/calls"), () => instance.calls);
  app.delete(path("/calls"), () => {
    instance.calls.length = 0;
    return { calls: 0 };
  });
  app.post(path("/reset"), () => {
    instance.reset();
    return { reset: true };
  });
  app.get(path("/outbox"), () => instance.outbox);
  app.get(path("/routes"), () =>
    routesOf(instance.settings.profile).map(({ method, path, source, profile, summary }) => ({
      method,
      path,
      source,
      profile,
      summary,
    })),
  );

  app.get(path("/faults"), () => instance.faults.list());
  app.post(path("/faults"), (request) => {
    try {
      return instance.addFault(request.body as FaultRule);
    } catch (error) {
      throw error instanceof BadFaultRule ? new HttpError(400, error.message) : error;
    }
  });
  app.delete(path("/faults"), () => {
    instance.clearFaults();
    return { faults: 0 };
  });

  app.get(path("/variants"), () => instance.variants.list());
  app.put(path("/variants"), (request) => {
    const names = request.body;
    if (!Array.isArray(names)) throw new HttpError(400, "the variants must be a list of names");
    try {
      instance.variants.set(names.map(String));
    } catch (error) {
      throw error instanceof BadVariant ? new HttpError(400, error.message) : error;
    }
    return instance.variants.list();
  });

  app.get(path("/state"), () => state);
  app.patch(path("/state"), (request) => {
    const problem = stateProblem(request.body);
    if (problem) throw new HttpError(400, problem);
    return Object.assign(state, request.body);
  });

  app.get<{ Params: ItemParams }>(path("/state/:collection/*"), (request) => {
    const { items, index } = locate(state, request.params);
    return items[index];
  });
  app.patch<{ Params: ItemParams }>(path("/state/:collection/*"), (request) => {
    const { items, index } = locate(state, request.params);
    if (!isRecord(request.body)) throw new HttpError(400, "the edit must be an object");
    const edited = merged(items[index] ?? {}, request.body);
    const { collection } = request.params;
    const problem = itemProblem(edited, collection, String(items[index]?.["id"]));
    if (problem) throw new HttpError(400, problem);
    return (items[index] = edited);
  });
  app.delete<{ Params: ItemParams }>(path("/state/:collection/*"), (request) => {
    const { items, index } = locate(state, request.params);
    return items.splice(index, 1)[0];
  });
}

type Item = Record<string, unknown>;

const isRecord = (value: unknown): value is Item =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The id is the rest of the path, because ids of shares, certifications and executions have slashes. */
function locate(state: State, params: ItemParams): { items: Item[]; index: number } {
  const { collection } = params;
  const id = (params as unknown as Record<string, string>)["*"] ?? "";
  const entry = Object.entries(state).find(([name]) => name === collection);
  const found: unknown = entry?.[1];
  if (!Array.isArray(found)) throw new HttpError(404, `unknown collection ${collection}`);
  const items = found as Item[];
  const index = items.findIndex((item) => String(item["id"]) === id);
  if (index < 0) throw new HttpError(404, `${collection} has no object with the id ${id}`);
  return { items, index };
}

/** Merges objects at every level. Lists are replaced. */
function merged(into: Item, edit: Item): Item {
  const result = { ...into };
  for (const [name, value] of Object.entries(edit)) {
    const old = result[name];
    result[name] = isRecord(old) && isRecord(value) ? merged(old, value) : value;
  }
  return result;
}

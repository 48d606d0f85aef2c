import type { Operations } from "../platform/operations";
import { verbsOf } from "./object";
import type { ObjectResource } from "./object";
import type { Resource } from "./resource";
import type { Route } from "../wire/route";
import type { Call } from "./verbs";

/** The operations that make calls. `details` fetches what a list does not show. */
export const callers = ["create", "read", "update", "delete", "import", "details"] as const;

export type Caller = (typeof callers)[number];

/** The calls of a resource; undefined if it does not have the operation. */
export function callsOf(
  resource: Resource,
  caller: Caller,
  operations: Operations,
): readonly Call[] | undefined {
  if (resource.kind === "object") return objectCalls(resource, caller, operations);
  if (caller !== "create" && caller !== "update") return undefined;
  return resource.calls.filter(
    ({ route }) => operations === "extended" || route.source === "specification",
  );
}

/** The routes of all calls that a resource makes. */
export function routesOf(resource: Resource): Route[] {
  return callers
    .flatMap((caller) => [
      ...(callsOf(resource, caller, "documented") ?? []),
      ...(callsOf(resource, caller, "extended") ?? []),
    ])
    .map(({ route }) => route);
}

function objectCalls(resource: ObjectResource, caller: Caller, operations: Operations) {
  const { list, fetch, ...verbs } = verbsOf(resource, operations);
  const noun = resource.noun.split(" ").at(-1);
  const fetching = (when: string) => fetch?.calls.map((call) => ({ ...call, when })) ?? [];
  switch (caller) {
    case "create": {
      const own = verbs.create?.calls;
      const isOwn = ({ route }: Call) => own?.some((call) => call.route === route) === true;
      const when = "once before the first create, also in a preview";
      const before = list?.calls.filter((call) => !isOwn(call)).map((call) => ({ ...call, when }));
      return own && [...own, ...(before ?? [])];
    }
    case "read":
      if (list === undefined) return fetch && [...fetch.calls, ...(fetch.absence?.calls ?? [])];
      return [...list.calls, ...fetching(`if the list lacks the ${noun}`)];
    case "import":
      return list
        ? [...list.calls, ...fetching("if the instance does not offer the list")]
        : fetch?.calls;
    case "details":
      return list?.unseen && fetch
        ? fetching(
            `once for each import, before a create for each ${noun} that the list shows as identical, and at each refresh if \`platform:readDetails\` is \`refresh\``,
          )
        : undefined;
    default:
      return verbs[caller]?.calls;
  }
}

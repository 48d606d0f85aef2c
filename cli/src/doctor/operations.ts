import {
  allRoutes,
  anyAnswer,
  hasCode,
  isRead,
  PlatformError,
  routes,
} from "pulumi-platform-provider/contract";
import type { Route } from "pulumi-platform-provider/contract";
import { canBeOn } from "../stack/objects.js";
import type { ManagedObject } from "../stack/objects.js";
import type { ReadOnlyInstance } from "../instances/readOnly.js";
import { Checks } from "./checks.js";
import type { Target } from "./targets.js";
import { isMap } from "../stack/values.js";

/** The result for one operation, found without a write. */
export interface OperationRow {
  operation: string;
  call: string;
  source: Route["source"];
  offered: "yes" | "no" | "refused" | "failed" | "not known";
  /** Why that is known, or why it is not. */
  why: string;
  /** The known needs of the token's user. */
  needs: string;
}

type Params = Record<string, string>;

/** Reads whose answer matters, with the parameters that earlier answers or the state give. */
const wanted = new Map<Route, (ids: Ids) => Params | undefined>([
  [routes.listSchedules, () => ({})],
  [routes.listRoles, () => ({})],
  [routes.listGroups, () => ({})],
  [routes.fetchGroup, ({ group }) => known({ group })],
  [routes.fetchGroupOwners, ({ group }) => known({ group })],
  [routes.fetchSchedule, ({ scheduleId }) => known({ scheduleId })],
  [routes.listSent, ({ scheduleId }) => known({ scheduleId })],
  [routes.listPartitions, ({ datasetId }) => known({ datasetId })],
  [routes.listPermissions, ({ datasetId }) => known({ datasetId })],
  [routes.listExecutions, ({ streamId }) => known({ streamId })],
  [
    routes.fetchCertification,
    ({ certified }) => {
      const [entityType, entityId] = certified?.split("/") ?? [];
      return known({ entityType, entityId });
    },
  ],
]);

/** Parameters that all have a value. */
const known = (params: Record<string, string | undefined>): Params | undefined =>
  Object.values(params).includes(undefined) ? undefined : (params as Params);

/** A list of groups gives the id of one for the operations on a group. */
const inOrder: readonly Route[] = [
  routes.listGroups,
  ...allRoutes.filter((route) => route !== routes.listGroups),
];

/** Which id the first object of a list gives. */
const listedIds = new Map<Route, "scheduleId" | "group">([
  [routes.listSchedules, "scheduleId"],
  [routes.listGroups, "group"],
]);

const showsNone = "the list shows none, although the state has some";

interface Ids {
  group?: string;
  scheduleId?: string;
  datasetId?: string;
  streamId?: string;
  certified?: string;
}

/** Which operations an instance offers to the user of the token, found by reads only. */
export async function examineOperations(
  { name, settings }: Target,
  instance: ReadOnlyInstance,
  managed: readonly ManagedObject[],
): Promise<{ checks: Checks; rows: OperationRow[] }> {
  const checks = new Checks(`operations of ${name}`);
  const isExtended = settings.operations === "extended";
  const ids = idsIn(managed, settings.baseUrl);
  const rows: OperationRow[] = [];
  for (const route of inOrder) {
    const { title: operation, method, path, source, permissions = [] } = route;
    const needs = permissions.map((one) => `${one.needs} (${one.source})`).join("; ");
    const row = { operation, call: `${method} ${path}`, source, needs: needs || "not documented" };
    const paramsOf = wanted.get(route);
    const params = paramsOf?.(ids);
    const notKnown = (why: string) => ({ offered: "not known", why }) as const;
    const said = !isRead(route)
      ? notKnown("only a write would tell")
      : paramsOf === undefined
        ? notKnown("needs arguments that nothing here has")
        : params === undefined
          ? notKnown("needs an id: none is in the list or in the state")
          : await ask(instance, route, params, ids);
    rows.push({ ...row, ...said });
  }
  for (const { operation, offered, why, source, needs } of rows) {
    if (offered === "refused") {
      checks.find(
        `The user of the token may not: ${operation}`,
        `${why}. Needed: ${needs}`,
        "Ask an administrator of the platform for the grant",
      );
    }
    if (why === showsNone) {
      checks.find(
        `${operation}: ${why}`,
        "A token without rights also gets an empty list, so Pulumi cannot tell what was deleted",
        "Use a token whose user sees the objects, or look at the instance",
      );
    }
    if (offered === "failed") {
      checks.find(`No answer to: ${operation}`, why, "Run the command again");
    }
    // The provider does without an extended read.
    if (offered === "no" && source === "specification") {
      checks.find(`The instance does not offer: ${operation}`, why, "Check platform:baseUrl");
    }
    if (offered === "no" && source === "extended" && isExtended) {
      checks.fact(operation, "not offered: nothing to do, the provider does without it");
    }
  }
  const count = (source: string, offered: string) =>
    rows.filter((row) => row.source === source && row.offered === offered).length;
  if (isExtended && count("extended", "no") > 0 && count("extended", "yes") === 0) {
    checks.find(
      "The instance offers none of the extended operations that a read can try",
      "Extended operations may not work on this instance",
      "pulumi config set platform:operations documented   # ends updates and deletes of most objects",
    );
  }
  for (const source of ["specification", "extended"]) {
    const [yes, no, open] = ["yes", "no", "not known"].map((offered) => count(source, offered));
    checks.fact(
      source,
      `${yes} offered for sure, ${no} not offered, ${open} not known without a write or an id`,
    );
  }
  return { checks, rows };
}

async function ask(
  instance: ReadOnlyInstance,
  route: Route,
  params: Params,
  ids: Ids,
): Promise<Pick<OperationRow, "offered" | "why">> {
  try {
    const operation = route.title.toLowerCase();
    const answer = await instance.send({ operation, route, params, answer: anyAnswer });
    const key = listedIds.get(route);
    if (key === undefined) return { offered: "yes", why: "it answered" };
    const listed = firstId(answer);
    const isShown = listed !== undefined || ids[key] === undefined;
    ids[key] ??= listed;
    return { offered: "yes", why: isShown ? "it answered" : showsNone };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const why = error.detail;
    if (hasCode(error, "not_offered")) return { offered: "no", why };
    if (hasCode(error, "forbidden")) return { offered: "refused", why };
    // The operation may exist, although the object is deleted.
    if (hasCode(error, "not_found")) return { offered: "not known", why };
    return { offered: "failed", why };
  }
}

/** The id of the first object in a list, however the list is wrapped. */
function firstId(answer: unknown): string | undefined {
  const lists = [answer, ...(isMap(answer) ? Object.values(answer) : [])].filter(Array.isArray);
  const [first] = (lists[0] ?? []) as unknown[];
  const id = isMap(first) ? (first.id ?? first.groupId) : undefined;
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/** Ids of objects that the stack has on an instance. */
function idsIn(managed: readonly ManagedObject[], baseUrl: string): Ids {
  const here = managed.filter((one) => canBeOn(one, baseUrl));
  const of = (name: string) => here.find(({ resource }) => resource.name === name);
  const streamId = of("StreamExecution")?.stored.inputs?.streamId;
  const hasStream = typeof streamId === "number" || typeof streamId === "string";
  const id = (name: string) => of(name)?.id;
  return {
    group: id("Group"),
    scheduleId: id("ReportSchedule"),
    datasetId: id("DatasetShare"),
    certified: id("Certification"),
    ...(hasStream && { streamId: String(streamId) }),
  };
}

import { HttpError } from "../route.js";
import { routes } from "../routes.js";
import type { VariantBase } from "./names.js";
import { always, BadVariant, type Effect, type Variant } from "./variant.js";

const history = "GET /api/content/v1/reportschedules/{scheduleId}/history";
const executions = "GET /api/data/v1/streams/{streamId}/executions";

/** Reads that a careful client makes only to be safe. */
const evidence = [
  "GET /api/content/v1/reportschedules",
  "GET /api/authorization/v1/roles",
  history,
  executions,
  "GET /api/content/v2/groups/grouplist",
  "GET /api/data/v3/datasources/{datasetId}/permissions",
  "GET /api/tags/v3/{entityType}/{entityId}/system/CERTIFIED/state",
];

const notOffered = () => new HttpError(404, "No such endpoint");
const forms: Record<string, () => HttpError> = {
  "404": notOffered,
  "405": () => new HttpError(405, "Method Not Allowed"),
  // An unknown object has the same answer.
  "not-found": () => new HttpError(404, "Not Found"),
};

/** Refuses these operations, which have the names of the call log, as in "GET /api/content/v2/groups/{group}". */
const refuse = (operations: readonly string[], error: () => HttpError): Effect => ({
  refuse(call) {
    if (operations.includes(call.route)) throw error();
  },
});

const refuseQueries: Effect = {
  refuse({ source, query }) {
    // The specification gives no query parameter a name.
    const [name] = source === "SPEC" ? Object.keys(query) : [];
    if (name !== undefined) throw new HttpError(400, `query parameter ${name} is not known`);
  },
};

/** The argument is an extended operation, and the form of the answer after an equals sign. */
function withoutOperation(argument = ""): Effect {
  const [operation = "", form = "404"] = argument.split("=");
  const isExtended = routes.some(
    ({ method, path, profile }) => profile === "extended" && `${method} ${path}` === operation,
  );
  if (!isExtended) {
    throw new BadVariant(
      `"${operation}" is not an extended operation, as in "no-extended:GET /api/content/v2/groups/grouplist"`,
    );
  }
  const error = Object.entries(forms).find(([name]) => name === form)?.[1];
  if (!error) throw new BadVariant(`the answer must be ${Object.keys(forms).join(", ")}`);
  return refuse([operation], error);
}

export const refusals = {
  "strict-queries": {
    answers: "400 for a query parameter of a documented operation",
    reason:
      "The specification names no query parameter, and a strict server refuses unknown names.",
    start: always(refuseQueries),
  },
  "no-history": {
    answers:
      "404 `No such endpoint` for the history of a schedule and the list of a stream's executions",
    reason: "These reads are not in the specification.",
    start: always(refuse([history, executions], notOffered)),
  },
  "no-extended": {
    argument: ":<operation>[=<answer>]",
    answers:
      "404 `No such endpoint` for this extended operation; 405 with `=405`, 404 `Not Found` with `=not-found`",
    reason:
      "Extended operations are not in the specification, so an instance may lack some of them.",
    start: withoutOperation,
  },
  "forbidden-evidence": {
    answers:
      "403 `Forbidden` for the lists of schedules, roles, groups and executions, a schedule's history, a dataset's permissions, and the state of a certification",
    reason: "The token of a service account may have only the grants for its own work.",
    start: always(refuse(evidence, () => new HttpError(403, "Forbidden", "text"))),
  },
} satisfies Partial<Record<VariantBase, Variant>>;

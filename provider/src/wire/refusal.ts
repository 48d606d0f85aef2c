type Body = Readonly<Record<string, unknown>>;

/**
 * Whether the answer of a successful status says that the platform did not do what it was asked. Decision 010 has the
 * reason of each form. A field that an object has of its own says nothing about the request.
 */
export function isErrorBody(body: unknown): boolean {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return false;
  const fields = new Map(
    Object.entries(body as Body).map(([name, value]) => [
      name.toLowerCase().replaceAll("_", ""),
      value,
    ]),
  );
  if (successFields.some((name) => isFalse(fields.get(name)))) return true;
  // An object of the platform can have a state of its own, and errors from its own work.
  if (ownIds.some((name) => fields.get(name) != null)) return false;
  if (["error", "errors"].some((name) => isSaid(fields.get(name)))) return true;
  const status = fields.get("status");
  return typeof status === "string" && failedWords.test(status);
}

const successFields = ["success", "succeeded", "issuccess", "ok"];
const isFalse = (value: unknown): boolean =>
  value === false || (typeof value === "string" && /^false$/i.test(value));
const failedWords = /^(error|fail|failed|failure|rejected|denied)$/i;
/** Ids of what an answer is about. Others name the request, or repeat what it was about. */
const ownIds = ["id", "urn", "guid", "uuid", "executionid", "jobid", "taskid", "indexrequestkey"];

/** Whether something stands in a field for errors: a text, an object or a list that is not empty, or true. */
function isSaid(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return value === true || (typeof value === "string" && value.trim() !== "");
}

/** The platform's own words about a failure, from any of the forms in which platforms send them. */
export function errorText(body: unknown, depth = 0): string | undefined {
  if (typeof body === "string") return body.trim() === "" ? undefined : body;
  if (typeof body !== "object" || body === null || depth > deepest) return undefined;
  const within = (one: unknown) => errorText(one, depth + 1);
  if (Array.isArray(body)) return body.flatMap((one) => within(one) ?? []).join("; ") || undefined;
  const said = wordFields.map((name) => within((body as Body)[name]));
  return said.find((words) => words !== undefined);
}
const deepest = 10;
const wordFields = [
  "message",
  "statusReason",
  "detail",
  "error_description",
  "error",
  "errors",
  "title",
];

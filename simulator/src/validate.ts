/** The part of a schema validator's finding that a message is made of. */
export interface Finding {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  parentSchema?: Record<string, unknown>;
  message?: string;
}

/** One sentence that names the field, as in "schedule.hourOfDay must be between 0 and 23". */
export function describeFinding(finding: Finding): string {
  const at = fieldPath(finding.instancePath);
  const subject = at || "the request body";
  const { params, parentSchema = {} } = finding;
  switch (finding.keyword) {
    case "required":
      return `${join(at, String(params["missingProperty"]))} is required`;
    case "additionalProperties":
      return `${join(at, String(params["additionalProperty"]))} is not a known field`;
    case "type": {
      const types = [params["type"]].flat().map((type) => article(String(type)));
      return `${subject} must be ${types.join(" or ")}`;
    }
    case "minimum":
    case "maximum":
      return "minimum" in parentSchema && "maximum" in parentSchema
        ? `${subject} must be between ${String(parentSchema["minimum"])} and ${String(parentSchema["maximum"])}`
        : `${subject} ${finding.message ?? "is out of range"}`;
    case "enum":
      return `${subject} must be one of ${(params["allowedValues"] as string[]).join(", ")}`;
    case "minLength":
    case "minItems":
      return `${subject} must not be empty`;
    default:
      return `${subject} ${finding.message ?? "is not valid"}`;
  }
}

/** Turns "/schedule/additionalRecipients/0/value" into "schedule.additionalRecipients[0].value". */
function fieldPath(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), "");
}

const join = (path: string, field: string): string => (path ? `${path}.${field}` : field);

const article = (type: string): string =>
  type === "null" ? "null" : `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;

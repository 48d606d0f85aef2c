import type { VariantBase } from "./names.js";
import { oneWord, type Effect, type Variant } from "./variant.js";
import { readsByPost } from "./writes.js";

/** Changes the value of a field; `undefined` is no value. */
type Bend = (value: unknown, field: string) => unknown;

const named = /^(title|subject|name|description)$/;
const ofTexts =
  (bend: (text: string) => string, fields = named): Bend =>
  (value, field) =>
    typeof value === "string" && fields.test(field) ? bend(value) : value;

/** How many characters a cut text has. */
const longest = 20;

/** Names of zones as Windows has them. Other zones keep their names. */
const windowsZones: Record<string, string> = {
  "America/Chicago": "Central Standard Time",
  "America/Denver": "Mountain Standard Time",
  "America/Los_Angeles": "Pacific Standard Time",
  "America/New_York": "Eastern Standard Time",
  "Asia/Kolkata": "India Standard Time",
  "Asia/Tokyo": "Tokyo Standard Time",
  "Europe/Berlin": "W. Europe Standard Time",
  "Europe/London": "GMT Standard Time",
  "Europe/Paris": "Romance Standard Time",
};

const isAddressed = (item: unknown): item is { type: string; value: string } =>
  typeof item === "object" && item !== null && "type" in item && "value" in item;

const reversed = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? 1 : -1);

const forms: Record<string, Bend> = {
  trimmed: ofTexts((text) => text.trim()),
  squeezed: ofTexts((text) => text.replace(/\s+/g, " ")),
  cut: ofTexts((text) => text.slice(0, longest)),
  decomposed: ofTexts((text) => text.normalize("NFD")),
  "small-addresses": (value) =>
    isAddressed(value) && value.type.toUpperCase() === "EMAIL"
      ? { ...value, value: value.value.toLowerCase() }
      : value,
  "windows-zones": ofTexts((zone) => windowsZones[zone] ?? zone, /^timezone$/),
  sorted: (value, field) => {
    if (field === "daysToRun" && typeof value === "string")
      return value.split(",").sort(reversed).join(",");
    return Array.isArray(value) && value.every((one) => typeof one === "object")
      ? value.toSorted(reversed)
      : value;
  },
  "one-recipient-less": (value, field) =>
    field === "additionalRecipients" && Array.isArray(value) ? value.slice(0, -1) : value,
  "quarter-hours": (value, field) =>
    field === "minOfHour" ? Number(value) - (Number(value) % 15) : value,
  disabled: (value, field) => (field === "enabled" ? false : value),
};

/** A copy of a body, bent from the inside out. The body of a switch is its only value. */
function bent(value: unknown, bend: Bend, field: string): unknown {
  if (Array.isArray(value))
    return bend(
      value.map((item) => bent(item, bend, "")),
      field,
    );
  if (typeof value !== "object" || value === null) return bend(value, field);
  const fields = Object.entries(value).map(([name, inner]) => [name, bent(inner, bend, name)]);
  return bend(Object.fromEntries(fields), field);
}

const storing = (form: string): Effect => ({
  take(body, { method, route }) {
    const bend = forms[form];
    if (bend === undefined || body === undefined || readsByPost.includes(route)) return body;
    return method === "GET" ? body : bent(body, bend, route.endsWith("/enabled") ? "enabled" : "");
  },
});

export const stored = {
  stores: {
    argument: ":<form>",
    answers:
      "200 for a write, and stores another value, which all answers then show. The form is `trimmed`, `squeezed` (several blanks as one), `cut` (20 characters) or `decomposed` (NFD) for titles, names and descriptions; `small-addresses`; `windows-zones` such as `Eastern Standard Time`; `sorted` days and lists, backwards; `one-recipient-less`; `quarter-hours`; or `disabled` schedules",
    reason:
      "Platforms normalize, limit, round and drop what they get, and the specification does not say what.",
    start: oneWord(Object.keys(forms), storing),
  },
} satisfies Partial<Record<VariantBase, Variant>>;

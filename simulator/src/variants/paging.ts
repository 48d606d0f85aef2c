import type { VariantBase } from "./names.js";
import { always, type Effect, type Variant } from "./variant.js";

const schedules = "GET /api/content/v1/reportschedules";

/** The list of schedules without these parameters, as if the call did not have them. */
const ignored = (...names: string[]): Effect => ({
  query({ route, query }) {
    if (route !== schedules) return query;
    return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
  },
});

export const paging = {
  "ignored-paging": {
    answers:
      "the whole list of schedules in its own order, whatever `limit`, `skip`, `orderBy` and `isAscending` say",
    reason:
      "The specification names no query parameter of this list, and many servers ignore unknown names.",
    start: always(ignored("limit", "skip", "orderBy", "isAscending")),
  },
  "ignored-title": {
    answers: "schedules with any title, whatever `title` says",
    reason: "The specification shows no name for the filter on the title.",
    start: always(ignored("title")),
  },
} satisfies Partial<Record<VariantBase, Variant>>;

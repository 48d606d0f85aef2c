import type { Call } from "../calls.js";
import type { VariantBase } from "./names.js";
import { always, type Effect, type Variant } from "./variant.js";

const schedules = "GET /api/content/v1/reportschedules";
const executions = "GET /api/data/v1/streams/{streamId}/executions";

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
  "oldest-first": {
    answers: "the executions of a stream with the oldest first",
    reason: "No document shows the order of this list.",
    start: always({
      page: <T>(items: T[], cut: (all: T[]) => T[], { route }: Call) =>
        cut(route === executions ? items.toReversed() : items),
    }),
  },
} satisfies Partial<Record<VariantBase, Variant>>;

import type { Request } from "../wire/request";
import type { Advice } from "../messages/advice";
import { PlatformError } from "../messages/errors";
import { isRead } from "../wire/route";
import type { Route } from "../wire/route";

type Asked = Pick<Request<unknown>, "operation" | "route" | "params">;

/** The endpoints that an instance offers, as the answers of one run show. */
export class Capabilities {
  /** What the instance refused of the parameters of pages, by list. */
  readonly refusedPaging = new Map<Route, "size" | "pages">();
  readonly #notOffered = new Set<Route>();
  /** The objects that each endpoint has shown. Two are enough to know another one. */
  readonly #shown = new Map<Route, Set<string>>();

  /** Throws if an earlier answer showed that the instance does not offer this extended operation. */
  mustOffer({ route, operation }: Asked): void {
    if (!this.#notOffered.has(route)) return;
    const { title, method, path } = route;
    const detail = `the instance does not offer "${title}" (${method} ${path}), as it answered before`;
    throw new PlatformError({ code: "not_offered", operation, detail, advice: wayOut(route) });
  }

  /** Learns from an answer. Explains the failure of an operation that the instance does not offer. */
  async learn<Answer>(
    { route, operation, params }: Asked,
    answer: Promise<Answer>,
  ): Promise<Answer> {
    try {
      const answered = await answer;
      const shown = this.#shown.get(route) ?? new Set();
      if (shown.size < 2) this.#shown.set(route, shown.add(keyOf(params)));
      return answered;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      // The path of a list names no object, so a 404 means that the endpoint is missing.
      const isMissingList =
        error.code === "not_found" && isRead(route) && !route.path.includes("{");
      if (error.code !== "not_offered" && !isMissingList) throw error;
      // So no earlier attempt has worked either.
      const missing = { missing: "endpoint", isRepeated: false } as const;
      const failure = { code: "not_offered", operation, ...missing, cause: error } as const;
      if (route.source !== "extended") throw error.rephrased(failure);
      this.#notOffered.add(route);
      const note = `The instance does not offer the extended operation "${route.title}".`;
      throw error.rephrased({ ...failure, note, advice: wayOut(route) });
    }
  }

  /** Whether the endpoint has shown another object in this run. Its 404 is then about the object. */
  hasShownOther({ route, params }: Asked): boolean {
    return [...(this.#shown.get(route) ?? [])].some((key) => key !== keyOf(params));
  }
}

const wayOut = (route: Route): Advice =>
  isRead(route)
    ? [
        {
          to: "without",
          steps: [{ setting: "operations", value: "documented" }],
          note: "Pulumi can then no longer update or delete most objects.",
        },
      ]
    : [{ steps: [{ instance: "change" }] }];

const keyOf = (params: Asked["params"]) => JSON.stringify(params ?? {});

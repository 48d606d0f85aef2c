import type { Advice, CheckTarget, Option } from "./advice";
import type { ErrorParts } from "./errors";
import type { SettingPlace } from "./settingPlaces";

/** The settings of an API, and where they are set. */
export interface EndpointPlaces {
  address: SettingPlace;
  secret: SettingPlace;
  /** Also the header that carries the token. */
  header?: SettingPlace & { header: string };
}

/** What to do about an answer that is a failure; undefined if the answer does not show it. */
export function answerAdvice(
  { code, missing }: Pick<ErrorParts, "code" | "missing">,
  { address, secret, header }: EndpointPlaces,
  /** The body of the request names other objects. */
  namesOthers: boolean,
): Advice | undefined {
  const check = (...all: CheckTarget[]): Option => ({ steps: [{ check: all, ...address }] });
  switch (code) {
    case "unauthorized": {
      const inHeader: Advice = header ? [{ steps: [{ check: ["tokenHeader"], ...header }] }] : [];
      return [{ steps: [secret] }, ...inHeader];
    }
    case "forbidden":
      return [{ steps: [{ ask: "grant" }] }, check("address")];
    case "not_found":
      // The platform's words say which of several objects it does not find.
      return missing === "object" && namesOthers
        ? [check("named", "exists", "visible", "address")]
        : [check("exists", "visible", "address")];
    case "rate_limited":
      return [
        { steps: [{ again: "command", after: "minutes" }] },
        { steps: [{ again: "command", with: ["--parallel"] }] },
      ];
    case "server_error":
      return [{ steps: [{ again: "command", after: "works" }] }];
    case "redirected":
      return [{ ...check("address", "ipAddress"), note: "Redirects are never followed." }];
    case "not_the_api":
    case "not_offered":
    case "unexpected_answer":
    case "answer_too_large":
      return [check("apiAddress", "proxy")];
    default:
      return undefined;
  }
}

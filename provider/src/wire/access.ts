import type { EndpointPlaces } from "../messages/answerAdvice";
import { PlatformError } from "../messages/errors";
import { placesIn } from "../messages/settingPlaces";
import type { SettingPlace } from "../messages/settingPlaces";

/** The addresses and the credentials of requests. */
export interface Credentials {
  baseUrl: string;
  token: string;
  tokenHeader: string;
  /** Address of the workflow API. */
  apiUrl?: string;
  /** Bearer token of the workflow API. */
  accessToken?: string;
  /** The time limits of a read, of a write and of a text generation. */
  readDeadlineSeconds: number;
  writeDeadlineSeconds: number;
  textDeadlineSeconds: number;
  /** The place of each setting, for messages. */
  places?: Readonly<Record<string, string>>;
}

/** The API of the instance itself, or the workflow API, which has its own address and token. */
export type Api = "instance" | "workflow";

/** The address and the credentials of one API. The token of one API is never sent to the other. */
export interface Endpoint {
  url: string;
  /** The header that carries the token. */
  header: Record<string, string>;
  /** The places of the address and the token, for messages. */
  names: EndpointPlaces;
}

export function endpointOf(access: Credentials, api: Api): Endpoint {
  const { baseUrl, token, tokenHeader, apiUrl, accessToken } = access;
  const placeOf = (setting: string): SettingPlace => ({
    setting,
    place: placesIn(access)(setting),
  });
  if (api === "instance") {
    return {
      url: baseUrl,
      header: { [tokenHeader]: token },
      names: {
        address: placeOf("baseUrl"),
        secret: placeOf("token"),
        header: { ...placeOf("tokenHeader"), header: tokenHeader },
      },
    };
  }
  if (apiUrl === undefined || accessToken === undefined) {
    const missing = Object.entries({ apiUrl, accessToken })
      .filter(([, value]) => value === undefined)
      .map(([setting]) => placeOf(setting));
    const names = missing.map(({ place }) => place).join(" and ");
    throw new PlatformError({
      code: "invalid_settings",
      operation: "call the workflow API",
      detail: `${names} ${missing.length === 1 ? "is" : "are"} not set`,
      advice: [{ steps: missing }],
    });
  }
  return {
    url: apiUrl,
    header: { authorization: `Bearer ${accessToken}` },
    names: { address: placeOf("apiUrl"), secret: placeOf("accessToken") },
  };
}

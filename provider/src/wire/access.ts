import { PlatformError } from "./errors";

/** Where and as whom requests go. */
export interface Access {
  baseUrl: string;
  token: string;
  tokenHeader: string;
  /** Address of the workflow API. */
  apiUrl?: string;
  /** Bearer token of the workflow API. */
  accessToken?: string;
  /** How long the answer to a read may take; the other two: to a write, and a generated text. */
  readDeadlineSeconds: number;
  writeDeadlineSeconds: number;
  textDeadlineSeconds: number;
  /** Where each of them is set, for messages. */
  places?: Readonly<Record<string, string>>;
}

/** The API of the instance itself, or the workflow API, which has its own address and token. */
export type Api = "instance" | "workflow";

/** What a client needs to know of an API. The token of one is never sent to the other. */
export interface Endpoint {
  url: string;
  /** The header that carries the token. */
  header: Record<string, string>;
  /** Where the address and the token are set, for messages. */
  names: { address: string; secret: string };
}

export function endpointOf(access: Access, api: Api): Endpoint {
  const { baseUrl, token, tokenHeader, apiUrl, accessToken, places = {} } = access;
  if (api === "instance") {
    return {
      url: baseUrl,
      header: { [tokenHeader]: token },
      names: {
        address: places.baseUrl ?? "platform:baseUrl",
        secret: places.token ?? "platform:token",
      },
    };
  }
  if (apiUrl === undefined || accessToken === undefined) {
    const missing = [
      ...(apiUrl === undefined ? [places.apiUrl ?? "platform:apiUrl"] : []),
      ...(accessToken === undefined ? [places.accessToken ?? "platform:accessToken"] : []),
    ];
    const isOne = missing.length === 1;
    throw new PlatformError({
      code: "invalid_settings",
      operation: "call the workflow API",
      detail: `${missing.join(" and ")} ${isOne ? "is" : "are"} not set`,
      hint: `Set ${isOne ? "it" : "both"} to the ${[...(apiUrl === undefined ? ["address"] : []), ...(accessToken === undefined ? ["access token"] : [])].join(" and the ")} of the workflow API.`,
    });
  }
  return {
    url: apiUrl,
    header: { authorization: `Bearer ${accessToken}` },
    names: {
      address: places.apiUrl ?? "platform:apiUrl",
      secret: places.accessToken ?? "platform:accessToken",
    },
  };
}

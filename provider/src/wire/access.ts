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
  deadlineSeconds: number;
}

/** The interface of the instance itself, or that for workflows, which has an address and a token of its own. */
export type Api = "instance" | "workflow";

/** What a client needs to know of an interface. The secret of one never goes to the other. */
export interface Endpoint {
  url: string;
  /** The header that says who calls. */
  header: Record<string, string>;
  /** What people are told to look at: where the address and the secret are set. */
  names: { address: string; secret: string };
}

export function endpointOf(access: Access, api: Api): Endpoint {
  const { baseUrl, token, tokenHeader, apiUrl, accessToken } = access;
  if (api === "instance") {
    return {
      url: baseUrl,
      header: { [tokenHeader]: token },
      names: {
        address: "platform:baseUrl",
        secret: "PLATFORM_TOKEN (or the secret platform:token)",
      },
    };
  }
  if (apiUrl === undefined || accessToken === undefined) {
    const missing = [
      ...(apiUrl === undefined ? ["platform:apiUrl (or PLATFORM_API_URL)"] : []),
      ...(accessToken === undefined ? ["platform:accessToken (or PLATFORM_ACCESS_TOKEN)"] : []),
    ].join(" and ");
    throw new PlatformError({
      code: "invalid_settings",
      operation: "call the workflow API",
      detail: `${missing} ${(apiUrl ?? accessToken) ? "is" : "are"} missing`,
      hint: "Its address (`apiUrl`) and a token of it (`accessToken`, as a secret) are settings of their own; those of a named instance stand in its entry of platform:instances.",
    });
  }
  return {
    url: apiUrl,
    header: { authorization: `Bearer ${accessToken}` },
    names: {
      address: "platform:apiUrl",
      secret: "PLATFORM_ACCESS_TOKEN (or the secret platform:accessToken)",
    },
  };
}

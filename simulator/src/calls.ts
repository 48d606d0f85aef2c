import type { VariantName } from "./variants/names.js";

/** One request that reached the simulator. Calls of the control API are not recorded. */
export interface Call {
  /** Counts up from 1 since the start or the last reset. */
  n: number;
  /** When the request's head arrived, in epoch milliseconds. */
  at: number;
  /** Milliseconds until the answer was written or the connection closed. */
  ms: number;
  method: string;
  /** Path without the query. */
  path: string;
  query: Record<string, string>;
  /** Method and path pattern, as in "GET /api/content/v2/groups/{group}", or "unknown". */
  route: string;
  /** The source of the route: SPEC, EXT-D, EXT-O, EXT-C, or "none" for an unknown route. */
  source: string;
  /** The parsed request body; undefined without one. */
  body: unknown;
  /** The status of the answer; null until the answer is complete, or if it never was. */
  status: number | null;
  /** True once the operation was carried out, whatever the answer says. */
  worked: boolean;
  /** The fault that was injected into this call. */
  fault?: { id: string; kind: string; moment: string };
  /** The variants that changed, refused or delayed the answer. */
  variants?: VariantName[];
}

/** One e-mail that the platform would have sent. */
export interface Mail {
  kind: "sendnow" | "notification" | "share";
  /** Id of the schedule or dataset that the mail is about. */
  subject: string;
  /** The address; `TYPE:id` for a recipient whose address the simulator does not know. */
  to: string;
  at: number;
}

/** One request that reached the simulator. The control side is not recorded. */
export interface Call {
  /** Counts up from 1 since the start or the last reset. */
  n: number;
  /** When the request's head arrived, in epoch milliseconds. */
  at: number;
  /** How long it took until the answer was written, or until the connection was gone. */
  ms: number;
  method: string;
  /** Path without the query. */
  path: string;
  query: Record<string, string>;
  /** Method and path pattern, as in "GET /api/content/v2/groups/{group}", or "unknown". */
  route: string;
  /** Where the route comes from: SPEC, EXT-D, EXT-O, EXT-C, GUESS, or "none" for an unknown route. */
  source: string;
  /** The parsed request body; the raw text where it was not JSON; undefined where there was none. */
  body: unknown;
  /** The status that was answered; null while or because no answer was completed. */
  status: number | null;
  /** True once the operation itself was carried out, whatever was answered afterwards. */
  worked: boolean;
  /** The fault that struck this call. */
  fault?: { id: string; kind: string; moment: string };
}

/** One e-mail that the platform would have sent. */
export interface Mail {
  kind: "sendnow" | "notification" | "share";
  /** Id of the schedule or dataset that the mail is about. */
  subject: string;
  /** The address; `TYPE:id` for a recipient whose address is not known here. */
  to: string;
  at: number;
}

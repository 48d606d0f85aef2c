/** Stable codes of every failure that this provider reports. Match on these, not on message texts. */
export type ErrorCode =
  /** A setting is missing or malformed. Nothing was called. */
  | "invalid_settings"
  /** An argument of a function is not allowed. Nothing was called. */
  | "invalid_input"
  /** The change or delete has no way in the current `platform:operations`. Nothing was called. */
  | "impossible"
  /** The object was made on another instance than this run is for. Nothing was changed. */
  | "another_instance"
  /** The journal that keeps killed runs from being repeated cannot be read or written. */
  | "journal_unusable"
  /** An object with the same content is on the instance already. Nothing was created. */
  | "twin_exists"
  /** It cannot be told whether the object exists. State is left as it is. */
  | "unknown_state"
  /** What was started and waited for ended, but not well. */
  | "ended_badly"
  /** 401: the token is missing, wrong or expired. */
  | "unauthorized"
  /** 403: the token's user lacks a right. */
  | "forbidden"
  /** 404: the object does not exist, or the token's user cannot see it. */
  | "not_found"
  /** 409. */
  | "conflict"
  /** Any other 4xx: the platform refused the request. */
  | "rejected"
  /** 429 for longer than we wait. */
  | "rate_limited"
  /** 5xx. */
  | "server_error"
  /** 3xx: never followed, as the token must not travel to another host. */
  | "redirected"
  /** No connection could be made, or it broke. */
  | "unreachable"
  /** No answer within `platform:deadlineSeconds`. */
  | "timed_out"
  /** The answer is not what the specification describes. */
  | "unexpected_answer";

/** What a failure tells: what we tried, on what, what the platform said, what to do. */
export interface Failure {
  code: ErrorCode;
  /** What we tried, on what, as in `create report schedule "Weekly"`. */
  tried: string;
  /** What happened or what the platform answered. */
  said: string;
  /** What to do next. */
  todo?: string;
  status?: number;
  /** The platform's own id of the request (`toe`), for its support. */
  traceId?: string;
  /** True when the request may have been carried out all the same. */
  mayHaveWorked?: boolean;
  cause?: unknown;
}

/** Every failure that leaves this provider. */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly code: ErrorCode;
  readonly status?: number;
  readonly traceId?: string;
  readonly mayHaveWorked: boolean;

  constructor(failure: Failure) {
    const trace = failure.traceId === undefined ? "" : ` (trace ${failure.traceId})`;
    const ambiguous = failure.mayHaveWorked
      ? " The request may have been carried out all the same: look at the instance before you run this again."
      : "";
    const todo = failure.todo === undefined ? "" : ` ${failure.todo}`;
    super(`Could not ${failure.tried}: ${failure.said}${trace}.${ambiguous}${todo}`, {
      cause: failure.cause,
    });
    this.code = failure.code;
    this.status = failure.status;
    this.traceId = failure.traceId;
    this.mayHaveWorked = failure.mayHaveWorked ?? false;
  }
}

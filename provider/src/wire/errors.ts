/** What each code of a failure means. Codes are stable: match on these, not on the texts of messages. */
export const errorCodes = {
  invalid_settings: "A setting is missing or malformed. Nothing was called.",
  invalid_input: "An argument of a function is not allowed. Nothing was called.",
  not_in_preview:
    "It costs money, and a preview does not call it unless the program asks for that. Nothing was called.",
  impossible:
    "The change or delete has no way in the current `platform:operations`. Nothing was called.",
  another_instance:
    "The object was made on another instance than this run is for. Nothing was changed.",
  journal_unusable:
    "The journal that keeps killed runs from being repeated cannot be read or written.",
  twin_exists: "An object with the same content is on the instance already. Nothing was created.",
  ambiguous: "Several objects fit, and nothing tells which one is meant.",
  unknown_state: "It cannot be told whether the object exists. State is left as it is.",
  ended_badly: "What was started and waited for ended, but not well.",
  interrupted: "The run was ended while it waited for what it had started, which goes on.",
  unauthorized: "401: the token is missing, wrong or expired.",
  forbidden: "403: the token's user lacks a right.",
  not_found: "404: the object does not exist, or the token's user cannot see it.",
  conflict: "409: the platform refused it because of what is there already.",
  rejected: "Any other 4xx: the platform refused the request.",
  rate_limited: "429 for longer than we wait.",
  server_error: "5xx.",
  redirected: "3xx: never followed, as the token must not travel to another host.",
  unreachable: "No connection could be made, or it broke.",
  timed_out: "No answer within `platform:deadlineSeconds`.",
  unexpected_answer: "The answer is not what the specification describes.",
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** What a failure tells: what we tried, on what, what the platform said, what to do. */
export interface Failure {
  code: ErrorCode;
  /** What we tried, on what, as in `create report schedule "Weekly"`. */
  operation: string;
  /** What happened or what the platform answered. */
  detail: string;
  /** What to do next. */
  hint?: string;
  status?: number;
  /** The platform's own id of the request (`toe`), for its support. */
  traceId?: string;
  /** True when the request may have been carried out all the same. */
  mayHaveWorked?: boolean;
  cause?: unknown;
}

/** What went wrong, to stand in another sentence. */
export const reasonOf = (error: unknown): string =>
  error instanceof PlatformError ? error.reason : String(error);

/** Every failure that leaves this provider. */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly code: ErrorCode;
  readonly status?: number;
  readonly traceId?: string;
  readonly mayHaveWorked: boolean;
  /** The message without what to do, to stand in another sentence. */
  readonly reason: string;
  readonly hint?: string;

  constructor(failure: Failure) {
    const trace = failure.traceId === undefined ? "" : ` (trace ${failure.traceId})`;
    const ambiguous = failure.mayHaveWorked
      ? " The request may have been carried out all the same: look at the instance before you run this again."
      : "";
    const hint = failure.hint === undefined ? "" : ` ${failure.hint}`;
    const reason = `Could not ${failure.operation}: ${failure.detail}${trace}`;
    super(`${reason}.${ambiguous}${hint}`, { cause: failure.cause });
    this.reason = reason;
    this.hint = failure.hint;
    this.code = failure.code;
    this.status = failure.status;
    this.traceId = failure.traceId;
    this.mayHaveWorked = failure.mayHaveWorked ?? false;
  }
}

import type { Advice } from "./advice";
import { adviceText, sentence } from "./adviceText";

/** The meaning of each error code. Codes are stable: match on codes, not on the texts of messages. */
export const errorCodes = {
  invalid_settings: "A setting is missing or malformed. No call was made.",
  invalid_input: "An argument of a resource or function is not allowed. Nothing was changed.",
  recipient_not_allowed:
    "An e-mail address is outside `platform:allowedRecipientDomains`, or `pulumi do` would send e-mail without an explicit `platform:mail`. Nothing was changed and nothing was sent.",
  declared_twice:
    "Two resources of the program manage the same object, or the same access to a dataset. Only one may.",
  not_in_preview:
    "The call costs money, so a preview makes it only if the program sets `callInPreview`. No call was made.",
  impossible:
    "The platform has no call for this change, delete, import or list in the current `platform:operations`. Nothing was changed.",
  collecting:
    "`PLATFORM_COLLECT` is set, so a tool reads what is impossible. Nothing was created, updated or deleted.",
  another_instance:
    "The object was created on an instance other than the one of this run. Nothing was changed.",
  journal_unusable:
    "The journal, which prevents a killed run from being repeated, cannot be read or written.",
  duplicate_exists:
    "The instance already has an object with the same content. Nothing was created. If you renamed the resource, set its resource option `aliases`. If a run was killed and its journal is lost, run `pulumi-platform recover`. To manage the existing object, set `adopt` to its id. To create another one, set `allowDuplicate`. Some resources have neither argument.",
  ambiguous: "Several objects match, and nothing shows which one is meant.",
  unknown_state: "The platform does not show whether the object exists. The state is unchanged.",
  not_accepted:
    "The instance answered a create or an update with another value and keeps that value. The rest of the request worked, and Pulumi does not send the value again.",
  recipients_changed:
    "The number of recipients of a schedule changed on the instance. The list does not show who they are. With extended operations, `pulumi-platform drift --details` does.",
  ended_badly: "The run that the program waited for failed or was canceled.",
  interrupted: "Pulumi stopped this run. What the platform had already started continues.",
  unauthorized: "401: the token is missing, wrong or expired.",
  not_the_api:
    "An HTML page answered instead of the API, such as the page of a sign-in, a proxy or a blocked address.",
  not_offered: "The instance does not offer this operation.",
  forbidden: "403: the user of the token lacks a grant.",
  not_found: "404: the object does not exist, or the user of the token cannot see it.",
  conflict: "409: the platform sees a conflict. The specification shows no condition for it.",
  rejected:
    "Any other 4xx, or an answer of success whose body says that the request failed: the platform refused the request.",
  rate_limited:
    "The platform answered 429 for longer than two minutes, or asked for a longer pause.",
  server_error: "5xx: the platform failed.",
  redirected: "3xx: redirects are never followed, because the token must not reach another host.",
  unreachable: "The connection could not be opened, or it broke.",
  timed_out:
    "The platform did not answer within the time limit of the call (`platform:readDeadlineSeconds`, `platform:writeDeadlineSeconds` or `platform:textDeadlineSeconds`), or an operation took longer than its `customTimeouts`.",
  partial_list:
    "A list may lack rows, for example because the platform repeats rows or refuses a page. To use it, pass `allowPartial: true`.",
  answer_too_large:
    "An answer has more than 12 MiB, as received or as decompressed, or more than 600,000 names and values, or all pages of a list have more than 64 MiB. Pulumi did not read the whole answer.",
  unexpected_answer:
    "The answer does not have the form that the specification describes, or one that Pulumi can use.",
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** The parts of an error: what failed, why, and what to do. */
export interface ErrorParts {
  code: ErrorCode;
  /** The operation and its object: `create report schedule "Weekly"`. */
  operation: string;
  /** Why it failed: the event, or the answer of the platform. */
  detail: string;
  /** Whole sentences that people need before the advice. */
  note?: string;
  /** What to do next. */
  advice?: Advice;
  /** The detail already contains the advice in words. */
  isAdviceInText?: boolean;
  status?: number;
  /** The platform's own id of the request (`toe`), for its support. */
  traceId?: string;
  /** The thing that the answer proves to be missing; undefined if it proves nothing. */
  missing?: "object" | "endpoint";
  /** True if the platform may have carried out the request despite the error. */
  mayHaveWorked?: boolean;
  /** True if an earlier attempt of the request got no answer, and may have worked. */
  isRepeated?: boolean;
  cause?: unknown;
}

/** The codes of answers that certainly come from the platform, and that a retry would not change. */
const refusals: readonly ErrorCode[] = [
  "forbidden",
  "not_found",
  "not_offered",
  "conflict",
  "rejected",
  "answer_too_large",
  "unexpected_answer",
];

/** Whether the platform refused a read, or sent an unusable answer. A retry would not help. */
export function isRefusal(error: unknown): error is PlatformError {
  return hasCode(error, ...refusals);
}

/** Whether a failure has one of these codes. */
export function hasCode(error: unknown, ...codes: ErrorCode[]): error is PlatformError {
  return error instanceof PlatformError && codes.includes(error.code);
}

/** The reason of a failure, for use within another sentence. */
export const reasonOf = (error: unknown): string =>
  error instanceof PlatformError ? error.reason : String(error);

/** A message with its code at the end, so that people find it in `docs/reference/errors.md`. */
export const withCode = (message: string, code: ErrorCode): string => `${message} [${code}]`;

/** The note and the advice of a failure, as text; undefined without either. */
export function hintOf({ note, advice, isAdviceInText }: Hinting): string | undefined {
  const text = isAdviceInText ? "" : adviceText(advice);
  return [note ?? "", text].filter((part) => part !== "").join(" ") || undefined;
}

type Hinting = Pick<PlatformError, "note" | "advice" | "isAdviceInText">;

/** The class of all failures of this provider. */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly code: ErrorCode;
  readonly status?: number;
  readonly traceId?: string;
  readonly missing?: ErrorParts["missing"];
  readonly mayHaveWorked: boolean;
  readonly isRepeated: boolean;
  readonly operation: string;
  readonly detail: string;
  /** What failed and why, without the advice, for use within another sentence. */
  readonly reason: string;
  readonly note?: string;
  readonly advice: Advice;
  readonly isAdviceInText: boolean;

  constructor(parts: ErrorParts) {
    const { operation, detail, note, isAdviceInText = false, traceId } = parts;
    const { mayHaveWorked = false } = parts;
    const advice = mayHaveWorked ? lookingFirst(parts.advice) : (parts.advice ?? []);
    // A list of problems begins on a new line.
    const reason = `Could not ${operation}:${detail.startsWith("\n") ? "" : " "}${detail}`;
    const trace = traceId === undefined ? "" : ` (trace ${traceId})`;
    const hint = hintOf({ note, advice, isAdviceInText });
    const text = [
      sentence(reason),
      ...(mayHaveWorked ? ["The platform may have carried out the request."] : []),
      ...(hint === undefined ? [] : [hint]),
    ].join(" ");
    super(withCode(`${text}${trace}`, parts.code), { cause: parts.cause });
    this.operation = operation;
    this.detail = detail;
    this.reason = `${reason}${trace}`;
    this.note = note;
    this.advice = advice;
    this.isAdviceInText = isAdviceInText;
    this.code = parts.code;
    this.status = parts.status;
    this.traceId = traceId;
    this.missing = parts.missing;
    this.mayHaveWorked = mayHaveWorked;
    this.isRepeated = parts.isRepeated === true;
  }

  /** The same failure in other words. Whoever leaves out what it says of the request writes so. */
  rephrased(changes: Partial<ErrorParts>): PlatformError {
    return new PlatformError({ ...(this as ErrorParts), cause: this.cause, ...changes });
  }
}

/** The result is unknown, so a person checks the instance before the other steps. */
const lookingFirst = (advice: Advice = [{ steps: [{ again: "command" }] }]): Advice =>
  advice.map((option) => ({ ...option, steps: [{ check: ["instance"] }, ...option.steps] }));

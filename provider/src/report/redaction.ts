import { get, overlaps } from "../definition/paths";
import type { Values } from "../definition/values";
import type { Advice } from "../messages/advice";
import { withAdvice } from "../messages/adviceText";
import { PlatformError, withCode } from "../messages/errors";
import { redactor } from "../messages/redact";
import { visible, withoutMiddle } from "../messages/visible";
import { isBookkeeping } from "../state/bookkeeping";
import type { Failure, Diagnostics } from "./diagnostics";
import { RequestStorage } from "../requestStorage";

/** The path of a secret. A list with a secret is secret as a whole, because its order can change. */
export type SecretPath = readonly string[];

/** Values of a request, and the paths of its secrets, or everything. */
export interface Secrets {
  values: Values;
  paths: readonly SecretPath[] | "everything";
}

/** The secrets of a request: in the inputs, in the state, and in the old inputs of the state. */
export type RequestSecrets = Partial<Record<"inputs" | "state" | "oldInputs", Secrets>>;

type Hide = (text: string) => string;

/** Shorter texts are not hidden, because they occur in any sentence. */
const shortest = 4;

const hideNothing: Hide = (text) => text;

/** Hides the secrets of the running request, for the lines that it shows. */
const current = new RequestStorage<Hide>();

/** Nobody reads more of one message. */
const longest = 16_000;

/** A text without secrets. Invisible characters of the instance become visible. */
const shown = (text: string, hide: Hide): string =>
  withoutMiddle(visible(hide(text), "\n\t"), longest);

/** A line without the secrets of the running request. */
export const hideSecrets: Hide = (line) => shown(line, current.get() ?? hideNothing);

/** Runs a verb, and removes the secrets of the request from its messages and errors. */
export async function withRedaction<Result>(
  hidden: RequestSecrets | undefined,
  verb: () => Promise<Result>,
): Promise<Result> {
  const hide = redactorOf(hidden);
  return current.run(hide, async () => {
    try {
      return hideInResult(await verb(), hide);
    } catch (error) {
      throw hideInError(error, hide);
    }
  });
}

/** Whether anything of the request is secret. */
export const holdsSecrets = (hidden: RequestSecrets = {}) =>
  Object.values(hidden).some(({ paths }) => paths === "everything" || paths.length > 0);

/** The paths that are secret in the inputs, and not yet in the state. */
export function newlySecret({ inputs, state }: RequestSecrets = {}): string[] {
  if (inputs === undefined || state?.paths === "everything") return [];
  if (inputs.paths === "everything") {
    return Object.keys(inputs.values).filter((key) => !isBookkeeping(key));
  }
  const covering = state?.paths ?? [];
  return inputs.paths
    .filter((path) => !covering.some((known) => known.every((key, index) => path[index] === key)))
    .map((path) => path.join("."));
}

/** Whether a secret is at a path, or in its value. */
export const isSecretAt = (secrets: Secrets | undefined, path: string): boolean =>
  secrets?.paths === "everything" ||
  secrets?.paths.some((secret) => overlaps(secret.join("."), path)) === true;

function redactorOf(hidden: RequestSecrets = {}): Hide {
  const texts = Object.values(hidden).flatMap(({ values, paths }) =>
    paths === "everything"
      ? Object.entries(values).flatMap(([key, value]) => (isBookkeeping(key) ? [] : textsIn(value)))
      : paths.flatMap((path) => textsIn(get(values, path))),
  );
  return texts.length === 0 ? hideNothing : redactor(texts);
}

/** The texts and numbers in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return text.length < shortest ? [] : [text];
}

function hideInResult<Result>(result: Result, hide: Hide): Result {
  if (typeof result !== "object" || result === null) return result;
  const show = (text: string) => shown(text, hide);
  const { warnings, notices, failures, error, told } = result as Partial<
    Diagnostics & { failures: readonly Failure[]; error: Error }
  >;
  return {
    ...result,
    ...(warnings && { warnings: warnings.map(show) }),
    ...(notices && { notices: notices.map(show) }),
    ...(told && {
      told: told.map(({ kind, text, alone, code, advice, mails, earlier, held }) => ({
        ...{ kind, code, earlier, advice: advice && hideInAdvice(advice, hide) },
        ...(text !== undefined && { text: show(text) }),
        ...(alone !== undefined && { alone: show(alone) }),
        held: held?.map(({ name, level, key }) => ({ name: show(name), level, key: show(key) })),
        ...(mails && { mails: { ...mails, who: mails.who?.map(show) } }),
      })),
    }),
    ...(error && { error: hideInError(error, hide) }),
    ...(failures && { failures: failures.map((failure) => finalOf(failure, hide)) }),
  };
}

/** A failure with its code and without secrets. */
const finalOf = (failure: Failure, hide: Hide): Failure => {
  const { reason, code, advice, isAdviceInText = false } = failure;
  return {
    ...failure,
    reason: withCode(shown(isAdviceInText ? reason : withAdvice(reason, advice), hide), code),
    ...(advice && { advice: hideInAdvice(advice, hide), isAdviceInText: true }),
  };
};

/** Advice without secrets. A value with a secret is left out as a whole, because nobody could use the rest. */
export const hideInAdvice = (advice: Advice, hide: (text: string) => string): Advice =>
  JSON.parse(
    JSON.stringify(advice, (key, value: unknown) => {
      const text = key === "value" ? JSON.stringify(value) : undefined;
      if (text !== undefined && hide(text) !== text) return undefined;
      return typeof value === "string" ? hide(value) : value;
    }),
  ) as Advice;

/** What the copy of a failure lacks, or has already. Each new field decides whether it is a text to hide. */
type DroppedField = "message" | "stack" | "cause" | "rephrased";

function hideInError(cause: unknown, hide: Hide): Error {
  const error = cause instanceof Error ? cause : new Error(String(cause));
  const message = shown(error.message, hide);
  if (hide === hideNothing && message === error.message) return error;
  // The cause and the stack of the original error can contain the secrets, so they are dropped.
  const safe = new Error(message);
  if (!(error instanceof PlatformError)) {
    const { code, advice } = error as Partial<PlatformError>;
    return Object.assign(safe, { code, ...(advice && { advice: hideInAdvice(advice, hide) }) });
  }
  const { reason, note, advice, code, status, traceId, missing } = error;
  const { operation, detail, mayHaveWorked, isRepeated, isAdviceInText } = error;
  return Object.assign(Object.setPrototypeOf(safe, PlatformError.prototype) as Error, {
    name: error.name,
    operation: shown(operation, hide),
    detail: shown(detail, hide),
    reason: shown(reason, hide),
    note: note === undefined ? undefined : shown(note, hide),
    advice: hideInAdvice(advice, hide),
    ...{ code, status, traceId, missing, mayHaveWorked, isRepeated, isAdviceInText },
  } satisfies Record<Exclude<keyof PlatformError, DroppedField>, unknown>);
}

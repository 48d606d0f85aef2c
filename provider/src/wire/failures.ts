import { errors } from "undici";
import type { z } from "zod";
import { answerAdvice } from "../messages/answerAdvice";
import type { EndpointPlaces } from "../messages/answerAdvice";
import { explainFault, ProxyFault, proxyName } from "../messages/connectionFaults";
import type { Proxy } from "../messages/connectionFaults";
import { PlatformError } from "../messages/errors";
import type { ErrorParts } from "../messages/errors";
import { excerpt } from "./answers";
import type { AnswerFailure } from "./answers";
import type { Request } from "./request";
import { isRead } from "./route";

/** Makes the failures of one request. */
export class Failures {
  /** An attempt without an answer, which may have worked, was repeated. */
  isRepeated = false;
  readonly #reads: boolean;

  constructor(
    readonly request: Request<unknown>,
    readonly url: URL,
    readonly names: EndpointPlaces,
    readonly redact: (text: string) => string,
  ) {
    this.#reads = isRead(request.route);
  }

  /** The answer says that the request failed, or it cannot be read. `location` is where it leads to. */
  ofAnswer(failure: AnswerFailure, location = ""): PlatformError {
    const { missing, status = 0 } = failure;
    // A server can redirect to a page after it did the work. A page for a blocked user means that it did nothing.
    const leadsToPage = (status === 302 || status === 303) && !/block|login/i.test(location);
    // A 408 can come from a proxy that gave up waiting for the platform.
    const mayBeDone = status >= 500 || status === 408 || status < 300 || leadsToPage;
    const namesOthers = !this.#reads && typeof this.request.body === "object";
    return this.#of({
      ...failure,
      advice: answerAdvice(failure, this.names, namesOthers),
      mayHaveWorked: !this.#reads && missing === undefined && mayBeDone,
    });
  }

  /** The answer has another form than the schema. */
  ofForm(status: number, body: unknown, cause: z.ZodError): PlatformError {
    const { source, isAnswerUnshown } = this.request.route;
    const isSpecified = source === "specification" && isAnswerUnshown !== true;
    const expected = isSpecified ? "as the specification describes" : "in a form that Pulumi knows";
    const inWords = typeof body === "string" ? ` with "${excerpt(this.redact(body))}"` : "";
    const [issue] = cause.issues;
    const why = issue?.message.replace("received undefined", "received nothing");
    return this.#of({
      code: "unexpected_answer",
      detail: `answered ${status}${inWords}, but not ${expected} (${issue?.path.join(".") || "body"}: ${why})`,
      status,
      mayHaveWorked: !this.#reads,
      cause,
    });
  }

  /** No complete answer arrived. */
  ofFault(
    fault: Error & { code?: string },
    about: { host: string; sent: boolean; deadlineSeconds: number; proxy?: Proxy },
  ): PlatformError {
    const { host, sent, deadlineSeconds, proxy } = about;
    const through = proxy === undefined ? "" : ` through ${proxyName(proxy)}`;
    // A connection that was never opened is not a slow answer.
    const timedOut = sent && /TIMEOUT/.test(fault.code ?? "");
    const late = fault instanceof errors.BodyTimeoutError ? "no complete answer" : "no answer";
    const { why, ...advised } = explainFault(fault, { host, address: this.names.address, sent });
    return this.#of({
      code: timedOut ? "timed_out" : "unreachable",
      detail: timedOut
        ? `got ${late} within ${deadlineSeconds} s${through}`
        : `got no answer${fault instanceof ProxyFault ? "" : through}: ${why}`,
      mayHaveWorked: sent && !this.#reads,
      ...advised,
      cause: this.#bare(fault),
    });
  }

  #of(failure: Omit<ErrorParts, "operation">): PlatformError {
    const { operation, route, hints } = this.request;
    const where = `${route.method} ${this.url.origin}${this.url.pathname}`;
    return new PlatformError({
      ...failure,
      ...{ isRepeated: this.isRepeated, operation },
      detail: this.redact(`${where} ${failure.detail}`),
      ...hints?.[failure.mayHaveWorked ? "lost" : failure.code],
    });
  }

  /** Undici's errors can hold the bytes of a malformed answer, which may echo the token. */
  #bare({ message, code }: Error & { code?: string }): Error {
    return Object.assign(new Error(this.redact(message)), { code });
  }
}

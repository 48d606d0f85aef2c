import { z } from "zod";
import type { Request } from "../wire/client";
import { hasCode, PlatformError, sentence } from "../wire/errors";
import type { ErrorCode } from "../wire/errors";
import { routes } from "./routes";

/** Every other call fails in the same way: nothing answers, something else answers, or the token is refused. */
const lasting: readonly ErrorCode[] = ["unauthorized", "redirected", "not_the_api", "unreachable"];

/** The platform did not show whether it accepts the token. */
const passing: readonly ErrorCode[] = ["timed_out", "rate_limited", "server_error"];

/** What an instance does for its connection. */
interface Reached {
  send: (request: Request<unknown>) => Promise<unknown>;
  reporter: { warn: (line: string) => void };
}

/** Finds out once per process whether an instance answers and accepts the token. */
export class Connection {
  #firstRead?: Promise<unknown>;
  #failure?: PlatformError;
  #isTold = false;
  #test?: Promise<void>;

  constructor(readonly instance: Reached) {}

  /** Takes note of a read that somebody makes: the first one tells about the connection. */
  note(reading: Promise<unknown>): void {
    if (this.#firstRead !== undefined) return;
    this.#firstRead = reading;
    reading.catch((error: unknown) => {
      if (hasCode(error, ...lasting)) this.#failure = error;
    });
  }

  /** Whether a failure is that of every call of this process, and people are told of it already. */
  isTold(error: unknown): boolean {
    if (this.#failure === undefined || !hasCode(error, this.#failure.code)) return false;
    const isRepeated = this.#isTold;
    this.#isTold = true;
    return isRepeated;
  }

  /**
   * Throws where no call to this instance can succeed. A platform that refuses the read in the words of its API
   * has a working connection.
   */
  test(): Promise<void> {
    return (this.#test ??= this.#judge(this.#firstRead));
  }

  async #judge(known: Promise<unknown> | undefined): Promise<void> {
    try {
      await (known ?? this.instance.send(anyRead));
    } catch (error) {
      if (hasCode(error, ...lasting)) throw error;
      // Whoever made another read says what came of it.
      if (known !== undefined || !(hasCode(error, ...passing) || isDoubtful(error))) return;
      const goesOn = "Pulumi continues, because other calls may succeed.";
      this.instance.reporter.warn(`${sentence(error.reason)} ${goesOn}`);
    }
  }
}

/** A 404 that is not in JSON can come from anything that listens at a wrong address. */
const isDoubtful = (error: unknown): error is PlatformError =>
  hasCode(error, "not_offered") &&
  error.status === 404 &&
  error.cause instanceof PlatformError &&
  error.cause.missing === undefined;

/** Documented, one small answer on every instance, and no grant for it is known. */
const anyRead = {
  operation: "connect to the instance",
  route: routes.listRoles,
  answer: z.unknown(),
};

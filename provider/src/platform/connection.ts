import { z } from "zod";
import type { Request } from "../wire/request";
import { sentence } from "../messages/adviceText";
import { hasCode, PlatformError } from "../messages/errors";
import type { ErrorCode } from "../messages/errors";
import { routes } from "./routes";

/** Codes that every other call would also get: no answer, an answer of something else, or a refused token. */
const lasting: readonly ErrorCode[] = ["unauthorized", "redirected", "not_the_api", "unreachable"];

/** Codes that do not show whether the platform accepts the token. */
const passing: readonly ErrorCode[] = ["timed_out", "rate_limited", "server_error"];

/** The part of an instance that its connection needs. */
interface ConnectionTarget {
  send: (request: Request<unknown>) => Promise<unknown>;
  reporter: { warn: (line: string) => void };
}

/** Finds out once per process whether an instance answers and accepts the token. */
export class Connection {
  #firstRead?: Promise<unknown>;
  #failure?: PlatformError;
  #isReported = false;
  #test?: Promise<void>;

  constructor(readonly instance: ConnectionTarget) {}

  /** Notes a read. The first read shows whether the connection works. */
  note(reading: Promise<unknown>): void {
    if (this.#firstRead !== undefined) return;
    this.#firstRead = reading;
    reading.catch((error: unknown) => {
      if (hasCode(error, ...lasting)) this.#failure = error;
    });
  }

  /** Whether people have already read this failure, which every call of this process gets. */
  isAlreadyReported(error: unknown): boolean {
    if (this.#failure === undefined || !hasCode(error, this.#failure.code)) return false;
    const isRepeated = this.#isReported;
    this.#isReported = true;
    return isRepeated;
  }

  /** Throws if no call to this instance can succeed. If the platform itself refuses the read, the connection works. */
  test(): Promise<void> {
    return (this.#test ??= this.#judge(this.#firstRead));
  }

  async #judge(known: Promise<unknown> | undefined): Promise<void> {
    try {
      await (known ?? this.instance.send(connectionTest));
    } catch (error) {
      if (hasCode(error, "unauthorized") && known === undefined) throw refusedToken(error);
      if (hasCode(error, ...lasting)) throw error;
      // The sender of an earlier read reports its failure.
      if (known !== undefined) return;
      if (isMissing(error)) await this.#mustKnowTheApi(error);
      else if (hasCode(error, ...passing)) this.#warn(error);
    }
  }

  /** Another documented read shows whether the server at this address has the API at all. */
  async #mustKnowTheApi(first: PlatformError): Promise<void> {
    try {
      await this.instance.send(secondTest);
    } catch (error) {
      // A platform can hide both reads from a user with few rights. Then its 404 are in JSON.
      if (isFromUnknownServer(first) && isFromUnknownServer(error)) throw notTheApi(first);
      if (isMissing(error))
        this.#warn(first, neither("Check that it is the address of an instance."));
      if (hasCode(error, ...lasting)) throw error;
      if (hasCode(error, ...passing)) this.#warn(first);
    }
  }

  #warn(error: PlatformError, ...more: string[]): void {
    const goesOn = "Pulumi continues, because other calls may succeed.";
    this.instance.reporter.warn([sentence(error.reason), ...more, goesOn].join(" "));
  }
}

/** The instance answered, so the connection works. */
const refusedToken = (error: PlatformError) =>
  error.rephrased({
    operation: "sign in to the instance",
    note: "The instance refused the token.",
  });

const notTheApi = (error: PlatformError) =>
  error.rephrased({
    operation: connectionTest.operation,
    code: "not_the_api",
    note: neither("So it is not the address of an instance."),
    advice: error.advice.map(({ steps }) => ({
      steps: steps.map((step) => ("check" in step ? { ...step, check: ["address"] } : step)),
    })),
  });

const neither = (so: string): string =>
  `This address does not have ${secondTest.route.path} either. ${so}`;

const isMissing = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && error.status === 404;

/** A 404 that is not in JSON can come from any server at a wrong address. */
const isFromUnknownServer = (error: unknown): error is PlatformError =>
  hasCode(error, "not_offered") &&
  error.status === 404 &&
  error.cause instanceof PlatformError &&
  error.cause.missing === undefined;

/** A documented read with a small answer. It needs no known grant. */
const connectionTest = {
  operation: "connect to the instance",
  route: routes.listRoles,
  answer: z.unknown(),
};

const secondTest = { ...connectionTest, route: routes.listSchedules };

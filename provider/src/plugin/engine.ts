import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";

/** The engine that started this process, which shows people what is said. */
export class Engine {
  readonly #client?: EngineClient;
  readonly #said = new Set<string>();

  constructor(address: string | undefined) {
    if (address !== undefined) {
      this.#client = new EngineClient(address, credentials.createInsecure());
    }
  }

  /** Shows a line under a resource, once: the engine asks for the same difference several times. */
  async say(how: "inform" | "warn", urn: string, line: string): Promise<void> {
    const key = JSON.stringify([how, urn, line]);
    if (this.#client === undefined || this.#said.has(key)) return;
    this.#said.add(key);
    const request = new LogRequest()
      .setSeverity(how === "warn" ? LogSeverity.WARNING : LogSeverity.INFO)
      .setUrn(urn)
      .setMessage(line);
    // An engine that takes no more lines is about to end.
    await new Promise<void>((resolve) => this.#client?.log(request, () => resolve()));
  }
}

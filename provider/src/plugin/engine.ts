import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";

/** A connection to the engine at an address. */
export const engineAt = (address: string) =>
  // The engine is on this machine. gRPC would ask the proxy of `https_proxy` for it.
  new EngineClient(address, credentials.createInsecure(), { "grpc.enable_http_proxy": 0 });

/** The engine that started this process, which shows lines to people. */
export class Engine {
  readonly #shown = new Set<string>();
  #last: Promise<void> = Promise.resolve();

  constructor(readonly client: EngineClient | undefined) {}

  /** Shows a line about a resource once, because the engine asks for the same difference several times. */
  async showOnce(
    how: "inform" | "warn",
    urn: string,
    line: string,
    /** The resource, if the line is shown above all resources. */
    about = urn,
  ): Promise<void> {
    const key = JSON.stringify([how, about, line]);
    if (this.#shown.has(key)) return;
    this.#shown.add(key);
    await this.show(how, urn, line);
  }

  /** Shows a line under a resource every time, because the same wait can occur twice. */
  async show(how: "inform" | "warn", urn: string, line: string): Promise<void> {
    const { client } = this;
    if (client === undefined) return;
    const request = new LogRequest()
      .setSeverity(how === "warn" ? LogSeverity.WARNING : LogSeverity.INFO)
      .setUrn(urn)
      .setMessage(line);
    // Sends one line after the other to keep their order. An engine that refuses lines is about to end.
    const send = () => new Promise<void>((resolve) => client.log(request, () => resolve()));
    await (this.#last = this.#last.then(send));
  }
}

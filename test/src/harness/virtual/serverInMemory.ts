import type { ServiceDefinition, UntypedServiceImplementation } from "@grpc/grpc-js";

interface Method {
  requestSerialize: (message: unknown) => Buffer;
  requestDeserialize: (bytes: Buffer) => unknown;
  responseSerialize: (message: unknown) => Buffer;
  responseDeserialize: (bytes: Buffer) => unknown;
}

type Handler = (
  call: { request: unknown; getPeer: () => string },
  done: (error: Error | null, response?: unknown) => void,
) => void;

/** A gRPC server that is called without a connection: every message goes through its bytes. */
export class ServerInMemory {
  #definition: Record<string, Method> = {};
  #handlers: Record<string, Handler> = {};

  addService(definition: ServiceDefinition, handlers: UntypedServiceImplementation): void {
    this.#definition = definition;
    this.#handlers = handlers as unknown as Record<string, Handler>;
  }

  bindAsync(
    _address: string,
    _credentials: unknown,
    done: (error: Error | null, port: number) => void,
  ): void {
    done(null, 1);
  }

  call<Response>(name: string, request: unknown): Promise<Response> {
    const method = this.#definition[name];
    const handler = this.#handlers[name];
    if (method === undefined || handler === undefined) throw new Error(`there is no ${name}`);
    const arrived = method.requestDeserialize(method.requestSerialize(request));
    return new Promise((resolve, reject) =>
      handler({ request: arrived, getPeer: () => "memory" }, (error, response) =>
        error
          ? reject(error)
          : resolve(method.responseDeserialize(method.responseSerialize(response)) as Response),
      ),
    );
  }
}

import { Server, ServerCredentials } from "@grpc/grpc-js";
import type { sendUnaryData, ServerUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";

/** A line that a provider shows through the engine. */
export interface Line {
  urn: string;
  severity: "debug" | "info" | "warning" | "error";
  text: string;
}

const severities = new Map<LogSeverity, Line["severity"]>([
  [LogSeverity.DEBUG, "debug"],
  [LogSeverity.INFO, "info"],
  [LogSeverity.WARNING, "warning"],
  [LogSeverity.ERROR, "error"],
]);

/** The part of the engine that providers talk to: it takes their lines. */
export class EngineLog {
  /** Takes the lines from now on. */
  take: (line: Line) => void = () => undefined;

  private constructor(
    readonly server: Server,
    readonly address: string,
  ) {}

  static async open(): Promise<EngineLog> {
    const server = new Server();
    let take: (line: Line) => void = () => undefined;
    const methods: UntypedServiceImplementation = {
      log: ({ request }: ServerUnaryCall<LogRequest, Empty>, done: sendUnaryData<Empty>) => {
        const severity = severities.get(request.getSeverity()) ?? "error";
        take({ urn: request.getUrn(), severity, text: request.getMessage() });
        done(null, new Empty());
      },
    };
    server.addService(EngineService, methods);
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    const log = new EngineLog(server, `127.0.0.1:${port}`);
    take = (line) => log.take(line);
    return log;
  }

  close(): void {
    this.server.forceShutdown();
  }
}

import { Server, ServerCredentials } from "@grpc/grpc-js";
import type { UntypedServiceImplementation } from "@grpc/grpc-js";
import { LanguageRuntimeService } from "@pulumi/pulumi/proto/language_grpc_pb";

type LanguageServer = new (program: () => Promise<void>) => UntypedServiceImplementation;

/**
 * Runs a program for the engine in this process, as Pulumi's Automation API does. To start a process for it
 * each time takes as long as all the rest, and most tests are not about that.
 */
export class ProgramHost {
  private constructor(
    /** What the engine is to be given: `--client=127.0.0.1:<port>`. */
    readonly port: number,
    readonly server: Server,
  ) {}

  static async start(program: () => Promise<void>): Promise<ProgramHost> {
    // It has no types, as only the Automation API is meant to use it.
    const path: string = "@pulumi/pulumi/automation/server.js";
    const { LanguageServer } = (await import(path)) as { LanguageServer: LanguageServer };
    const server = new Server();
    server.addService(LanguageRuntimeService, new LanguageServer(program));
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    return new ProgramHost(port, server);
  }

  stop(): void {
    this.server.forceShutdown();
  }
}

import { Server, ServerCredentials, status } from "@grpc/grpc-js";
import type {
  sendUnaryData,
  ServerUnaryCall,
  ServerWritableStream,
  UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import type { ListRequest, ListResponse } from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { ProviderProcess } from "../process/providerProcess";
import { withoutMiddle } from "../messages/visible";
import type { Objects } from "./objects";
import { Peers } from "./peer";
// Before the first message is read.
import "./structs";

/** The limit of a message. Even a schema or the state of one object is smaller. */
const maxBytes = 400 * 1024 * 1024;

/** The methods of Pulumi's protocol, by the class that answers them. */
const serviceMethods = [
  "handshake",
  "getPluginInfo",
  "getSchema",
  "checkConfig",
  "diffConfig",
  "configure",
  "invoke",
] as const;
const objectMethods = ["check", "diff", "create", "read", "update", "delete"] as const;

/**
 * Serves one provider to the engine. The first argument is the address of the engine. Prints its own port on standard
 * output. All other modules are loaded when a request needs them.
 */
export function serve(): void {
  const [, , engineAddress] = process.argv;
  const providerProcess = new ProviderProcess();
  providerProcess.watch(engineAddress);
  let loading: ReturnType<typeof load> | undefined;
  const loaded = () => (loading ??= load(engineAddress, providerProcess));
  const peers = new Peers();
  const loadedFor = async (call: { getPeer: () => string }) => {
    if (!peers.mayCall(call.getPeer())) throw new Error("this plugin belongs to another user");
    return loaded();
  };
  const unary =
    (answer: (ready: Awaited<ReturnType<typeof load>>, request: never) => unknown) =>
    (call: ServerUnaryCall<unknown, unknown>, callback: sendUnaryData<unknown>) =>
      void loadedFor(call)
        .then((ready) => answer(ready, call.request as never))
        .then(
          (response) => callback(null, response ?? new Empty()),
          (error: unknown) => callback(failed(error)),
        );

  const methods: UntypedServiceImplementation = {
    list: (call: ServerWritableStream<ListRequest, ListResponse>) =>
      void loadedFor(call)
        .then(({ service }) => service.list(call.request))
        .then(
          (responses) => {
            for (const response of responses) call.write(response);
            call.end();
          },
          (error: unknown) => call.emit("error", failed(error)),
        ),
    cancel: (call: ServerUnaryCall<unknown, unknown>, callback: sendUnaryData<Empty>) => {
      callback(null, new Empty());
      if (peers.mayCall(call.getPeer())) providerProcess.refuse();
    },
  };
  for (const name of serviceMethods) {
    methods[name] = unary(({ service }, request) => service[name](request));
  }
  for (const name of objectMethods) {
    methods[name] = unary(async ({ objects }, request) => (await objects())[name](request));
  }

  const server = new Server({
    "grpc.max_receive_message_length": maxBytes,
    "grpc.max_send_message_length": maxBytes,
    // Nobody asks for its statistics.
    "grpc.enable_channelz": 0,
  });
  server.addService(ResourceProviderService, methods);
  server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
    if (error) throw error;
    peers.port = port;
    process.stdout.write(`${port}\n`);
  });
}

/** The protocol carries the message in a header, where each byte can need three. A longer header is lost as a whole. */
const longestBytes = 20_000;

function failed(error: unknown) {
  const { message: whole } = error as Error;
  const isLong = Buffer.byteLength(whole) > longestBytes;
  // A character has up to three bytes, or four as two halves.
  const message = isLong ? withoutMiddle(whole, longestBytes / 4) : whole;
  return Object.assign(new Error(message), { code: status.UNKNOWN, details: message });
}

async function load(engineAddress: string | undefined, providerProcess: ProviderProcess) {
  const [{ Engine, engineAt }, { Service }, { Session }] = await Promise.all([
    import("./engine.js"),
    import("./service.js"),
    import("./session.js"),
  ]);
  const session = new Session(
    new Engine(engineAddress ? engineAt(engineAddress) : undefined),
    providerProcess,
  );
  let objects: Promise<Objects> | undefined;
  const loadObjects = async () => new (await import("./objects.js")).Objects(session);
  return { service: new Service(session), objects: () => (objects ??= loadObjects()) };
}

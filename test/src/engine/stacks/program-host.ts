import { existsSync, readFileSync } from "node:fs";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import type { sendUnaryData, ServerUnaryCall } from "@grpc/grpc-js";
import { setImmediate as turn } from "node:timers/promises";
import { ComponentResource, ErrorHook, log, runtime, secret } from "@pulumi/pulumi";
import type { CustomResource, CustomResourceOptions, Resource } from "@pulumi/pulumi";
import { isGrpcError } from "@pulumi/pulumi/errors.js";
import * as settings from "@pulumi/pulumi/runtime/settings.js";
import * as state from "@pulumi/pulumi/runtime/state.js";
import { LanguageRuntimeService } from "@pulumi/pulumi/proto/language_grpc_pb.js";
import { GetRequiredPluginsResponse, RunResponse } from "@pulumi/pulumi/proto/language_pb.js";
import type { RunRequest } from "@pulumi/pulumi/proto/language_pb.js";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb.js";
import * as dynamicResources from "pulumi-platform";
import * as plugin from "pulumi-platform/plugin";
import { withoutReferences } from "../../harness/states/references";
import type { Entry } from "../../harness/sessions/session";
import { isSecret } from "../../harness/sessions/wire";
import type { Declared } from "./stack";

/**
 * Runs the program of one stack for the engine, in one process for all commands, as Pulumi's Automation API does.
 * A process for each command takes as long as the rest of the command, and most tests are not about that process.
 * The first argument is the entry, and the working directory the folder of the stack. It prints its port.
 */

type Make = new (name: string, args: object, opts?: CustomResourceOptions) => CustomResource;

const [, , entry] = process.argv as [string, string, Entry];
const classes = { dynamic: dynamicResources, plugin };

interface Program {
  resources: Declared[];
  isInOrder?: boolean;
}

/**
 * Creates the resources that a test declares. `scheduleOf` and `groupOf` name resources of the program. With
 * `triesAgain`, the engine repeats operations that fail. `provider` names a provider in `providers.json`, for the
 * plugin only. A resource with `entry` uses the other entry. A `parent` that is not a resource becomes a component.
 */
async function program(): Promise<void> {
  const read = (file: string) => JSON.parse(readFileSync(file, "utf8"), opened) as unknown;
  const declared = existsSync("providers.json") ? (read("providers.json") as object) : {};
  const { resources, isInOrder } = read("resources.json") as Program;
  if (isInOrder === true) await promised(getStackResource()?.urn);
  const gate = isInOrder === true ? new Gate() : undefined;
  const settle = async () => gate?.settle();
  const providers = new Map<string, plugin.Provider>();
  for (const [name, args] of Object.entries(declared)) {
    providers.set(name, new plugin.Provider(name, args as object));
    await settle();
  }
  const made: Record<string, Resource> = {};
  for (const { type, name, args, opts = {} } of resources) {
    const { rest, named } = withoutReferences(args);
    const { provider, triesAgain, entry: used = entry, parent, ...others } = opts as Options;
    if (parent !== undefined && made[parent] === undefined) {
      made[parent] = new ComponentResource("test:index:Component", parent);
      await settle();
    }
    const ids = Object.entries(named).map(([input, other]) => {
      return [input, (made[other] as CustomResource | undefined)?.id] as const;
    });
    made[name] = new (classes[used][type] as unknown as Make)(
      name,
      { ...rest, ...Object.fromEntries(ids) },
      {
        ...(withResources(others, made) as CustomResourceOptions),
        ...(parent !== undefined && { parent: made[parent] }),
        provider: providers.get(String(provider)),
        ...(triesAgain === true && {
          hooks: { onError: [new ErrorHook(`${name}, again`, () => true)] },
        }),
      },
    );
    await settle();
  }
  gate?.open();
}

/** A value that a test declares as secret. */
const opened = (_key: string, value: unknown): unknown =>
  isSecret(value) ? secret(value.value) : value;

/**
 * Holds registrations back until the whole program is known, and then lets one go after the other. Otherwise
 * those of resources with few properties come first.
 */
class Gate {
  readonly #waiting: (() => void)[] = [];
  #isOpen = false;

  constructor() {
    getStore().callbacks = {
      awaitStackRegistrations: () =>
        new Promise((resolve) => {
          this.#waiting.push(resolve);
          if (this.#isOpen && this.#waiting.length === 1) void this.#letGo();
        }),
      shutdown: () => undefined,
    };
  }

  open(): void {
    this.#isOpen = true;
    void this.#letGo();
  }

  /** Waits until a registration is prepared. */
  async settle(): Promise<void> {
    for (let n = 0; n < turnsToRegister; n++) await turn();
  }

  async #letGo(): Promise<void> {
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      next();
      await this.settle();
      this.#waiting.shift();
    }
  }
}

interface Options extends Record<string, unknown> {
  provider?: string;
  triesAgain?: boolean;
  entry?: Entry;
  parent?: string;
}

/** Until the runtime has prepared the registration of a resource. */
const turnsToRegister = 3;

/** Pulumi has no public way to get these. */
const { getStackResource, getStore } = state as unknown as {
  getStackResource: () => Resource | undefined;
  getStore: () => {
    callbacks?: { awaitStackRegistrations: () => Promise<void>; shutdown: () => void };
  };
};
const promised = (output: unknown) =>
  (output as { promise: () => Promise<unknown> } | undefined)?.promise();

/** Options that name other resources, with the resources. */
function withResources(opts: Record<string, unknown>, made: Record<string, Resource>) {
  const { dependsOn, aliases, ...others } = opts;
  const named = [(dependsOn as string | string[] | undefined) ?? []].flat();
  return {
    ...others,
    ...(dependsOn !== undefined && { dependsOn: named.map((name) => made[name]) }),
    ...(aliases !== undefined && {
      aliases: (aliases as (string | Alias)[]).map((alias) => aliasOf(alias, made)),
    }),
  };
}

interface Alias {
  name?: string;
  type?: string;
  parent?: string | null;
}

function aliasOf(alias: string | Alias, made: Record<string, Resource>) {
  if (typeof alias === "string" || alias.parent === undefined) return alias;
  const { parent, ...others } = alias;
  return { ...others, parent: parent === null ? undefined : (made[parent] ?? parent) };
}

// Pulumi has no public way to do either. A later engine may get the port of one that was killed, whose lost connection
// must not be its.
const { grpcClientOptions, waitForRPCs } = settings as unknown as {
  grpcClientOptions: object;
  waitForRPCs: () => Promise<void>;
};
Object.assign(grpcClientOptions, { "grpc.use_local_subchannel_pool": 1 });

/** What went wrong in the run that is under way. */
let current: string[] = [];
process.on("unhandledRejection", (error) => {
  // An engine that was killed leaves calls without an answer.
  if (error instanceof Error && !isGrpcError(error)) current.push(error.message);
});

async function run(request: RunRequest): Promise<RunResponse> {
  const response = new RunResponse();
  const problems: string[] = [];
  current = problems;
  const [engineAddress = ""] = request.getArgsList();
  runtime.resetOptions(
    request.getProject(),
    request.getStack(),
    request.getParallel(),
    engineAddress,
    request.getMonitorAddress(),
    request.getDryrun(),
    request.getOrganization(),
  );
  const config = Object.fromEntries(request.getConfigMap().toObject(false));
  runtime.setAllConfig(config, request.getConfigsecretkeysList());
  try {
    await runtime.runInPulumiStack(program);
    await waitForRPCs();
    await turn();
    // After this signal, the engine deletes what the program no longer has. As with programs that `pulumi` starts, a
    // program that failed does not give it: there, resources that depend on a failed one are missing.
    if (problems.length === 0) await runtime.disconnect(true);
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    // A connection that stays open goes on looking for its engine, and a later engine may get the same port.
    runtime.disconnectSync();
  }
  if (log.hasErrors()) problems.push("the log has errors");
  return problems.length > 0 ? response.setError(problems.join("; ")) : response;
}

const server = new Server();
server.addService(LanguageRuntimeService, {
  run: (call: ServerUnaryCall<RunRequest, RunResponse>, answer: sendUnaryData<RunResponse>) =>
    void run(call.request).then((response) => answer(null, response)),
  getRequiredPlugins: (_call: unknown, answer: sendUnaryData<GetRequiredPluginsResponse>) =>
    answer(null, new GetRequiredPluginsResponse()),
  getPluginInfo: (_call: unknown, answer: sendUnaryData<PluginInfo>) =>
    answer(null, new PluginInfo().setVersion("1.0.0")),
});

server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});
// Whoever started it holds the other end.
process.stdin.on("end", () => process.exit()).resume();

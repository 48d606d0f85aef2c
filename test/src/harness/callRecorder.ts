import { appendFileSync } from "node:fs";
import { Server } from "@grpc/grpc-js";
import type { ServiceDefinition, UntypedServiceImplementation } from "@grpc/grpc-js";
import { callsVariable, recordedVerbs } from "./sessions/providerCalls";
import type { ProviderCall } from "./sessions/providerCalls";

/**
 * Loaded with `--require` into the processes of providers: it writes each call of the engine to a file, and
 * lets the provider answer it.
 */

interface StructMessage {
  toJavaScript: () => unknown;
}

/** What the messages of the verbs have, some this and some that. */
type Request = Partial<{
  getUrn: () => string;
  getId: () => string;
  getPreview: () => boolean;
  getTimeout: () => number;
  getOlds: () => StructMessage | undefined;
  getOldInputs: () => StructMessage | undefined;
  getNews: () => StructMessage | undefined;
  getProperties: () => StructMessage | undefined;
  getInputs: () => StructMessage | undefined;
}>;

const file = process.env[callsVariable] ?? "";

function callOf(verb: string, request: Request): ProviderCall {
  const values = (message: StructMessage | undefined) => message?.toJavaScript();
  const [olds, properties] = [values(request.getOlds?.()), values(request.getProperties?.())];
  const isCheck = verb.startsWith("check");
  return {
    verb,
    urn: request.getUrn?.() ?? "",
    id: request.getId?.(),
    preview: request.getPreview?.(),
    seconds: request.getTimeout?.(),
    news: verb === "create" ? properties : values(request.getNews?.()),
    inputs: isCheck ? olds : values(request.getOldInputs?.() ?? request.getInputs?.()),
    outputs: isCheck ? undefined : (olds ?? (verb === "create" ? undefined : properties)),
  };
}

type Handler = (call: { request: Request }, callback: unknown) => unknown;

function recordVerbs(implementation: UntypedServiceImplementation): void {
  for (const verb of recordedVerbs) {
    const handler = implementation[verb] as Handler | undefined;
    if (handler === undefined) continue;
    const recorder: Handler = (call, callback) => {
      appendFileSync(file, `${JSON.stringify(callOf(verb, call.request))}\n`);
      return handler.call(implementation, call, callback);
    };
    implementation[verb] = recorder as never;
  }
}

const { prototype } = Server;
const add = Object.getOwnPropertyDescriptor(prototype, "addService")?.value as (
  service: ServiceDefinition,
  implementation: UntypedServiceImplementation,
) => void;
prototype.addService = function (service, implementation) {
  if ("checkConfig" in service) recordVerbs(implementation);
  add.call(this, service, implementation);
};

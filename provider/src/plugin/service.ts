import { isDeepStrictEqual } from "node:util";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { notKnownYet } from "../definition/unknowns";
import { differenceAt } from "../lifecycle/results";
import { withRedaction } from "../report/redaction";
import { secretSettings } from "../settings/fields";
import { typeToken } from "../state/typeTokens";
import { Configuration, isDefault } from "./configuration";
import { diffResponse, failureOf } from "./differences";
import type { Session } from "./session";
import { packageFile } from "./packageFile";
import { PropertyMap, structOf } from "./propertyMap";
import { nameIn } from "../state/urn";

/** The size of a page if the request names none. */
const pageSize = 100;

/** Answers the engine's requests about the provider itself. */
export class Service {
  constructor(readonly session: Session) {}

  handshake(): proto.ProviderHandshakeResponse {
    return new proto.ProviderHandshakeResponse().setAcceptSecrets(true);
  }

  getPluginInfo(): PluginInfo {
    const { version } = JSON.parse(packageFile("package.json")) as { version: string };
    return new PluginInfo().setVersion(version);
  }

  getSchema(): proto.GetSchemaResponse {
    return new proto.GetSchemaResponse().setSchema(packageFile("schema.json"));
  }

  invoke(request: proto.InvokeRequest): Promise<proto.InvokeResponse> {
    const args = new PropertyMap(request.getArgs());
    const name = request.getTok().slice(typeToken("").length);
    return this.session.answer(
      { urn: "", resource: { name } },
      async () => {
        const { callFunction } = await import("../lifecycle/invoke.js");
        return callFunction({
          name,
          args: args.values,
          isPreview: request.getPreview(),
          hidden: { inputs: args },
          instance: () => this.session.lifecycle.instance,
          tellInstance: () => this.session.tellInstance(),
          takeWarnings: () => this.session.lifecycle.takeWarnings(),
        });
      },
      ({ result, error, isSecret }) => {
        if (error !== undefined) throw error;
        const response = new proto.InvokeResponse();
        if (result === undefined) return response;
        const secrets = isSecret ? Object.keys(result).map((name) => [name]) : [];
        return response.setReturn(structOf(result, secrets));
      },
    );
  }

  /** One page of all objects of a type, with the token of the next page. */
  list(request: proto.ListRequest): Promise<proto.ListResponse[]> {
    const query = new PropertyMap(request.getQuery());
    const isFirst = request.getContinuationToken() === "" && request.getLimit() === 0;
    return this.session.answer(
      { urn: "" },
      async () => {
        const { resourceOfType } = await import("./urn.js");
        const resource = resourceOfType(request.getToken());
        const shown = isFirst ? pageSize : undefined;
        return this.session.lifecycle.list({ resource, query: query.values, shown });
      },
      ({ objects: all }) => {
        if (all === undefined) {
          return [new proto.ListResponse().setComputed(new proto.ListResponse.Computed())];
        }
        const from = Number(request.getContinuationToken() || 0);
        const most = request.getLimit() > 0 ? request.getLimit() : Infinity;
        const to = from + Math.min(most, request.getPageSize() || pageSize);
        const responses = all
          .slice(from, to)
          .map(({ id, name }) =>
            new proto.ListResponse().setResult(
              new proto.ListResponse.Result().setId(id).setName(name),
            ),
          );
        if (to >= all.length) return responses;
        const rest = new proto.ListResponse.Continuation().setContinuationToken(String(to));
        return [...responses, new proto.ListResponse().setContinuation(rest)];
      },
    );
  }

  async checkConfig(request: proto.CheckRequest): Promise<proto.CheckResponse> {
    const { values, paths: marked } = new PropertyMap(request.getNews());
    // Tokens are secret, even if the program did not mark them.
    const paths = [...marked, ...secretSettings.map((name) => [name])];
    const { failures } = await withRedaction({ inputs: { values, paths } }, async () => ({
      failures: new Configuration(nameIn(request.getUrn()), values).failures(),
    }));
    this.session.noteFailures(request.getUrn(), failures);
    this.session.isOfProgram = true;
    return new proto.CheckResponse()
      .setInputs(structOf(values, paths))
      .setFailuresList(failures.map(({ reason }) => failureOf(reason)));
  }

  /** A new address does not replace the provider. States know the instances of their objects. */
  diffConfig(request: proto.DiffRequest): proto.DiffResponse {
    const old = new PropertyMap(request.getOldInputs() ?? request.getOlds()).values;
    const news = new PropertyMap(request.getNews()).values;
    // The default provider reads the current token itself. A token that a preview does not know yet changes nothing.
    const isCurrent = (name: string) =>
      secretSettings.includes(name) &&
      (news[name] === notKnownYet || isDefault(nameIn(request.getUrn())));
    const changed = [...new Set([...Object.keys(old), ...Object.keys(news)])]
      .filter((name) => !isCurrent(name))
      .filter((name) => !isDeepStrictEqual(old[name] ?? undefined, news[name] ?? undefined));
    return diffResponse(changed.map((path) => differenceAt(path, old, news)));
  }

  async configure(request: proto.ConfigureRequest): Promise<proto.ConfigureResponse> {
    const urn = request.getUrn();
    const name = request.getName() ?? (urn === undefined ? "default" : nameIn(urn));
    const { values } = new PropertyMap(request.getArgs());
    this.session.configure(new Configuration(name, values, urn));
    // Without a program, a preview of deletes asks nothing else.
    if (!this.session.isOfProgram) await this.session.tell();
    return new proto.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
  }
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { functions } from "../catalog";
import type { Values } from "../definition/values";
import { doubtsOf, problemsOf } from "../lifecycle/problems";
import { unknown } from "../definition/unknowns";
import { secretSettings } from "../settings/index";
import { Configuration } from "./configuration";
import { diffResponse, failureOf } from "./differences";
import type { Session } from "./session";
import { nameIn, resourceAt } from "./subject";
import { Given, structOf } from "./values";

/** As many as a list gives at once where it is not told how many. */
const pageSize = 100;

/** What the engine asks of the provider itself. */
export class Service {
  constructor(readonly session: Session) {}

  handshake(): messages.ProviderHandshakeResponse {
    return new messages.ProviderHandshakeResponse().setAcceptSecrets(true);
  }

  getPluginInfo(): PluginInfo {
    const { version } = JSON.parse(ofPackage("package.json")) as { version: string };
    return new PluginInfo().setVersion(version);
  }

  getSchema(): messages.GetSchemaResponse {
    return new messages.GetSchemaResponse().setSchema(ofPackage("schema.json"));
  }

  /** A function that costs money returns nothing in a preview, unless it is asked for. */
  invoke(request: messages.InvokeRequest): Promise<messages.InvokeResponse> {
    const given = new Given(request.getArgs());
    return this.session.about("", [given], async (hide) => {
      const definition = functions.find(
        ({ name }) => request.getTok() === `platform:index:${name}`,
      );
      if (definition === undefined) throw new Error(`${request.getTok()} is no function here.`);
      const { callInPreview, ...args } = given.values;
      const problems = problemsOf(definition.args, definition.costs ? args : given.values);
      const response = new messages.InvokeResponse();
      // Not every command shows the failures of a function.
      if (problems.length > 0) {
        const said = problems.map(({ property, reason }) => `${property} ${reason}`.trim());
        throw new Error(hide(`${definition.name}: ${said.join("; ")}`));
      }
      if (definition.costs && request.getPreview() && callInPreview !== true) return response;
      for (const doubt of doubtsOf(definition.args, args)) {
        await this.session.say("warn", `${definition.name}: ${doubt}.`);
      }
      const result = await definition.run(this.session.lifecycle.instance, args);
      // What was asked with a secret may hold it.
      const secrets = given.secrets.length === 0 ? [] : Object.keys(result).map((name) => [name]);
      return response.setReturn(structOf(result, secrets));
    });
  }

  /** A page of all objects of a kind, and where the next one begins. */
  list(request: messages.ListRequest): Promise<messages.ListResponse[]> {
    const query = new Given(request.getQuery());
    return this.session.about("", [query], async () => {
      const resource = resourceAt(request.getToken());
      const named = resource.kind === "object" ? resource.named : undefined;
      const known = named === undefined ? [] : [named];
      const stranger = Object.keys(query.values).find((name) => !known.includes(name));
      if (stranger !== undefined) {
        throw new Error(
          `${stranger}: is nothing that a list of ${resource.name} can be asked for.`,
        );
      }
      const wanted = query.values[named ?? ""];
      if (wanted === unknown) {
        return [new messages.ListResponse().setComputed(new messages.ListResponse.Computed())];
      }
      const all = await this.session.lifecycle.list(resource, wanted as string | undefined);
      const from = Number(request.getContinuationToken() || 0);
      const most = request.getLimit() > 0 ? request.getLimit() : Infinity;
      const to = from + Math.min(most, request.getPageSize() || pageSize);
      const responses = all
        .slice(from, to)
        .map(({ id, name }) =>
          new messages.ListResponse().setResult(
            new messages.ListResponse.Result().setId(id).setName(name),
          ),
        );
      if (to >= all.length) return responses;
      const rest = new messages.ListResponse.Continuation().setContinuationToken(String(to));
      return [...responses, new messages.ListResponse().setContinuation(rest)];
    });
  }

  checkConfig(request: messages.CheckRequest): messages.CheckResponse {
    const { values, secrets } = new Given(request.getNews());
    const failures = new Configuration(nameIn(request.getUrn()), values).problems();
    // They are secret however they were written.
    const ours = Object.keys(values).filter((name) => secretSettings.includes(name));
    return new messages.CheckResponse()
      .setInputs(structOf(values, [...secrets, ...ours.map((name) => [name])]))
      .setFailuresList(failures.map(failureOf));
  }

  /** Another address is no other provider: what was made elsewhere is known by its state. */
  diffConfig(request: messages.DiffRequest): messages.DiffResponse {
    const [old, news] = [
      new Given(request.getOldInputs() ?? request.getOlds()),
      new Given(request.getNews()),
    ].map(({ values }) => values) as [Values, Values];
    // A secret that was changed opens the same door as before.
    const changed = [...new Set([...Object.keys(old), ...Object.keys(news)])]
      .filter((name) => !secretSettings.includes(name))
      .filter((name) => !isDeepStrictEqual(old[name], news[name]));
    return diffResponse(
      changed.map((path) => ({ path, before: old[path], after: news[path], replaces: false })),
    );
  }

  configure(request: messages.ConfigureRequest): messages.ConfigureResponse {
    const name = request.getName() ?? nameIn(request.getUrn() ?? "::default");
    this.session.configure(new Configuration(name, new Given(request.getArgs()).values));
    return new messages.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
  }
}

/** A file at the top of this package. */
function ofPackage(file: string): string {
  return readFileSync(join(__dirname, "..", "..", "..", file), "utf8");
}

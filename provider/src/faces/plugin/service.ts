import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { functions } from "../../catalog";
import type { Values } from "../../define";
import { doubtsOf, problemsOf } from "../../engine/problems";
import { secretSettings } from "../../settings";
import { Configuration } from "./configuration";
import { diffResponse, failureOf } from "./differences";
import type { Session } from "./session";
import { nameIn } from "./subject";
import { Given, structOf } from "./values";

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
      if (problems.length > 0) {
        const hidden = problems.map(({ property, reason }) => ({ property, reason: hide(reason) }));
        return response.setFailuresList(hidden.map(failureOf));
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

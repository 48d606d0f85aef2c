import { join } from "node:path";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { root } from "../../engine/stacks/stack";
import type { Values } from "../../lifecycle/tables/row";
import type {
  Answer,
  Checked,
  Difference,
  How,
  Known,
  KnownSelf,
  ProviderSession,
  Self,
  Subject,
} from "./session";
import type { VirtualProcess } from "../virtual/virtualProcess";
import { structOf } from "./wire";

const { Kind } = messages.PropertyDiff;
const kinds: Record<number, string> = {
  [Kind.ADD]: "add",
  [Kind.ADD_REPLACE]: "add-replace",
  [Kind.DELETE]: "delete",
  [Kind.DELETE_REPLACE]: "delete-replace",
  [Kind.UPDATE]: "update",
  [Kind.UPDATE_REPLACE]: "update-replace",
};

/** The executable that the engine starts. */
const entryPoint = join(root, "provider", "bin", "pulumi-resource-platform");

/** A process of the plugin, called by the messages of its protocol. */
export class PluginSession implements ProviderSession {
  constructor(readonly process: VirtualProcess) {
    process.load(entryPoint);
  }

  checkConfig(self: Self, olds: Values | undefined, news: Values): Promise<Checked> {
    return this.#check("checkConfig", { ...self, type: "" }, olds, news);
  }

  async diffConfig({ urn, name }: Self, old: KnownSelf, news: Values): Promise<Difference> {
    const request = new messages.DiffRequest()
      .setUrn(urn)
      .setName(name)
      .setOlds(structOf(old.outputs))
      .setOldInputs(structOf(old.inputs))
      .setNews(structOf(news));
    return differenceOf(await this.#call<messages.DiffResponse>("diffConfig", request));
  }

  async configure({ urn, name }: Self, args: Values): Promise<void> {
    const request = new messages.ConfigureRequest()
      .setUrn(urn)
      .setName(name)
      .setArgs(structOf(args));
    await this.#call("configure", request);
  }

  #call<Response>(name: string, request: unknown): Promise<Response> {
    return this.process.run(() => {
      if (this.process.server === undefined) throw new Error("the plugin serves nothing");
      return this.process.server.call<Response>(name, request);
    });
  }

  check(subject: Subject, olds: Values | undefined, news: Values): Promise<Checked> {
    return this.#check("check", subject, olds, news);
  }

  async #check(
    verb: "check" | "checkConfig",
    { urn, type, name }: Subject,
    olds: Values | undefined,
    news: Values,
  ): Promise<Checked> {
    const request = new messages.CheckRequest()
      .setUrn(urn)
      .setType(type)
      .setName(name)
      .setOlds(olds && structOf(olds))
      .setNews(structOf(news));
    const checked = await this.#call<messages.CheckResponse>(verb, request);
    return { inputs: valuesOf(checked.getInputs()), failures: failuresOf(checked) };
  }

  async diff(
    { urn, type, name }: Subject,
    old: Known,
    news: Values,
    ignored: readonly string[],
  ): Promise<Difference> {
    const request = new messages.DiffRequest()
      .setId(old.id)
      .setUrn(urn)
      .setType(type)
      .setName(name)
      .setOlds(structOf(old.outputs))
      .setOldInputs(structOf(old.inputs))
      .setNews(structOf(news))
      .setIgnorechangesList([...ignored]);
    return differenceOf(await this.#call<messages.DiffResponse>("diff", request));
  }

  async create({ urn, type, name }: Subject, inputs: Values, how: How): Promise<Answer> {
    const request = new messages.CreateRequest()
      .setUrn(urn)
      .setType(type)
      .setName(name)
      .setProperties(structOf(inputs))
      .setPreview(how.preview)
      .setTimeout(how.seconds);
    const created = await this.#call<messages.CreateResponse>("create", request);
    return {
      id: created.getId(),
      outputs: valuesOf(created.getProperties()),
      refreshBeforeUpdate: created.getRefreshBeforeUpdate(),
    };
  }

  async read({ urn, type, name }: Subject, old: Known, how: How): Promise<Answer | undefined> {
    const request = new messages.ReadRequest()
      .setId(old.id)
      .setUrn(urn)
      .setType(type)
      .setName(name)
      .setProperties(structOf(old.outputs))
      .setInputs(structOf(old.inputs))
      .setTimeout(how.seconds);
    const read = await this.#call<messages.ReadResponse>("read", request);
    if (read.getId() === "") return undefined;
    return {
      id: read.getId(),
      inputs: valuesOf(read.getInputs()),
      outputs: valuesOf(read.getProperties()),
      refreshBeforeUpdate: read.getRefreshBeforeUpdate(),
    };
  }

  async update(
    { urn, type, name }: Subject,
    old: Known,
    news: Values,
    how: How,
    ignored: readonly string[],
  ): Promise<Answer> {
    const request = new messages.UpdateRequest()
      .setId(old.id)
      .setUrn(urn)
      .setType(type)
      .setName(name)
      .setOlds(structOf(old.outputs))
      .setOldInputs(structOf(old.inputs))
      .setNews(structOf(news))
      .setPreview(how.preview)
      .setIgnorechangesList([...ignored])
      .setTimeout(how.seconds);
    const updated = await this.#call<messages.UpdateResponse>("update", request);
    return {
      outputs: valuesOf(updated.getProperties()),
      refreshBeforeUpdate: updated.getRefreshBeforeUpdate(),
    };
  }

  async delete({ urn, type, name }: Subject, old: Known, how: How): Promise<void> {
    const request = new messages.DeleteRequest()
      .setId(old.id)
      .setUrn(urn)
      .setType(type)
      .setName(name)
      .setProperties(structOf(old.outputs))
      .setOldInputs(structOf(old.inputs))
      .setTimeout(how.seconds);
    await this.#call("delete", request);
  }

  async invoke(name: string, args: Values, preview: boolean): Promise<Values | undefined> {
    const request = new messages.InvokeRequest()
      .setTok(`platform:index:${name}`)
      .setArgs(structOf(args))
      .setPreview(preview);
    const answer = await this.#call<messages.InvokeResponse>("invoke", request);
    return answer.getReturn()?.toJavaScript();
  }
}

function differenceOf(found: messages.DiffResponse): Difference {
  const detailed: Record<string, string> = {};
  found.getDetaileddiffMap().forEach((difference, path) => {
    detailed[path] = kinds[difference.getKind()] ?? "";
  });
  return {
    changes: found.getChanges() === messages.DiffResponse.DiffChanges.DIFF_SOME,
    replaces: found.getReplacesList().length > 0,
    deleteBeforeReplace: found.getDeletebeforereplace(),
    detailed,
  };
}

const valuesOf = (struct: Struct | undefined): Values => struct?.toJavaScript() ?? {};

const failuresOf = (checked: messages.CheckResponse): Checked["failures"] =>
  checked
    .getFailuresList()
    .map((failure) => ({ property: failure.getProperty(), reason: failure.getReason() }));

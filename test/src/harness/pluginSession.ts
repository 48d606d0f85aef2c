import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Host } from "../../../provider/dist/lifecycle/host";
import { Engine, engineAt } from "../../../provider/dist/plugin/engine";
import { Objects } from "../../../provider/dist/plugin/objects";
import { Service } from "../../../provider/dist/plugin/service";
import { Session } from "../../../provider/dist/plugin/session";
import type { Values } from "../lifecycle/row";
import type { Answer, Checked, Difference, How, Known, ProviderSession, Subject } from "./session";
import { received, structOf } from "./wire";

const { Kind } = messages.PropertyDiff;
const kinds: Record<number, string> = {
  [Kind.ADD]: "add",
  [Kind.ADD_REPLACE]: "add-replace",
  [Kind.DELETE]: "delete",
  [Kind.DELETE_REPLACE]: "delete-replace",
  [Kind.UPDATE]: "update",
  [Kind.UPDATE_REPLACE]: "update-replace",
};

/** A process of the plugin, without its server: every message goes through its bytes. */
export class PluginSession implements ProviderSession {
  readonly #objects: Objects;
  readonly #service: Service;

  readonly #engine: ReturnType<typeof engineAt>;

  constructor(engineAddress: string) {
    this.#engine = engineAt(engineAddress);
    const session = new Session(new Engine(this.#engine), new Host());
    this.#objects = new Objects(session);
    this.#service = new Service(session);
  }

  /**
   * What is wrong with the arguments of a provider; else it is configured with them. The engine hands the
   * configuration of the stack on in the environment of the process.
   */
  configure(urn: string, name: string, args: Values, stack: Values = {}): Checked["failures"] {
    process.env.PULUMI_CONFIG = JSON.stringify(stack);
    try {
      return this.#configure(urn, name, args);
    } finally {
      delete process.env.PULUMI_CONFIG;
    }
  }

  #configure(urn: string, name: string, args: Values): Checked["failures"] {
    const checked = this.#service.checkConfig(
      received(
        messages.CheckRequest,
        new messages.CheckRequest().setUrn(urn).setName(name).setNews(structOf(args)),
      ),
    );
    const failures = failuresOf(checked);
    if (failures.length > 0) return failures;
    this.#service.configure(
      received(
        messages.ConfigureRequest,
        new messages.ConfigureRequest().setUrn(urn).setName(name).setArgs(checked.getInputs()),
      ),
    );
    return [];
  }

  async check({ urn, type, name }: Subject, olds: Values | undefined, news: Values) {
    const request = new messages.CheckRequest()
      .setUrn(urn)
      .setType(type)
      .setName(name)
      .setOlds(olds && structOf(olds))
      .setNews(structOf(news));
    const checked = received(
      messages.CheckResponse,
      await this.#objects.check(received(messages.CheckRequest, request)),
    );
    return { inputs: valuesOf(checked.getInputs()), failures: failuresOf(checked) };
  }

  async diff({ urn, type, name }: Subject, old: Known, news: Values): Promise<Difference> {
    const request = new messages.DiffRequest()
      .setId(old.id)
      .setUrn(urn)
      .setType(type)
      .setName(name)
      .setOlds(structOf(old.outputs))
      .setOldInputs(structOf(old.inputs))
      .setNews(structOf(news));
    const found = received(
      messages.DiffResponse,
      await this.#objects.diff(received(messages.DiffRequest, request)),
    );
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

  async create({ urn, type, name }: Subject, inputs: Values, how: How): Promise<Answer> {
    const request = new messages.CreateRequest()
      .setUrn(urn)
      .setType(type)
      .setName(name)
      .setProperties(structOf(inputs))
      .setPreview(how.preview)
      .setTimeout(how.seconds);
    const created = received(
      messages.CreateResponse,
      await this.#objects.create(received(messages.CreateRequest, request)),
    );
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
    const read = received(
      messages.ReadResponse,
      await this.#objects.read(received(messages.ReadRequest, request)),
    );
    if (read.getId() === "") return undefined;
    return {
      id: read.getId(),
      inputs: valuesOf(read.getInputs()),
      outputs: valuesOf(read.getProperties()),
      refreshBeforeUpdate: read.getRefreshBeforeUpdate(),
    };
  }

  async update({ urn, type, name }: Subject, old: Known, news: Values, how: How): Promise<Answer> {
    const request = new messages.UpdateRequest()
      .setId(old.id)
      .setUrn(urn)
      .setType(type)
      .setName(name)
      .setOlds(structOf(old.outputs))
      .setOldInputs(structOf(old.inputs))
      .setNews(structOf(news))
      .setPreview(how.preview)
      .setTimeout(how.seconds);
    const updated = received(
      messages.UpdateResponse,
      await this.#objects.update(received(messages.UpdateRequest, request)),
    );
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
    await this.#objects.delete(received(messages.DeleteRequest, request));
  }

  async invoke(name: string, args: Values, preview: boolean): Promise<Values | undefined> {
    const request = new messages.InvokeRequest()
      .setTok(`platform:index:${name}`)
      .setArgs(structOf(args))
      .setPreview(preview);
    const answer = received(
      messages.InvokeResponse,
      await this.#service.invoke(received(messages.InvokeRequest, request)),
    );
    return answer.getReturn()?.toJavaScript();
  }

  close(): void {
    this.#engine.close();
  }
}

const valuesOf = (struct: Struct | undefined): Values => struct?.toJavaScript() ?? {};

const failuresOf = (checked: messages.CheckResponse): Checked["failures"] =>
  checked
    .getFailuresList()
    .map((failure) => ({ property: failure.getProperty(), reason: failure.getReason() }));

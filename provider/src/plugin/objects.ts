import * as proto from "@pulumi/pulumi/proto/provider_pb";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Option } from "../messages/advice";
import { PlatformError } from "../messages/errors";
import { identityKey, withoutDynamicInputs } from "../dynamic/inputs";
import { declaredBeforeDriftKey, writtenByKey } from "../state/bookkeeping";
import type { ReadResult } from "../lifecycle/results";
import { diffResponse, failureOf } from "./differences";
import { PropertyMap, structOf } from "./propertyMap";
import type { Session } from "./session";
import { withTimeout } from "./timeout";
import { typeIn } from "../state/urn";
import { identityOf, isStateless, resourceOfType } from "./urn";

/** Translates the engine's requests about resources to the lifecycle. */
export class Objects {
  constructor(readonly session: Session) {}

  check(request: proto.CheckRequest): Promise<proto.CheckResponse> {
    const [old, news] = [new PropertyMap(request.getOlds()), new PropertyMap(request.getNews())];
    const subject = about(request);
    return this.session.answer(
      subject,
      () =>
        this.session.lifecycle.check({
          ...subject,
          old: old.isEmpty ? undefined : withoutDynamicInputs(old.values),
          inputs: news.values,
          hidden: { inputs: news, oldInputs: old },
          stateless: isStateless(request.getUrn())
            ? { isMailSet: this.session.isMailSet }
            : undefined,
        }),
      ({ inputs, failures }) =>
        new proto.CheckResponse()
          .setInputs(structOf(inputs, news.paths))
          .setFailuresList(
            failures.map(({ property, reason }) =>
              failureOf(reason, isStateless(request.getUrn()) ? property : undefined),
            ),
          ),
    );
  }

  diff(request: proto.DiffRequest): Promise<proto.DiffResponse> {
    const outputs = new PropertyMap(request.getOlds());
    const old = new PropertyMap(request.getOldInputs());
    const news = new PropertyMap(request.getNews());
    const state = stateOf(outputs, old);
    const subject = about(request);
    return this.session.answer(
      subject,
      () =>
        this.session.lifecycle.diff({
          ...subject,
          // Only the state of a former dynamic resource has this key.
          storedIdentity: outputs.values[identityKey] as string | undefined,
          state,
          inputs: news.values,
          ignored: request.getIgnorechangesList(),
          hidden: { inputs: news, state: outputs, oldInputs: old },
          choice: {
            property: "provider",
            isAnother: state[writtenByKey] !== this.session.providerName,
          },
        }),
      ({ differences, deleteBeforeReplace, stable }) =>
        diffResponse(differences)
          .setDeletebeforereplace(deleteBeforeReplace)
          .setStablesList([...stable]),
    );
  }

  create(request: proto.CreateRequest): Promise<proto.CreateResponse> {
    const news = new PropertyMap(request.getProperties());
    const subject = about(request);
    const { resource, identity, urn } = subject;
    return this.session.answer(
      subject,
      () =>
        withTimeout(request.getTimeout(), "create", () =>
          this.session.lifecycle.create({
            resource,
            identity,
            urn,
            inputs: news.values,
            isPreview: request.getPreview(),
            hidden: { inputs: news },
          }),
        ),
      ({ id, state }) =>
        new proto.CreateResponse()
          .setId(id)
          .setProperties(structOf(state, news.paths))
          .setRefreshBeforeUpdate(this.session.lifecycle.showsDrift(resource)),
    );
  }

  read(request: proto.ReadRequest): Promise<proto.ReadResponse> {
    const outputs = new PropertyMap(request.getProperties());
    const old = new PropertyMap(request.getInputs());
    const subject = about(request);
    const { resource, identity, id } = subject;
    const isImport = outputs.isEmpty && old.isEmpty;
    const secrets = [...outputs.paths, ...old.paths];
    const verb = (): Promise<ReadResult | undefined> =>
      isImport
        ? this.session.lifecycle.import({ resource, identity, key: id })
        : this.session.lifecycle.read({
            resource,
            identity,
            id,
            state: declaredState(resource, outputs, old),
            outputs: withoutDynamicInputs(outputs.values),
            hidden: { state: outputs, oldInputs: old },
            // Every command reads the objects, so one unknown reading must not stop the command.
            keepUnknown: true,
            refusedStoredToken: (error) => this.session.refusedStoredToken(error),
          });
    return this.session.answer(
      subject,
      () =>
        withTimeout(request.getTimeout(), isImport ? "import" : "read", verb).catch(
          (cause: unknown) => {
            throw isImport
              ? (this.session.refusedStoredToken(cause) ?? cause)
              : this.#outdated(cause);
          },
        ),
      (read) =>
        read === undefined
          ? new proto.ReadResponse()
          : new proto.ReadResponse()
              .setId(read.id)
              .setProperties(structOf(read.state, secrets))
              .setInputs(structOf(read.inputs, secrets))
              .setRefreshBeforeUpdate(this.session.lifecycle.showsDrift(resource)),
    );
  }

  /** Explains that the engine reads before it runs the program, with the provider's arguments of the last update. */
  #outdated(cause: unknown): unknown {
    const { providerName, isOfProgram } = this.session;
    const isCurrent = providerName === undefined || isOfProgram;
    if (isCurrent || !(cause instanceof PlatformError)) return cause;
    const way: Option = {
      when: "changedProvider",
      steps: [{ run: ["pulumi", "up", "--refresh", "--run-program"] }],
    };
    const used = `This refresh used the arguments that provider "${providerName}" had at the last \`pulumi up\`.`;
    const note = cause.note === undefined ? used : `${cause.note} ${used}`;
    const known = cause.isAdviceInText ? [] : cause.advice;
    return cause.rephrased({ note, advice: [...known, way], isAdviceInText: false });
  }

  update(request: proto.UpdateRequest): Promise<proto.UpdateResponse> {
    const outputs = new PropertyMap(request.getOlds());
    const old = new PropertyMap(request.getOldInputs());
    const news = new PropertyMap(request.getNews());
    const subject = about(request);
    const { resource } = subject;
    return this.session.answer(
      subject,
      () =>
        withTimeout(request.getTimeout(), "update", () =>
          this.session.lifecycle.update({
            ...subject,
            state: stateOf(outputs, old),
            inputs: news.values,
            ignored: request.getIgnorechangesList(),
            isPreview: request.getPreview(),
            hidden: { inputs: news, state: outputs, oldInputs: old },
          }),
        ),
      ({ state }) =>
        new proto.UpdateResponse()
          .setProperties(structOf(state, news.paths))
          .setRefreshBeforeUpdate(this.session.lifecycle.showsDrift(resource)),
    );
  }

  delete(request: proto.DeleteRequest): Promise<void> {
    const outputs = new PropertyMap(request.getProperties());
    const old = new PropertyMap(request.getOldInputs());
    const subject = about(request);
    return this.session.answer(
      subject,
      () =>
        withTimeout(request.getTimeout(), "delete", () =>
          this.session.lifecycle.delete({
            ...subject,
            state: stateOf(outputs, old),
            hidden: { state: outputs, oldInputs: old },
          }),
        ).catch((cause: unknown) => {
          throw this.session.refusedStoredToken(cause) ?? cause;
        }),
      () => undefined,
    );
  }
}

/** The resource of a request. */
function about(request: { getUrn: () => string; getType: () => string; getId?: () => string }): {
  resource: Resource;
  identity: string | undefined;
  urn: string;
  id: string;
} {
  const urn = request.getUrn();
  const resource = resourceOfType(request.getType() || typeIn(urn));
  return { resource, identity: identityOf(urn), urn, id: request.getId?.() ?? "" };
}

/** The state of an object: its inputs are newer than the outputs of the last write. */
function stateOf(outputs: PropertyMap, inputs: PropertyMap): Values {
  return withoutDynamicInputs({ ...outputs.values, ...inputs.values });
}

/**
 * The same without inputs that the program no longer has: nobody manages them, so a read does not compare them. Once the
 * program has accepted a manual change, its inputs no longer tell the value before that.
 */
function declaredState({ inputs }: Resource, outputs: PropertyMap, declared: PropertyMap): Values {
  const ofProgram = [...Object.keys(inputs.shape), declaredBeforeDriftKey];
  const isDeclared = (name: string) => !ofProgram.includes(name) || name in declared.values;
  const state = Object.entries(stateOf(outputs, declared)).filter(([name]) => isDeclared(name));
  return Object.fromEntries(state);
}

import * as messages from "@pulumi/pulumi/proto/provider_pb";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { get } from "../definition/paths";
import { placeKey } from "../lifecycle/instanceIdentity";
import { previewCreate, stableOutputs } from "../lifecycle/previews";
import { saysTwice } from "../lifecycle/imports";
import { cannotMove } from "../lifecycle/messages";
import { diffResponse, failureOf, topOf } from "./differences";
import type { Session } from "./session";
import { isDirect, ownOf, stateOf } from "./subject";
import { Given, structOf } from "./values";
import type { SecretPath } from "./values";

const mailsAtOnce =
  "would be mailed at once, and no state keeps it from being mailed again: say that you mean it with --platform:mail live, or try it with --platform:mail muted";

/** Where the state remembers through which provider of the program an object was written. */
const viaKey = "__via";

/** Where it remembers that this one has no way to delete it: another one could not know. */
const staysKey = "__stays";

/** What the engine asks of the objects of a program: a translation of its protocol to their lifecycle. */
export class Objects {
  constructor(readonly session: Session) {}

  check(request: messages.CheckRequest): Promise<messages.CheckResponse> {
    const [olds, news] = [new Given(request.getOlds()), new Given(request.getNews())];
    return this.session.work(request, [olds, news], async ({ resource, identity, hide }) => {
      const { problems, doubts, notice, inputs } = await this.session.lifecycle.check({
        resource,
        old: olds.isEmpty ? undefined : ownOf(olds.values),
        inputs: news.values,
        identity,
      });
      for (const doubt of doubts) await this.session.say("warn", doubt);
      const mailed =
        isDirect(request.getUrn()) && !this.session.saysMail && sends(resource, inputs);
      if (mailed) problems.push({ property: mailed, reason: mailsAtOnce });
      else if (notice !== undefined) await this.session.say("inform", notice);
      // The engine shows the value of a property that it is told to name.
      const surfaced = problems.map(({ property, reason }) =>
        news.secrets.some(([name]) => name === topOf(property))
          ? { property: "", reason: `${property}: ${hide(reason)}` }
          : { property, reason: hide(reason) },
      );
      return new messages.CheckResponse()
        .setInputs(structOf(inputs, news.secrets))
        .setFailuresList(surfaced.map(failureOf));
    });
  }

  diff(request: messages.DiffRequest): Promise<messages.DiffResponse> {
    const outputs = new Given(request.getOlds());
    const [old, news] = [new Given(request.getOldInputs()), new Given(request.getNews())];
    return this.session.work(request, [outputs, old, news], async ({ resource, identity }) => {
      const [state, inputs] = [stateOf(outputs, old), news.values];
      const id = request.getId();
      if (!this.session.lifecycle.ownership.hold(resource, id, identity)) {
        await this.session.say("warn", saysTwice(resource, id, state));
      }
      const moved = await this.#moved(resource, state);
      if (moved !== undefined) return moved;
      const { changed, replaces, notice } = this.session.lifecycle.diff({
        resource,
        state,
        inputs,
      });
      if (notice !== undefined) await this.session.say("inform", notice);
      const exposed = news.secrets
        .filter((path) => !isCovered(path, outputs.secrets))
        .map((path) => path.join("."))
        .filter((path) => !changed.includes(path));
      return diffResponse(
        [...changed, ...exposed].map((path) => ({
          path,
          before: get(state, path),
          after: get(inputs, path),
          replaces: replaces.includes(path),
        })),
      )
        .setDeletebeforereplace(
          resource.kind === "object" && resource.replacement === "deleteFirst",
        )
        .setStablesList(stableOutputs(resource));
    });
  }

  /**
   * An object cannot move: another provider for another instance makes it anew there, once it is gone where it
   * was. A provider whose address changed is no other one: the object may be the same there.
   */
  async #moved(resource: Resource, state: Values): Promise<messages.DiffResponse | undefined> {
    const { lifecycle, via } = this.session;
    const { [placeKey]: from, [viaKey]: before, [staysKey]: stays } = state;
    const to = lifecycle.place.name;
    if (typeof from !== "string" || from === to) return undefined;
    if (before === via) {
      await this.session.say("warn", addressChanged(from, to));
      return undefined;
    }
    if (stays === true) throw new Error(cannotMove(resource, state, from, to));
    const moved = { path: "provider", before: from, after: to, replaces: true };
    return diffResponse([moved]).setDeletebeforereplace(true);
  }

  /** The engine reads before it runs the program, with what it knew of a provider then. */
  #outdated(cause: Error): Error {
    const { via } = this.session;
    if (via === undefined) return cause;
    const hint = `This used what provider "${via}" was given at the last \`pulumi up\`. If that is something else by now, run \`pulumi up --refresh --run-program\`.`;
    return new Error(`${cause.message} ${hint}`, { cause });
  }

  /** What the state remembers of the provider. */
  #marked(resource: Resource, state: Values): Values {
    const { via, lifecycle } = this.session;
    return { ...state, [viaKey]: via, [staysKey]: !lifecycle.canDelete(resource) || undefined };
  }

  create(request: messages.CreateRequest): Promise<messages.CreateResponse> {
    const given = new Given(request.getProperties());
    return this.session.work(request, [given], async ({ resource, identity }) => {
      const inputs = given.values;
      const { id, state, warning } = request.getPreview()
        ? { warning: undefined, ...previewCreate(resource, inputs) }
        : await within(request.getTimeout(), "create", () =>
            this.session.lifecycle.create({ resource, inputs, identity }),
          );
      if (warning !== undefined) await this.session.say("warn", warning);
      return new messages.CreateResponse()
        .setId(id ?? "")
        .setProperties(structOf(this.#marked(resource, state), given.secrets))
        .setRefreshBeforeUpdate(this.session.lifecycle.showsDrift(resource));
    });
  }

  read(request: messages.ReadRequest): Promise<messages.ReadResponse> {
    const [outputs, old] = [new Given(request.getProperties()), new Given(request.getInputs())];
    return this.session.work(request, [outputs, old], async ({ resource, identity }) => {
      const id = request.getId();
      if (outputs.isEmpty && old.isEmpty) return this.#import(request, resource, identity);
      const state = stateOf(outputs, old);
      const read = await within(request.getTimeout(), "read", () =>
        this.session.lifecycle.read({ resource, id, state, keepUnknown: true }),
      ).catch((cause: unknown) => {
        throw this.#outdated(cause as Error);
      });
      if (read === undefined) return new messages.ReadResponse();
      if (read.warning !== undefined) await this.session.say("warn", read.warning);
      const secrets = [...outputs.secrets, ...old.secrets];
      return new messages.ReadResponse()
        .setId(id)
        .setProperties(structOf(this.#marked(resource, read.state), secrets))
        .setInputs(structOf(read.inputs, secrets))
        .setRefreshBeforeUpdate(this.session.lifecycle.showsDrift(resource));
    });
  }

  async #import(
    request: messages.ReadRequest,
    resource: Resource,
    identity: string | undefined,
  ): Promise<messages.ReadResponse> {
    const { id, state, inputs, notice } = await within(request.getTimeout(), "import", () =>
      this.session.lifecycle.import(resource, request.getId(), identity),
    );
    // No program follows what is only shown; and of many, it is said once.
    if (notice !== undefined && !isDirect(request.getUrn())) {
      await this.session.engine.say("inform", "", notice);
    }
    return new messages.ReadResponse()
      .setId(id)
      .setProperties(structOf(this.#marked(resource, state)))
      .setInputs(structOf(inputs))
      .setRefreshBeforeUpdate(this.session.lifecycle.showsDrift(resource));
  }

  update(request: messages.UpdateRequest): Promise<messages.UpdateResponse> {
    const outputs = new Given(request.getOlds());
    const [old, news] = [new Given(request.getOldInputs()), new Given(request.getNews())];
    return this.session.work(request, [outputs, old, news], async ({ resource, identity }) => {
      const change = {
        resource,
        id: request.getId(),
        state: stateOf(outputs, old),
        inputs: news.values,
        identity,
      };
      const { state, warning } = request.getPreview()
        ? { warning: undefined, state: this.session.lifecycle.previewUpdate(change) }
        : await within(request.getTimeout(), "update", () => this.session.lifecycle.update(change));
      if (warning !== undefined) await this.session.say("warn", warning);
      return new messages.UpdateResponse()
        .setProperties(structOf(this.#marked(resource, state), news.secrets))
        .setRefreshBeforeUpdate(this.session.lifecycle.showsDrift(resource));
    });
  }

  delete(request: messages.DeleteRequest): Promise<void> {
    const [outputs, old] = [new Given(request.getProperties()), new Given(request.getOldInputs())];
    return this.session.work(request, [outputs, old], ({ resource, identity }) =>
      within(request.getTimeout(), "delete", () =>
        this.session.lifecycle.delete({
          resource,
          id: request.getId(),
          state: stateOf(outputs, old),
          identity,
        }),
      ),
    );
  }
}

function addressChanged(from: string, to: string): string {
  return `This object was made on ${from}, and its provider is for ${to} now. If that is the same instance under another address, run \`pulumi up --refresh --run-program\`, which looks there; if it is not, go back to the address of before.`;
}

/** The property that names those whom it mails as soon as it is made, if it does. */
function sends({ mail }: Resource, inputs: Values): string | undefined {
  if (mail?.sent === undefined) return undefined;
  const people = mail.to(inputs);
  return people?.length === 0 ? undefined : topOf(people?.[0]?.path ?? "");
}

/** What is under way is not broken off: a request that was sent cannot be taken back. */
async function within<Result>(
  seconds: number,
  what: string,
  verb: () => Promise<Result>,
): Promise<Result> {
  if (seconds <= 0) return verb();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new Error(
            `The ${what} took longer than the ${seconds} s of customTimeouts. What was sent may still be carried out: run again, and it is found out.`,
          ),
        ),
      seconds * 1000,
    );
  });
  return Promise.race([verb(), late]).finally(() => clearTimeout(timer));
}

/** Whether what stands at a path is secret already. */
function isCovered(path: SecretPath, secrets: readonly SecretPath[]): boolean {
  return secrets.some((secret) => secret.every((key, index) => path[index] === key));
}

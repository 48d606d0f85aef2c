import type { ObjectResource } from "../definition/object";
import type { Values } from "../definition/values";
import type { Reading, Verbs } from "../definition/verbs";
import type { Instance } from "../platform/instance";
import { isRefusal, sentence } from "../wire/errors";
import * as messages from "../report/messages";

type ReadVerb = Verbs<Values, Values>["read"];

/**
 * Reads an object by its documented call where the instance refuses the extended one, and says so once per run.
 * Undefined where no call is left.
 */
export const documentedFallback =
  (
    { resource, read, instance }: { resource: ObjectResource; read: ReadVerb; instance: Instance },
    look: (read: ReadVerb) => Promise<Reading> | undefined,
  ) =>
  (error: unknown): Promise<Reading> | undefined => {
    if (!isRefusal(error) || error.code === "not_found") throw error;
    const { documented } = resource;
    const other = documented.read === read ? undefined : documented.read;
    if (other === undefined && error.code !== "not_offered") throw error;
    const then = other ? messages.readsDocumented(resource) : messages.notReadable(resource);
    instance.warnOnce(`read ${resource.name}`, `${sentence(error.reason)} ${then}`);
    return look(other);
  };

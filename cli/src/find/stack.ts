import { nameIn, usedIds } from "pulumi-platform-provider/contract";
import type { Resource, Values } from "pulumi-platform-provider/contract";
import { canBeOn, managedObjects } from "../stack/objects.js";
import type { Deployment } from "../stack/state.js";
import { isMap, plainValues, propertiesOf, secret, valueAt } from "../stack/values.js";
import { FindingsCollector, howOf, keyOf, labelOf, memberOf, thingOf } from "./findings.js";
import type { Findings, Link, Party } from "./findings.js";
import { addressParty, partyOf } from "./query.js";

/** A user and an address that a program names together. */
export interface Person {
  user: string;
  address: string;
  seenIn: string;
}

/** What the state of a stack shows of the objects on an instance. */
export interface StackFindings extends Findings {
  stack: string;
  /** The names of the resources that manage a thing, by the key of the thing. */
  managed: ReadonlyMap<string, readonly string[]>;
  people: readonly Person[];
}

/** Reads the state of a stack. Only objects on the instance count. */
export function findingsInStack(
  stack: string,
  deployment: Deployment,
  address: string,
): StackFindings {
  const found = new StateReader(stack);
  const managed = managedObjects(deployment);
  const here = managed.filter((one) => canBeOn(one, address));
  for (const { resource, id, stored } of here) {
    const { urn, inputs, outputs } = stored;
    found.read(resource, nameIn(urn), id, propertiesOf(plainValues(inputs ?? outputs)));
  }
  const elsewhere = managed.length - here.length;
  const reason = "They are on other instances.";
  if (elsewhere > 0) found.gaps.push({ of: `${elsewhere} resources of stack ${stack}`, reason });
  return found;
}

class StateReader extends FindingsCollector implements StackFindings {
  readonly people: Person[] = [];
  readonly managed = new Map<string, string[]>();

  constructor(readonly stack: string) {
    super();
  }

  read(resource: Resource, name: string, id: string, inputs: Values): void {
    const seenIn = `stack ${this.stack}: ${resource.name} "${name}"`;
    const { idKind: own } = resource;
    const { title = inputs.name } = inputs;
    const ownName = typeof title === "string" ? title : undefined;
    if (own !== undefined) {
      const isOff = own === "schedule" && valueAt(inputs, "schedule.enabled") === false;
      this.sightings.push({ kind: own, id, name: ownName, also: [name], seenIn, isOff });
      this.#manage({ kind: own, id }, name);
    }
    for (const { kind, id } of usedIds(resource.inputs, inputs)) {
      // The name of a resource says nothing of the people in it.
      if (kind === "user" || kind === "group") continue;
      this.sightings.push({ kind, id: String(id), also: [ownName ?? name, name], seenIn });
    }
    const listAt = (path: string) => this.#listAt(inputs, path, seenIn);
    for (const { type, value } of listAt("schedule.additionalRecipients")) {
      const how = howOf("recipient", valueAt(inputs, "schedule.enabled"));
      this.#link({ kind: "schedule", id, name: ownName ?? name, how }, type, value);
    }
    for (const { type, id: grantee, accessLevel } of listAt("permissions")) {
      const how = textOf(accessLevel) ?? "access";
      const link = this.#link({ kind: "share", id, name: "", how }, type, grantee);
      if (link !== undefined) this.#manage(thingOf(link), name);
    }
    for (const how of [memberOf, "owner"]) {
      const group = { kind: "group" as const, id: textOf(inputs.groupId), name, how };
      for (const { type, id: person } of listAt(`${how}s`)) {
        const link = this.#link(group, type, person);
        if (link !== undefined) this.#manage(thingOf(link), name);
      }
    }
    for (const one of listAt("recipients")) this.#recipient(resource, name, one, inputs);
  }

  /** A recipient of e-mail that the program sends once. */
  #recipient({ noun }: Resource, name: string, one: Values, { scheduleId }: Values): void {
    const how = `recipient of schedule ${textOf(scheduleId) ?? "?"}`;
    const action = { kind: noun as Link["kind"], id: "", name, how };
    const { type, value, userId, emailAddress, displayName } = one;
    this.managed.set(keyOf(thingOf(action)), [name]);
    this.#link(action, type, value);
    this.#link(action, "EMAIL", emailAddress);
    this.#link(action, "USER", userId);
    const [user, address, shown] = [userId, emailAddress, displayName].map(textOf);
    if (user === undefined) return;
    const seenIn = `stack ${this.stack}: ${labelOf(noun, name)}`;
    const also = address === undefined ? [] : [address];
    this.sightings.push({ kind: "user", id: user, name: shown ?? address, also, seenIn });
    if (address !== undefined)
      this.people.push({ user, address: addressParty(address).id, seenIn });
  }

  #manage(thing: Party, name: string): void {
    const key = keyOf(thing);
    // Pulumi may have to delete an earlier object of the same resource.
    this.managed.set(key, [...new Set([...(this.managed.get(key) ?? []), name])]);
  }

  /** Notes that something reaches a user, a group or an address, if all of it is known. */
  #link(
    { id, ...from }: Pick<Link, "kind" | "name" | "how"> & { id: string | undefined },
    type: unknown,
    value: unknown,
  ): Link | undefined {
    const [kind, text] = [type, value].map(textOf);
    if (id === undefined || kind === undefined || text === undefined) return undefined;
    const to = partyOf(kind, text);
    const link: Link = { ...from, id, to, seenIn: `stack ${this.stack}` };
    this.links.push(link);
    if (to.kind === "address") {
      const seenIn = `stack ${this.stack}: ${labelOf(from.kind, id, from.name)}`;
      this.see("address", to.id, text, seenIn);
    }
    return link;
  }

  /** The objects of a list of inputs. Nobody decrypts a secret one. */
  #listAt(inputs: Values, path: string, seenIn: string): Values[] {
    const list = valueAt(inputs, path);
    if (list === secret) this.gaps.push({ of: seenIn, reason: `${path} is secret.` });
    return Array.isArray(list) ? list.filter(isMap) : [];
  }
}

/** An id or a text; undefined for a secret or a value that is not known. */
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

import type { ObjectResource } from "../definition/object";
import type { Values } from "../definition/values";
import * as messages from "../report/messages/index";
import type { Line } from "../report/notices";

/** Who no longer gets e-mail or access. Pulumi tells no provider about a delete in a preview. */
export function losses(resource: ObjectResource, state: Values): Line[] {
  const { mail, access } = resource;
  const people = mail?.declared && mail.to(state);
  const isMailing = mail?.declared && (people?.length !== 0 || mail.begins?.(state) === true);
  const holders = access?.group === undefined ? (access?.holders?.(state) ?? []) : [];
  const lost =
    holders.length > 0
      ? messages.losesAccess(holders.map(({ name }) => name))
      : access?.unnamed?.deleted;
  return [
    ...(isMailing ? [messages.mailedLast(resource, state, people)] : []),
    ...(lost === undefined ? [] : [messages.lostAccess(resource, state, lost)]),
  ];
}

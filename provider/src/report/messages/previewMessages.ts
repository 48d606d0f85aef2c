import type { Resource } from "../../definition/resource";
import { get } from "../../definition/paths";
import type { Values } from "../../definition/values";
import type { Settings } from "../../settings/index";
import { adviceText } from "../../messages/adviceText";
import type { PlatformError } from "../../messages/errors";
import type { Addressee } from "../../definition/mail";
import { countedPeople, deletesNothing, mailMode } from "./mailMessages";
import { nameOf, showBoth } from "./messageParts";
import type { Notice } from "../notices";

/** The instance of a run, its operations mode and its `platform:mail`. */
export function instanceInUse({ baseUrl, operations, mail, replaced = [] }: Settings): Notice {
  const limit = operations === "documented" ? " (no updates or deletes of most objects)" : "";
  const off = mailMode(mail) === "muted" ? " (switches schedules off)" : "";
  const instance = `Instance ${baseUrl}, ${operations} operations${limit}, platform:mail ${mailMode(mail)}${off}.`;
  const line = [instance, ...replaced.map(({ text }) => text)].join(" ");
  return { kind: "instance", first: line, several: () => line };
}

/** A create that `pulumi up` will refuse, with the words of its failure. */
export const willStop = (
  why: string,
  { code, advice, message, reason }: PlatformError,
  /** Objects that another resource of the program may manage, which the engine reports later. */
  unlessManaged: readonly string[],
): Notice => {
  const unless =
    unlessManaged.length === 0
      ? ""
      : ` unless another resource of this program manages ${unlessManaged.join(", ")}`;
  return {
    ...{ kind: `stops: ${why}`, code, advice },
    first: `\`pulumi up\` will fail${unless}: ${message}`,
    next: [`\`pulumi up\` will fail${unless}: ${reason}.`, adviceText(advice.slice(0, 1))].join(
      " ",
    ),
  };
};

/** Why Pulumi creates a resource that was in the state. */
export function deletedByHand(resource: Resource, inputs: Values, id: string): Notice {
  return {
    kind: "deleted by hand",
    first: `${nameOf(resource, inputs)} will be created again: ${resource.noun} ${id} was deleted on the instance.`,
    several: (resources) =>
      `${resources} will be created again, because they were deleted on the instance.`,
  };
}

/** A provider does not see a delete in a preview, so any new resource can be a renamed one. */
export const staysIfRenamed = (resource: Resource, inputs: Values): Notice => ({
  kind: "stays if renamed",
  first: `${nameOf(resource, inputs)} is new to this stack. ${deletesNothing}`,
});

/** The preview shows a create that adopts an existing object, without its changes. */
export function willAdopt(
  resource: Resource,
  inputs: Values,
  id: string,
  live: Values,
  /** The paths that the adoption changes. */
  changed: readonly string[],
): Notice {
  const from = (path: string) =>
    `${path} from ${showBoth(get(live, path), get(inputs, path)).join(" to ")}`;
  const changes = changed.length === 0 ? "" : ` This changes ${changed.map(from).join(", ")}.`;
  const line = `${nameOf(resource, inputs)} adopts ${resource.noun} ${id} of the instance instead of creating one.${changes} The object stays, even if Pulumi shows a delete of it under an old name. Do not run that delete alone with \`--target\`.`;
  return {
    kind: "adopts",
    first: line,
    ...(changed.length > 0
      ? { next: line }
      : {
          several: (resources) =>
            `${resources} adopt objects of the instance instead of creating new ones.`,
        }),
  };
}

/**
 * A manual change that Pulumi shows as an update, but cannot revert. A refresh compares with the earlier inputs, before the
 * program can say the same as the instance.
 */
export function cannotRepairLater(
  resource: Resource,
  inputs: Values,
  paths: readonly string[],
  /** Who gets e-mail because of the manual change; undefined if only the instance knows them. */
  people: readonly Addressee[] = [],
): Notice {
  const mails = people.length === 0 ? "" : `, which e-mails ${countedPeople(people)}`;
  const why = "because Pulumi cannot change it back";
  return {
    ...{ kind: "cannot repair", code: "impossible", isAboutEach: true },
    first: `${nameOf(resource, inputs)}: somebody changed ${paths.join(", ")} on the instance${mails}. Unless the program has the same value, \`pulumi up\` will fail and list your options, ${why}.`,
    several: (resources) =>
      `${resources} were changed on the instance. Unless the program has the same values, \`pulumi up\` will fail, ${why}.`,
  };
}

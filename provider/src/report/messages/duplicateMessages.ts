import type { Resource } from "../../definition/resource";
import type { Values } from "../../definition/values";
import type { Option } from "../../messages/advice";
import { PlatformError } from "../../messages/errors";
import { adviceText } from "../../messages/adviceText";
import {
  adopting,
  allowingDuplicate,
  canAdopt,
  createAnother,
  isAnother,
  killedElsewhere,
  nameOf,
  nounOf,
  objectOf,
  sameContent,
  sendsByItself,
  uniqueName,
  withoutReplace,
} from "./messageParts";
import { hasParent, nameIn } from "../../state/urn";
import type { Notice } from "../notices";

/** An existing object with the natural key of a new resource. */
export interface Namesake {
  id: string;
  /** The id of its owner, if the list shows it. */
  owner?: string;
}

/** Namesakes in words: `7 (owner 12), 9`. */
const namesakesText = (namesakes: readonly Namesake[]): string =>
  namesakes
    .map(({ id, owner }) => (owner === undefined ? id : `${id} (owner ${owner})`))
    .join(", ");

/** The duplicate can belong to another program or to a person, so the create fails. */
export function duplicateExists(
  resource: Resource,
  inputs: Values,
  ids: readonly string[],
  notCompared: readonly string[],
  /** Ways out if the create may replace this object; undefined if it does not. */
  ifReplacing: readonly Option[] | undefined,
): PlatformError {
  const options =
    ifReplacing === undefined
      ? waysBesideOwn(resource, ids)
      : [...optionsWithDuplicate(resource, ids), ...ifReplacing];
  return new PlatformError({
    code: "duplicate_exists",
    operation: `create ${nounOf(resource, inputs)}`,
    detail: `the instance already has ${sameContent(ids, notCompared)}, so nothing was created`,
    advice: options,
  });
}

const managing = (resource: Resource, id: string | undefined): Option[] =>
  canAdopt(resource) ? [{ to: "manage", steps: [adopting(id)] }] : [];

/** Two objects cannot have the same name, and an object has one stack. */
const usingItsId = (id = "that of the existing one"): Option => ({
  when: "managedElsewhere",
  steps: [{ program: "remove" }],
  note: `Where the program uses its id, write ${id}.`,
});

/** The options if the instance already has duplicates. */
const optionsWithDuplicate = (resource: Resource, [id]: readonly string[]): Option[] => [
  renamedFrom(),
  killedElsewhere,
  ...managing(resource, id),
  ...(uniqueName(resource) === undefined ? duplicating(resource) : [usingItsId(id)]),
];

/** The options for a replacement. Its resource already has an object, so it cannot adopt another one. */
const waysBesideOwn = (resource: Resource, ids: readonly string[]): Option[] => [
  withoutReplace,
  { when: "unmanaged", steps: [{ instance: "delete", ids }, { again: "command" }] },
  ...duplicating(resource),
];

/** The platform refuses a create, and no list shows whether a duplicate is the cause. */
export const refusedUnseen = (
  resource: Resource,
  inputs: Values,
  error: PlatformError,
  ifReplacing: readonly Option[],
): PlatformError =>
  error.rephrased({
    operation: `create ${nounOf(resource, inputs)}`,
    note: `The instance can already have a ${resource.noun} of this name.`,
    advice: [...error.advice, ...optionsWithDuplicate(resource, []), ...ifReplacing],
    cause: error,
  });

/** The option to create a duplicate, for resources that allow it. */
export const duplicating = (
  resource: Resource,
  option: Pick<Option, "to" | "when"> = { to: "duplicate" },
): Option[] => {
  const steps = allowingDuplicate(resource);
  return steps.length === 0 ? [] : [{ ...option, steps }];
};

/** The objects of the instance with the natural key of a new resource. */
interface NamesakeFound {
  namesakes: readonly Namesake[];
  /** The state holds the object for a resource that the program no longer declares. */
  isStored: boolean;
  /** The URN of that resource, if the engine told it. */
  urn?: string;
  canDelete: boolean;
  /** Ways out if the create replaces the object: the engine can replace one without telling what the state holds. */
  ifReplacing: readonly Option[];
}

/**
 * Without the URN, only the person knows the old name and parent. A name without a parent is the same on every stack,
 * and a URN names the stack.
 */
export const renamedFrom = (urn?: string, when: Option["when"] = "renamed"): Option => {
  const option = (example: string, note?: string): Option => ({
    when,
    steps: [{ program: "option", option: "aliases", example }],
    ...(note !== undefined && { note }),
  });
  const byName = (name: string) =>
    `[{ name: ${JSON.stringify(name)}, parent: pulumi.rootStackResource }]`;
  if (urn === undefined)
    return option(
      byName("OLD-NAME"),
      "If the old resource had a parent, write that parent instead.",
    );
  return hasParent(urn)
    ? option(`[${JSON.stringify(urn)}]`, "Each stack has its own URN.")
    : option(byName(nameIn(urn)));
};

/** A second object would be created beside one that this run cannot delete, or must not take for another one. */
export function cannotCreateBeside(
  resource: Resource,
  inputs: Values,
  { namesakes, isStored, urn, canDelete, ifReplacing }: NamesakeFound,
): PlatformError {
  const shared = sharedKey(resource);
  const named = `${resource.noun} ${namesakesText(namesakes)}`;
  const holder = isStored
    ? `${named} with the same ${shared} belongs to a resource that the program ${urn === undefined ? "no longer declares, or replaces" : `no longer declares (${nameIn(urn)})`}`
    : `the instance has ${named} with the same ${shared}, which this program may manage, or have managed under another name`;
  const stays = uniqueName(resource)
    ? ", and two of them cannot have the same name"
    : canDelete
      ? ""
      : ", and which the documented API cannot delete";
  return new PlatformError({
    code: "duplicate_exists",
    operation: `create ${nounOf(resource, inputs)}`,
    detail: `${holder}${stays}, so nothing was created`,
    advice: [
      renamedFrom(urn),
      ...managing(resource, namesakes[0]?.id),
      // A replacement by another process than the one that read the object does not know its URN.
      ...(isStored && urn !== undefined ? [] : ifReplacing),
      ...(isStored
        ? [isAnother(resource)]
        : [
            ...(canDelete ? [] : [isAnother(resource)]),
            ...duplicating(resource, { when: canDelete ? "anotherObject" : "unmanaged" }),
          ]),
    ],
  });
}

/** Pulumi creates another object, and deletes the old one: the resource is replaced, or renamed and changed. */
export function willGetNewId(
  resource: Resource,
  inputs: Values,
  id: string,
  /** The former resource, if the name differs. */
  former?: { urn?: string },
): Notice {
  const advice = former === undefined ? [] : [renamedFrom(former.urn)];
  const same = former === undefined ? "" : ` with the same ${sharedKey(resource)}`;
  const old = `${resource.noun} ${id}${same}`;
  const such = sendsByItself(resource) ? ", such as an end date and unsubscriptions," : "";
  const lost = `Links to ${id} stop working, and what no argument holds${such} is lost.`;
  const isFirst = former === undefined && resource.replacement === "deleteFirst";
  const [steps, between] = isFirst
    ? [
        `deletes ${old}, and then creates another ${resource.noun}`,
        "If the run fails in between, there is none until the next `pulumi up`.",
      ]
    : [
        `creates another ${resource.noun}, and deletes ${old}`,
        `Both stay${sendsByItself(resource) ? ", and e-mail," : ""} if the run fails in between, or if the old one has \`retainOnDelete\` or \`protect\`.`,
      ];
  return {
    ...{ kind: former === undefined ? "gets a new id" : "is renamed, and gets a new id", advice },
    isAboutEach: true,
    first:
      `${nameOf(resource, inputs)} gets a new id: \`pulumi up\` ${steps}. ${lost} ${between} ${adviceText(advice, "sentences")}`.trimEnd(),
    several: (resources) =>
      `${resources} get new ids, because \`pulumi up\` creates other objects and deletes the old ones, unless these have \`retainOnDelete\` or \`protect\`.`,
  };
}

/** An earlier run created an object for a resource that now adopts another one, or may have. */
export function leavesCreated(
  resource: Resource,
  inputs: Values,
  id: string | undefined,
  at: number,
): Notice {
  const name = nameOf(resource, inputs);
  const when = new Date(at).toISOString();
  const stays = `stays on the instance${sendsByItself(resource) ? ", and e-mails" : ""}`;
  return {
    kind: "leaves what a killed run created",
    isAboutEach: true,
    first:
      id === undefined
        ? `${name}: an earlier run may have created another ${resource.noun}, at ${when}. Because of \`adopt\`, that one ${stays}. Look on the instance, and to keep only one, delete it there, or set \`adopt\` to its id.`
        : `${name}: a run that was killed created ${resource.noun} ${id} for it, at ${when}. Because of \`adopt\`, that one ${stays}. To keep only one, remove \`adopt\`, or delete ${id} on the instance.`,
  };
}

/** A run that replaced the object ended before the answer to the delete. */
export const willDeleteOld = (resource: Resource, inputs: Values, id: string): Notice => {
  const begun = `a run that did not end replaced ${resource.noun} ${id}`;
  const mailing = sendsByItself(resource) ? " and sends e-mail, too" : "";
  return {
    kind: "deletes what was replaced",
    first: `${nameOf(resource, inputs)}: ${begun}, which may still be on the instance${mailing}. \`pulumi up\` deletes it.`,
    isAboutEach: true,
    several: (resources) =>
      `${resources}: \`pulumi up\` deletes objects that a run which did not end replaced.`,
  };
};

/** Another resource of the type leaves the program, and its object cannot be deleted. Both may be the same one. */
export function willFailToDelete(
  resource: Resource,
  inputs: Values,
  leaving: readonly { ids: ReadonlySet<string>; inputs: Values; urn?: string }[],
): Notice {
  const objects = leaving.map(({ ids, inputs: old }) =>
    objectOf(resource, [...ids].join(", "), old),
  );
  const urn = leaving.length === 1 ? leaving[0]?.urn : undefined;
  const advice = [renamedFrom(urn), createAnother(resource)];
  const [verb, them] = leaving.length === 1 ? ["leaves", "it"] : ["leave", "them"];
  const mailing = sendsByItself(resource) ? ", and both send e-mail" : "";
  const both = `the instance then has old and new${mailing}`;
  const fact = `${objects.join(", ")} ${verb} the program, and the documented API cannot delete ${them}: ${both}`;
  const fails = "Unless this preview shows `delete[retain]`, `pulumi up` fails after the create.";
  return {
    ...{ kind: "comes while another stays", code: "impossible", advice },
    first: `${nameOf(resource, inputs)} is created, while ${fact}. ${fails} ${adviceText(advice, "sentences")}`,
    several: (resources) => `${resources} are created, while ${fact}. ${fails}`,
  };
}

/** The name tells the other resource apart, whose object can have the same name as this one. */
const ofProgram = (urn: string | undefined) =>
  `resource of this program${urn === undefined ? "" : ` (${nameIn(urn)})`}`;

const onlyOne = (resource: Resource): string =>
  uniqueName(resource) === undefined
    ? ""
    : `, and \`pulumi up\` fails: the platform allows only one ${resource.noun} of a name`;

/** The program declares the same object twice. */
export function declaresDuplicate(
  resource: Resource,
  inputs: Values,
  urn: string | undefined,
): Notice {
  const twice = sendsByItself(resource)
    ? ", so its recipients get each e-mail twice"
    : onlyOne(resource);
  const fact = `Another ${ofProgram(urn)} declares ${nounOf(resource, inputs)} with the same content${twice}.`;
  const advice: Option[] = [
    { steps: [{ program: "remove" }] },
    ...duplicating(resource, { to: "keepTwo" }),
  ];
  return {
    ...{ kind: `${resource.name} declares a duplicate`, advice },
    first: `${fact} ${adviceText(advice, "sentences")}`,
    next: fact,
  };
}

/** The program declares two objects that people may take for the same one. */
export function declaresNamesake(
  resource: Resource,
  inputs: Values,
  urn: string | undefined,
): Notice {
  const shared = sharedKey(resource);
  return {
    kind: `${resource.name} declares a namesake`,
    first: `${nameOf(resource, inputs)}: another ${ofProgram(urn)} has the same ${shared}${onlyOne(resource)}.`,
    several: (resources) =>
      `${resources} have the same ${shared} as another resource of this program${onlyOne(resource)}.`,
  };
}

/** The instance has an object that people may take for the new one. */
export function willHaveNamesake(
  resource: Resource,
  inputs: Values,
  namesakes: readonly Namesake[],
  /** The paths of the other values. */
  differing: readonly string[],
  /** A run ended while it created such an object for another resource. */
  isInterrupted: boolean,
): Notice {
  const shared = sharedKey(resource);
  const known = [renamedFrom(), ...managing(resource, namesakes[0]?.id)];
  const doubt = isInterrupted ? " A run that did not end may have created it." : "";
  const advice = isInterrupted ? [killedElsewhere, ...known] : known;
  const difference =
    differing.length === 0
      ? "An earlier run created it with other values, which the instance does not show"
      : `It differs in ${differing.join(", ")}`;
  const line = `${nameOf(resource, inputs)}: the instance already has ${resource.noun} ${namesakesText(namesakes)} with the same ${shared}.${doubt} ${difference}, so \`pulumi up\` creates another one.`;
  return {
    ...{ kind: "has a namesake", advice },
    first: `${line} ${adviceText(advice, "sentences")}`,
    next: line,
  };
}

const sharedKey = ({ naturalKey = [] }: Resource): string => naturalKey.join(" and ");

import { isDeepStrictEqual } from "node:util";
import { decidedByMail } from "../definition/mail";
import { metaOf } from "../definition/meta";
import { verbsOf } from "../definition/object";
import type { Values } from "../definition/values";
import type { Settings } from "../settings/index";
import { adopted, adoptionOutlook } from "../duplicates/adoption";
import { readObject } from "../objects/read";
import { sourceOf } from "../objects/list";
import { get } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import { isSaved } from "../journal/entries";
import { unreadAtImportKey } from "../state/bookkeeping";
import { changedPaths } from "../state/changes";
import { driftedPaths } from "../state/drift";
import { hashOfNaturalKey, naturalKeyOf } from "../state/likeness";
import { sentInputs } from "../mail/mailPolicy";
import type { Ownership } from "../duplicates/ownership";
import { asksToWait } from "../once/waiting";
import { problemsOf } from "../report/problems";
import type { Notice, Line } from "../report/notices";
import type { Context } from "./context";
import { impossibleChanges, recordedPaths } from "./impossibleChanges";
import type { Declared } from "./requests";
import { isRefusal } from "../messages/errors";
import { domainOf } from "../messages/mailAddresses";
import * as messages from "../report/messages/index";
import type { Failure } from "../report/diagnostics";
import { holdsUnknown, knownItems } from "../definition/unknowns";

interface Findings {
  failures: Failure[];
  warnings: (Line | undefined)[];
  /** What an adoption does. */
  notice?: Notice;
  /** What the instance already has of the inputs. */
  there?: Values;
}

/** The inputs that are refused before any call, by themselves or because of the object to adopt. */
export async function refusedInputs(declared: Declared, context: Context): Promise<Findings> {
  const { resource, old, inputs, identity } = declared;
  const { settings, ownership, objectsElsewhere, stored } = context;
  ownership.declare(identity);
  const { [unreadAtImportKey]: unread = [], ...shown } = inputs;
  const found = problemsOf(resource.inputs, shown, () => settings.allowUnknownValues, old);
  const failures = found.failures.filter(
    ({ property }) =>
      get(shown, property) !== undefined || !(unread as string[]).includes(property),
  );
  // These checks need valid inputs.
  if (failures.length === 0) {
    failures.push(
      ...declaredTwice(declared, ownership),
      ...outsideAllowedDomains(declared, settings),
      ...objectsElsewhere.failures(resource, inputs, old),
    );
  }
  // Refused inputs are not sent, so warnings about sending them are not needed.
  if (failures.length > 0) return { failures, warnings: [] };
  const warnings: Line[] = [
    ...found.openValues.map((value) => messages.openValue(resource, inputs, value)),
    // The documented API does not show the progress of an action.
    ...(asksToWait(declared) && settings.operations !== "extended"
      ? [messages.cannotWait(resource, inputs)]
      : []),
  ];
  if (old === undefined) {
    stored.setOriginOfCreated(resource, identity, undefined);
    const { unseen, notice, object, ...adoption } = await adoptionOf(declared, context);
    const looked = await lookBefore(declared, context);
    failures.push(
      ...objectsElsewhere.replaced(identity),
      ...cannotCreate(declared, settings),
      ...adoption.failures,
      ...looked.failures,
    );
    if (unseen.length > 0) warnings.push(messages.recordedUnseen(resource, unseen));
    warnings.push(...leftByAdoption(declared, object?.live, context));
    return { ...looked, failures, warnings: [...warnings, ...looked.warnings], notice };
  }
  warnings.push(...keptOnInstance(declared, old));

  // The program did not make a manual change, so only `pulumi up` must be able to revert it. A value that is not
  // known yet may be no change. It is checked again when it is known.
  const drifted = driftedPaths(resource, old, inputs);
  const differing = changedPaths(resource.inputs, old, inputs).filter(
    (path) => !drifted.includes(path),
  );
  const isOpen = (path: string) => holdsUnknown(get(inputs, path));
  const changed = differing.filter((path) => !isOpen(path));
  const open = differing.filter(isOpen);
  const fixed = mayBeRefused(declared, old, open, settings);
  if (fixed.length > 0) warnings.push(messages.mayNotChange(resource, inputs, fixed));
  const recorded =
    inputs.adopt === old.adopt ? [] : recordedPaths(resource, inputs, changed, settings);
  if (recorded.length > 0) warnings.push(messages.recordedUnseen(resource, recorded));
  const written = changed.filter((path) => !recorded.includes(path));
  const impossible = impossibleChanges(declared, old, written, settings);
  // Otherwise another resource of the program can mean the object by now.
  if (impossible.length === 0) stored.setOriginOfCreated(resource, identity, old);
  // The engine checks the new object of a replacement again.
  const isUpdated =
    changed.length > 0 &&
    (resource.kind === "action" || resource.replaces(old, inputs, changed).length === 0);
  const looked = isUpdated ? await lookBefore(declared, context) : nothingFound;
  failures.push(...(await adoptChanged(declared, old, context)), ...impossible, ...looked.failures);
  return { ...looked, failures, warnings: [...warnings, ...looked.warnings] };
}

const nothingFound: Findings = { failures: [], warnings: [] };

/** What the instance shows before a write. If it refuses to show it, the answer to the write does. */
async function lookBefore(
  { resource, inputs, old }: Declared,
  { settings: { operations }, instance }: Context,
): Promise<Findings> {
  // That of an action needs extended operations.
  const isOffered = resource.kind === "object" || operations === "extended";
  const known = knownItems(inputs);
  if (!isOffered || holdsUnknown(known)) return nothingFound;
  const { precheck } = resource.kind === "object" ? verbsOf(resource, operations) : resource;
  const shown = await precheck?.(instance, known, old).catch((error: unknown) => {
    if (isRefusal(error)) return undefined;
    throw error;
  });
  const failures = (shown?.refused ?? []).map((one): Failure => ({
    property: one.path,
    ...messages.refusedChange(one),
    code: "impossible",
  }));
  const doubt = shown?.missing && messages.needsMissing(resource, inputs, shown.missing);
  return { failures, warnings: [doubt], there: shown?.alreadyPresent };
}

/** The values that are not known yet, and that an update may not be able to write. */
function mayBeRefused(
  { resource, inputs }: Declared,
  old: Values,
  open: readonly string[],
  { operations, confirmAbsent: confirmed }: Settings,
): readonly string[] {
  if (resource.kind === "action") return [];
  const { update } = verbsOf(resource, operations);
  if (update === undefined) return open;
  return open.filter((path) => {
    if (!Array.isArray(inputs[path])) return false;
    // What is not known yet may be what the old inputs had.
    return update.refuse?.(old, knownItems(inputs), [path], confirmed).length;
  });
}

/** Why no object can be created, or why the replaced object would stay. */
function cannotCreate(
  { resource, inputs, urn, isReplaced }: Declared,
  { operations }: Settings,
): Failure[] {
  if (resource.kind === "action") return [];
  const { create, delete: remove } = verbsOf(resource, operations);
  // A repeatable create gets the existing object, so nothing needs to be deleted.
  const stays = isReplaced && remove === undefined && create?.repeatable !== true;
  if (create !== undefined && !stays) return [];
  const why =
    create === undefined ? messages.needsExtended : messages.cannotReplace(resource, inputs, urn);
  return [{ property: "", ...why, code: "impossible" }];
}

function declaredTwice({ resource, inputs, identity }: Declared, ownership: Ownership): Failure[] {
  const known = knownItems(inputs);
  const keys = holdsUnknown(known) ? [] : (resource.exclusiveKeys?.(known) ?? []);
  return keys
    .filter((key) => !ownership.reserve(resource, key, identity))
    .map((key) => ({ property: "", ...messages.declaredTwice(key), code: "declared_twice" }));
}

function outsideAllowedDomains({ resource, inputs }: Declared, settings: Settings): Failure[] {
  const { allowedRecipientDomains: allowed } = settings;
  const sent = sentInputs(resource, inputs, settings);
  if (allowed === undefined || sent === undefined) return [];
  return (resource.mail?.to(sent) ?? []).flatMap(({ path, address }) => {
    const domain = address === undefined ? undefined : domainOf(address);
    if (domain === undefined || allowed.includes(domain)) return [];
    const reason = messages.outsideAllowedDomains(path, domain, allowed);
    return [{ property: path, reason, code: "recipient_not_allowed" as const }];
  });
}

async function adoptionOf(
  { resource, inputs, identity }: Declared,
  { ownership, instance, settings, journal }: Context,
): ReturnType<typeof adoptionOutlook> {
  const id = adopted(inputs);
  if (id === undefined || resource.kind === "action") return { failures: [], unseen: [] };
  // Reserves before the check below, so at least one of two processes sees the other.
  const isFirst = ownership.adopt(resource, id, identity);
  if (!isFirst || ownership.isManagedElsewhere(resource, id, identity)) {
    const twice = messages.declaredTwice(`${resource.noun} ${id}`);
    return { failures: [{ property: "adopt", ...twice, code: "declared_twice" }], unseen: [] };
  }
  if (journal.deletions.isYoung(resource.name, id, identity, settings)) {
    const deleted = messages.adoptsDeleted(resource, inputs);
    return { failures: [{ property: "adopt", ...deleted, code: "not_found" }], unseen: [] };
  }
  const byMail = decidedByMail(resource.mail, inputs, settings.mail);
  return adoptionOutlook(sourceOf(resource, instance), inputs, byMail);
}

/**
 * The warning about the object that an earlier run created for a resource which now adopts another one. Without its id,
 * the adopted object can be that one, unless it has another name.
 */
function leftByAdoption(
  { resource, inputs, identity }: Declared,
  live: Values | undefined,
  { journal, ownership, settings }: Context,
): Notice[] {
  const wanted = adopted(inputs);
  const earlier = wanted === undefined ? undefined : journal.createOf(identity);
  if (earlier === undefined || isSaved(earlier)) return [];
  const { id, naturalKey, sentAt } = earlier;
  const isOther =
    id !== undefined
      ? id !== wanted
      : resource.kind === "object" &&
        live !== undefined &&
        hashOfNaturalKey(resource, live) !== naturalKey;
  const isKnown =
    id !== undefined &&
    (settings.confirmAbsent.includes(id) || ownership.isManagedElsewhere(resource, id, identity));
  return isOther && !isKnown ? [messages.leavesCreated(resource, inputs, id, sentAt)] : [];
}

/** Warnings about removed fields that stay unchanged on the instance. */
function keptOnInstance({ resource, inputs }: Declared, old: Values): Notice[] {
  return fieldsOf(resource.inputs).flatMap(({ path, schema }) => {
    const { programOnly, omitted = {} } = metaOf(schema);
    const { warning = "It stays as it is on the instance." } = omitted;
    const isKept = programOnly === undefined && !("write" in omitted) && !("default" in omitted);
    const [before = [], after] = [get(old, path), get(inputs, path)];
    const isRemoved = !isDeepStrictEqual(before, []) && after === undefined;
    return isKept && isRemoved ? [messages.noLongerManaged(resource, inputs, path, warning)] : [];
  });
}

/**
 * Refuses a changed `adopt`, because an object is adopted when it enters the state, unless it is the own object. If the
 * engine has not told its id yet, an object with the old natural key can be it, and the differences decide.
 */
async function adoptChanged(
  { resource, inputs, identity }: Declared,
  old: Values,
  { stored, instance }: Context,
): Promise<Failure[]> {
  const id = adopted(inputs);
  if (id === undefined || id === old.adopt || resource.kind === "action") return [];
  const mayBeOwn = async () => {
    const reading = await readObject(sourceOf(resource, instance), id, old);
    return (
      reading?.found === "present" &&
      naturalKeyOf(resource, old) === naturalKeyOf(resource, reading.live)
    );
  };
  const { ids = new Set() } = stored.of(identity) ?? {};
  const isOwn = ids.size === 0 ? await mayBeOwn().catch(() => false) : ids.has(id);
  return isOwn ? [] : [{ property: "adopt", ...messages.alreadyManaged, code: "impossible" }];
}

import { isDeepStrictEqual } from "node:util";
import { metaOf } from "../definition/meta";
import { verbsOf } from "../definition/object";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Settings } from "../settings/index";
import { adopted, adoptionOutlook } from "../duplicates/adoption";
import { readObject } from "../objects/read";
import { get } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import { notShownKey } from "../state/bookkeeping";
import { changedPaths } from "../state/compare";
import { driftedPaths } from "../state/drift";
import { naturalKeyOf } from "../state/likeness";
import { sentInputs } from "../mail/mailPolicy";
import type { Ownership } from "../duplicates/ownership";
import { problemsOf } from "../report/problems";
import type { Counted, Line } from "../report/notices";
import type { Context } from "./context";
import { impossibleChanges } from "./impossibleChanges";
import { isRefusal } from "../wire/errors";
import { domainOf } from "../wire/mailAddresses";
import * as messages from "../report/messages";
import type { Failure, Refused } from "../report/diagnostics";
import { holdsUnknown } from "../definition/unknowns";

interface DeclaredInputs {
  resource: Resource;
  /** The old inputs from the state; undefined for a new resource. */
  old?: Values;
  inputs: Values;
  identity?: string;
  urn?: string;
  /** The objects that the resource is known to have. */
  ids?: ReadonlySet<string>;
  /** The state holds the resource, and the engine checks its replacement as a new resource. */
  isReplaced?: boolean;
  /** No state will hold the object. */
  isStateless?: boolean;
}

/**
 * The inputs that are refused before any call, by themselves or because of the object to adopt. The notice says what the
 * adoption does.
 */
export async function refusedInputs(
  request: DeclaredInputs,
  context: Context,
): Promise<{ failures: Failure[]; warnings: Line[]; notice?: Counted; there?: Values }> {
  const { resource, old, inputs, identity } = request;
  const { settings, ownership, elsewhere } = context;
  ownership.declare(identity);
  const { [notShownKey]: notShown = [], ...shown } = inputs;
  const found = problemsOf(resource.inputs, shown, () => settings.allowUnknownValues);
  const failures = found.failures.filter(
    ({ property }) =>
      get(shown, property) !== undefined || !(notShown as string[]).includes(property),
  );
  // These checks need valid inputs.
  if (failures.length === 0) {
    failures.push(
      ...declaredTwice(request, ownership),
      ...outsideAllowedDomains(resource, inputs, settings),
      ...elsewhere.failures(resource, inputs, old),
    );
  }
  // Refused inputs are not sent, so warnings about sending them are not needed.
  if (failures.length > 0) return { failures, warnings: [] };
  const warnings: Line[] = [
    ...found.openValues.map((value) => messages.openValue(resource, inputs, value)),
    ...(isWaitedInVain(request, settings) ? [messages.cannotWait(resource, inputs)] : []),
  ];
  if (old === undefined) {
    const { problems, unseen, notice } = await adoption(request, context);
    const { refused, there } = await lookBefore(request, context);
    const failures = [
      ...elsewhere.replaced(identity),
      ...createdInVain(request, settings),
      ...problems,
      ...refused,
    ];
    if (unseen.length > 0) warnings.push(messages.recordedUnseen(resource, unseen));
    return { failures, warnings, notice, there };
  }
  warnings.push(...keptOnInstance(resource, old, inputs));

  // The program did not make a manual change, so only `pulumi up` must be able to revert it. A value that is not
  // known yet may be no change. It is checked again when it is known.
  const drifted = driftedPaths(resource, old, inputs);
  const changed = changedPaths(resource.inputs, old, inputs).filter(
    (path) => !drifted.includes(path) && !holdsUnknown(get(inputs, path)),
  );
  // The engine checks the new object of a replacement again.
  const isUpdated =
    changed.length > 0 &&
    (resource.kind === "action" || resource.replaces(old, inputs, changed).length === 0);
  const { refused, there } = isUpdated ? await lookBefore(request, context) : { refused: [] };
  return {
    failures: [
      ...(await adoptChanged(old, request, context)),
      ...impossibleChanges(request, old, changed, settings),
      ...refused,
    ],
    warnings,
    there,
  };
}

/** What the instance shows before a write. If it refuses to show it, the answer to the write does. */
async function lookBefore(
  { resource, inputs }: DeclaredInputs,
  { settings, instance }: Context,
): Promise<{ refused: Failure[]; there?: Values }> {
  if (resource.kind === "action" || holdsUnknown(inputs)) return { refused: [] };
  const { look } = verbsOf(resource, settings.operations);
  const shown = await look?.(instance, inputs).catch((error: unknown) => {
    if (isRefusal(error)) return undefined;
    throw error;
  });
  const refused = (shown?.refused ?? []).map((one): Failure => ({
    property: one.path,
    ...messages.refusedChange(one),
    code: "impossible",
  }));
  return { refused, there: shown?.there };
}

function createdInVain(
  { resource, inputs, urn, isReplaced = false }: DeclaredInputs,
  { operations }: Settings,
): Failure[] {
  if (resource.kind === "action") return [];
  const { create, delete: remove } = verbsOf(resource, operations);
  const impossible = (refused: Refused): Failure[] => [
    { property: "", ...refused, code: "impossible" },
  ];
  if (create === undefined) return impossible(messages.needsExtended);
  // A repeatable create gets the existing object, so nothing needs to be deleted.
  return isReplaced && remove === undefined && create.repeatable !== true
    ? impossible(messages.cannotReplace(resource, inputs, urn))
    : [];
}

function declaredTwice(
  { resource, inputs, identity }: DeclaredInputs,
  ownership: Ownership,
): Failure[] {
  const keys = holdsUnknown(inputs) ? [] : (resource.exclusiveKeys?.(inputs) ?? []);
  return keys
    .filter((key) => !ownership.reserve(resource, key, identity))
    .map((key) => ({
      property: "",
      ...messages.declaredTwice(key),
      code: "declared_twice",
    }));
}

/** The recipients outside of the allowed domains. */
function outsideAllowedDomains(resource: Resource, inputs: Values, settings: Settings): Failure[] {
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

/** Whether the program waits for an action whose progress the documented API does not show. */
function isWaitedInVain({ resource, inputs }: DeclaredInputs, { operations }: Settings): boolean {
  return (
    resource.kind === "action" &&
    resource.progress !== undefined &&
    inputs.waitMinutes !== undefined &&
    operations !== "extended"
  );
}

async function adoption(
  request: DeclaredInputs,
  { ownership, settings, instance }: Context,
): ReturnType<typeof adoptionOutlook> {
  const { resource, inputs } = request;
  const id = adopted(inputs);
  if (id === undefined || resource.kind === "action") return { problems: [], unseen: [] };
  const { identity } = request;
  // Reserves before the check below, so at least one of two processes sees the other.
  const isFirst = ownership.adopt(resource, id, identity);
  if (!isFirst || ownership.isManagedElsewhere(resource, id, identity)) {
    const twice = messages.declaredTwice(`${resource.noun} ${id}`);
    const problem = { property: "adopt", ...twice, code: "declared_twice" as const };
    return { problems: [problem], unseen: [] };
  }
  const verbs = verbsOf(resource, settings.operations);
  return adoptionOutlook({ resource, verbs, inputs, instance }, id);
}

/** Warnings about removed fields that stay unchanged on the instance. */
function keptOnInstance(resource: Resource, old: Values, inputs: Values): Counted[] {
  return fieldsOf(resource.inputs).flatMap(({ path, schema }) => {
    const { warning } = metaOf(schema).omitted ?? {};
    const [before = [], after] = [get(old, path), get(inputs, path)];
    const isRemoved = !isDeepStrictEqual(before, []) && after === undefined;
    return isRemoved && warning !== undefined
      ? [messages.noLongerManaged(resource, inputs, path, warning)]
      : [];
  });
}

/**
 * Refuses a changed `adopt`: an object is adopted only when it enters the state. The id of the resource's own object
 * is allowed. If the engine has not told that id yet, an object with the old natural key can be it, and the
 * differences decide.
 */
async function adoptChanged(
  old: Values,
  { resource, inputs, ids = new Set() }: DeclaredInputs,
  { settings, instance }: Context,
): Promise<Failure[]> {
  const id = adopted(inputs);
  if (id === undefined || id === old.adopt || resource.kind === "action") return [];
  const source = { resource, verbs: verbsOf(resource, settings.operations), instance };
  const mayBeOwn = async () => {
    const reading = await readObject(source, id, old);
    return (
      reading?.found === "present" &&
      naturalKeyOf(resource, old) === naturalKeyOf(resource, reading.live)
    );
  };
  const isOwn = ids.size === 0 ? await mayBeOwn().catch(() => false) : ids.has(id);
  return isOwn ? [] : [{ property: "adopt", ...messages.alreadyManaged, code: "impossible" }];
}

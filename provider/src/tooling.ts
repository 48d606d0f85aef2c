/** What commands use that read an instance without Pulumi: the definitions, and the settings of an instance. */
export { resources } from "./catalog";
export { anyAnswer } from "./definition/answers";
export { fieldsOf, objectFor, partFor } from "./definition/schema";
export type { Field } from "./definition/schema";
export { metaOf } from "./definition/meta";
export * from "./definition/idFile";
export { idKinds, sectionOf } from "./definition/idKinds";
export type { IdKind } from "./definition/idKinds";
export { idKindOf, usedIds, withIds } from "./definition/usedIds";
export type { UsedId } from "./definition/usedIds";
export { verbsOf } from "./definition/object";
export type { ObjectResource } from "./definition/object";
export type { Resource } from "./definition/resource";
export type { Holder } from "./definition/access";
export type { Addressee, Run } from "./definition/mail";
export { holdsUnknown, sentinel, unknown } from "./definition/unknowns";
export { get, set } from "./definition/paths";
export type { Values } from "./definition/values";
export type { Existing } from "./definition/verbs";
export {
  identityKey,
  instanceKey,
  isBookkeeping,
  madeOnKey,
  notShownKey,
} from "./lifecycle/bookkeeping";
export { changedPaths, differingPaths, meaningOf, same } from "./lifecycle/compare";
export { accessEffect, holdersOf } from "./lifecycle/access";
export { mailEffect } from "./lifecycle/mail";
export { cannotDelete } from "./lifecycle/impossibleMessages";
export { repeatsRequest } from "./lifecycle/journalFailures";
export { shellWord } from "./wire/commands";
export { visible } from "./wire/visible";
export * from "./wire/advice";
export { adviceText } from "./wire/adviceText";
export type { Message } from "./lifecycle/messageFile";
export { journalLeftOvers } from "./lifecycle/journalLeftOvers";
export { claimHolders, journalPrefixes } from "./lifecycle/claimHolders";
export type { StackName } from "./lifecycle/claimHolders";
export { Impossible } from "./lifecycle/collect";
export { contentOf } from "./lifecycle/contentHash";
export { Instance } from "./platform/instance";
export { checkSettings, saidOf, settingNames } from "./settings";
export type { Settings } from "./settings";
export { resolveZone, suggest } from "./definition/fields";
export { ruleOf, runsOn } from "./resources/scheduleRule";
export type { Rule } from "./resources/scheduleRule";
export { routes } from "./platform/routes";
export { redactor } from "./wire/redact";
export type { Route } from "./wire/route";
export { isRead } from "./wire/route";
export { hasCode, isRefusal, PlatformError, sentence } from "./wire/errors";

/** The names that the commands use: the definitions, the settings and the comparisons, without Pulumi. */
export { allRoutes, functions, resources } from "./catalog";
export { changedHolders, knownHolders } from "./definition/access";
export { isGroup } from "./definition/mail";
export type { Holder, KnownHolders } from "./definition/access";
export { anyAnswer } from "./definition/answers";
export { folded, resolveZone } from "./definition/fields";
export {
  fromSection,
  isSameInstance,
  openSection,
  parseIdFile,
  sharedIds,
  toSection,
} from "./definition/ids/idFile";
export type { Id, InstanceOfIds } from "./definition/ids/idFile";
export { idArguments } from "./definition/ids/idArguments";
export type { IdArgument } from "./definition/ids/idArguments";
export { idKinds, sectionOf } from "./definition/ids/idKinds";
export type { IdKind } from "./definition/ids/idKinds";
export { mailPolicyOf } from "./definition/mail";
export type { MailTime } from "./definition/mail";
export { metaOf } from "./definition/meta";
export { suggest } from "./definition/ids/nearest";
export { inFormOf } from "./definition/ids/numericIds";
export { nameField, pluralOf, verbsOf } from "./definition/object";
export { canRead } from "./definition/verbs";
export type { ObjectResource } from "./definition/object";
export { get, overlaps, set } from "./definition/paths";
export type { Resource } from "./definition/resource";
export { fieldsOf, objectFor, partFor } from "./definition/schema";
export type { Field } from "./definition/schema";
export { holdsUnknown, notKnownYet } from "./definition/unknowns";
export { idKindOf, usedIds, withIds } from "./definition/ids/usedIds";
export type { UsedId } from "./definition/ids/usedIds";
export type { Values } from "./definition/values";
export type { Existing } from "./definition/verbs";
export { getFileMetadata } from "./functions/getFileMetadata";
export { getGroup } from "./functions/getGroup";
export { getReportSchedules } from "./functions/getReportSchedules";
export { getRoles } from "./functions/getRoles";
export { fetchShown } from "./objects/find";
export { fetchDetails, listObjects } from "./objects/list";
export { readObject } from "./objects/read";
export { sourceOf } from "./objects/list";
export type { ObjectSource } from "./objects/list";
export { decideCreate } from "./decisions/create";
export type { CreateFacts } from "./decisions/create";
export { identityKey, instanceKey } from "./dynamic/inputs";
export { sentinel } from "./dynamic/unknowns";
export { repeatsRequest } from "./stores/journalFailures";
export {
  hasRequestOf,
  journalLeftOvers,
  journalPrefixes,
  lockHolders,
  unsavedObjects,
} from "./journal/journalLeftOvers";
export type { StackName } from "./journal/journalLeftOvers";
export { moveJournal } from "./journal/moveJournal";
export { removalOf } from "./stores/removal";
export { identityOf } from "./plugin/urn";
export { memberChanges, reachedBy, reachesOf, sameReach } from "./mail/groupReach";
export type { Reach } from "./mail/groupReach";
export { mailChange, mailEffect } from "./mail/mailPolicy";
export { Instance } from "./platform/instance";
export { routes } from "./platform/routes";
export { nameIn, typeIn } from "./state/urn";
export { Impossible } from "./report/impossibleChangeLog";
export type { MemberChange } from "./report/messages/groupMessages";
export { cannotDelete } from "./report/messages/impossibleMessages";
export type { Message } from "./report/messageFile";
export { readGroups, readUsersOf } from "./resources/groups/groupUsers";
export { listPermissions } from "./resources/datasets/permissionList";
export type { ScheduleItem } from "./resources/reportSchedule/item";
export { ruleOf, runsOn } from "./resources/reportSchedule/rule";
export type { Rule } from "./resources/reportSchedule/rule";
export { isSentAnyway } from "./report/problems";
export { checkSettings, formatProblem, settingNames } from "./settings";
export { settingVariables } from "./messages/settingPlaces";
export type { Settings } from "./settings";
export { isJournalAddress } from "./settings/journalAddress";
export { schema as settingsSchema, secretSettings } from "./settings/fields";
export { madeOnKey, unreadAtImportKey } from "./state/bookkeeping";
export { changedPaths } from "./state/changes";
export { meaningOf, meantAt, same } from "./state/compare";
export { hashOf } from "./state/contentHash";
export { compared } from "./state/likeness";
export { dynamicTypeToken, typeToken } from "./state/typeTokens";
export type * from "./messages/advice";
export { adviceParts, adviceText, sentence } from "./messages/adviceText";
export { shellWord } from "./messages/commands";
export { explainFault, isLasting } from "./messages/connectionFaults";
export { hasCode, hintOf, isRefusal, PlatformError } from "./messages/errors";
export { fetchAsSet } from "./wire/fetch";
export { isMailAddress, mailKey } from "./messages/mailAddresses";
export { redactor } from "./messages/redact";
export { isRead } from "./wire/route";
export type { Route } from "./wire/route";

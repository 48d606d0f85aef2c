/**
 * The names that the SDK loads with every program, and that the commands load with their help. `contract.ts` would also
 * load zod and all definitions, which every program would wait for at its start.
 */
export { canBeSameInstance, isSameInstance, parseIdFile, sharedIds } from "./definition/ids/idFile";
export type { Id, IdsByKind } from "./definition/ids/idFile";
export { idKinds, sectionOf } from "./definition/ids/idKinds";
export type { IdKind } from "./definition/ids/idKinds";
export { inFormOf } from "./definition/ids/numericIds";
export {
  hasSecretsKey,
  identityKey,
  ignoredKey,
  providerCodeKey,
  withoutStar,
} from "./dynamic/inputs";
export { identityFrom } from "./state/identity";
export { dynamicTypeToken, typeToken } from "./state/typeTokens";
export { PlatformError } from "./messages/errors";
export type { ErrorCode } from "./messages/errors";
export { firstPart, onOneLine, visible, withoutMiddle } from "./messages/visible";

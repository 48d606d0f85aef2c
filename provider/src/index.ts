export { dynamicProviders } from "./faces/dynamic";
export { runFunction } from "./faces/functions";
export { PlatformError } from "./wire/errors";
export type { ErrorCode } from "./wire/errors";

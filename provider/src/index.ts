export { runFunction } from "./dynamic/functions";
export { dynamicProviders } from "./dynamic/providers";
export { PlatformError } from "./messages/errors";
export type { ErrorCode } from "./messages/errors";

export { runFunction } from "./dynamic/functions";
export { dynamicProviders } from "./dynamic/providers";
export { PlatformError } from "./wire/errors";
export type { ErrorCode } from "./wire/errors";

export { dynamicProviders } from "./dynamic/providers";
export { runFunction } from "./lifecycle/functions";
export { PlatformError } from "./wire/errors";
export type { ErrorCode } from "./wire/errors";

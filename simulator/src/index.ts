import "./api/index.js";

export { startSimulator } from "./simulator.js";
export type { Simulator, SimulatorOptions } from "./simulator.js";
export type { Id } from "./ids.js";
export type { Call, Mail } from "./calls.js";
export { kinds } from "./faults/faults.js";
export type { Fault, FaultRule, Kind, Moment } from "./faults/faults.js";
export type { Profile, Route, Source } from "./route.js";
export { routes, routesOf } from "./routes.js";
export { seedIds } from "./seed.js";
export type * from "./state.js";
export type { VariantName } from "./variants/names.js";
export { variants } from "./variants/variants.js";
